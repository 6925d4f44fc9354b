import type { ValidatingPolicy } from '../../api/policies/validating-policy.ts';
import type { AdmissionDecision } from '../../api/request/decisions.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import type { PolicyObserver } from '../policy-observer.ts';
import { AuditAnnotations, validationFailure } from './audit.ts';
import { policyDenial } from './denial.ts';
import { errorTypeOf } from './error-type.ts';
import type { Misconfiguration } from './invocations.ts';
import type { Binding } from './policy-index.ts';
import type { AnnotationOutcome, Decision, ValidationOutcome } from './validation.ts';

interface Denial {
  readonly policy: string;
  readonly binding: Binding | undefined;
  readonly message: string;
  readonly reason: string;
  readonly expression?: string | undefined;
}

/** Consequences of the decisions of all policies about one request. */
export class ValidationActions {
  readonly #attributes: AdmissionAttributes;
  readonly #observer: PolicyObserver;
  readonly #failureKey: string;
  #annotations = new AuditAnnotations();
  #denial: Denial | undefined;
  #hasFailure = false;

  constructor(attributes: AdmissionAttributes, observer: PolicyObserver, failureKey: string) {
    this.#attributes = attributes;
    this.#observer = observer;
    this.#failureKey = failureKey;
  }

  /** The actions of the binding do not count. */
  misconfigured({ policy, binding, problem }: Misconfiguration<ValidatingPolicy>): void {
    if (policy.failsOpen) return;
    const message = `failed to configure ${binding === undefined ? 'policy' : 'binding'}: ${problem}`;
    this.#denial ??= { policy: policy.name, binding, message, reason: 'Invalid' };
  }

  take(policy: ValidatingPolicy, binding: Binding, { decisions, annotations }: ValidationOutcome): void {
    for (const [index, decision] of decisions.entries()) {
      if (decision.isDenied) this.#denied(policy, binding, decision, index);
      else if (decision.isError) this.#observe(policy, binding, 'allow', decision);
    }
    for (const annotation of annotations) this.#annotation(policy, binding, annotation);
  }

  /** The annotations of one policy, when it has been asked through all of its bindings. */
  publishAnnotations(policy: string): void {
    this.#annotations.publish(policy, this.#attributes.annotate);
    this.#annotations = new AuditAnnotations();
  }

  /** Throws the refusal of the request. */
  finish(): void {
    if (this.#denial === undefined) return;
    const { policy, binding, message, reason, expression } = this.#denial;
    const through = binding === undefined ? '' : ` with binding '${binding.name}'`;
    const text = `ValidatingAdmissionPolicy '${policy}'${through} denied request: ${message}`;
    const refusal = policyDenial(this.#attributes, text, reason);
    const decision: AdmissionDecision = { policy, step: 'validate', outcome: 'refused' };
    if (binding !== undefined) decision.binding = binding.name;
    if (expression !== undefined) decision.expression = expression;
    this.#attributes.recorder?.answered({ ...decision, code: refusal.code, message });
    throw refusal;
  }

  #denied(policy: ValidatingPolicy, binding: Binding, decision: Decision, index: number): void {
    const { warn, annotate } = this.#attributes;
    const { message, reason, expression } = decision;
    const { validationActions: actions = ['Deny'] } = binding.object.spec;
    for (const action of actions) {
      if (action === 'Deny') {
        this.#denial ??= { policy: policy.name, binding, message, reason, expression };
        this.#observe(policy, binding, 'deny', decision);
      } else if (action === 'Warn') {
        warn(
          `Validation failed for ValidatingAdmissionPolicy '${policy.name}' with binding '${binding.name}': ${message}`,
        );
        this.#observe(policy, binding, 'warn', decision);
      } else if (action === 'Audit') {
        if (!this.#hasFailure) {
          annotate(this.#failureKey, validationFailure(policy.name, binding.name, message, index, actions));
        }
        this.#hasFailure = true;
        this.#observe(policy, binding, 'audit', decision);
      }
    }
  }

  #annotation(policy: ValidatingPolicy, binding: Binding, annotation: AnnotationOutcome): void {
    if ('value' in annotation) {
      this.#annotations.add(annotation.key, annotation.value);
    } else if (!policy.failsOpen) {
      const { problem: message, expression } = annotation;
      this.#denial ??= { policy: policy.name, binding, message, reason: 'Invalid', expression };
    }
  }

  #observe(
    policy: ValidatingPolicy,
    binding: Binding,
    action: Parameters<PolicyObserver['validated']>[2],
    decision: Decision,
  ): void {
    this.#observer.validated(
      policy.name,
      binding.name,
      action,
      errorTypeOf(decision.isError ? decision.message : undefined),
      decision.elapsed / 1_000,
    );
  }
}
