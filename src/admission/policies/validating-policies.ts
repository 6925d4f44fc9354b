import type { ValidatingPolicy } from '../../api/policies/validating-policy.ts';
import { after, inOrder } from '../../util/in-order.ts';
import type { AdmissionAttributes, AdmissionPlugin, AdmissionTarget, WriteTarget } from '../plugin.ts';
import { askConditions } from './conditions.ts';
import { type Invocation, invocationsOf } from './invocations.ts';
import type { Candidate, PolicyIndex, PolicyObject } from './policy-index.ts';
import { observedConditions, type PolicyParts } from './policy-parts.ts';
import { PolicyRequest } from './policy-request.ts';
import { tryPolicy } from './tried-policy.ts';
import { validate } from './validation.ts';
import { ValidationActions } from './validation-actions.ts';

/** Asks validating policies: all of them, and the first that denies is the answer. */
export class ValidatingPolicies<O extends PolicyObject> implements AdmissionPlugin {
  readonly #parts: PolicyParts;
  readonly #index: PolicyIndex<O, ValidatingPolicy>;
  readonly #failureKey: string;

  constructor(parts: PolicyParts, index: PolicyIndex<O, ValidatingPolicy>, api: string) {
    this.#parts = parts;
    this.#index = index;
    this.#failureKey = `validation.policy.admission.${api}/validation_failure`;
  }

  handles(target: AdmissionTarget): boolean {
    return !this.#parts.isExempt(target);
  }

  skipsNoopUpdates(target: WriteTarget): boolean {
    return this.#index.candidates(target).length === 0;
  }

  validate(attributes: AdmissionAttributes): void | Promise<void> {
    const candidates = this.#index.candidates(attributes);
    const isTried = attributes.recorder?.expressions?.tried !== undefined && !this.#parts.isInFile;
    if (isTried) return this.#tryAndAsk(candidates, attributes);
    if (candidates.length > 0) return this.#askAll(candidates, attributes);
  }

  /** Evaluates the tried policy first: those that are in force may refuse the request. */
  async #tryAndAsk(
    candidates: readonly Candidate<ValidatingPolicy>[],
    attributes: AdmissionAttributes,
  ): Promise<void> {
    await tryPolicy(new PolicyRequest(attributes, this.#parts, { onlyReads: true }), this.#parts);
    await this.#askAll(candidates, attributes);
  }

  /** Waits only for what the caches do not have, and for authorizers: most policies are asked at once. */
  #askAll(
    candidates: readonly Candidate<ValidatingPolicy>[],
    attributes: AdmissionAttributes,
  ): void | Promise<void> {
    const request = new PolicyRequest(attributes, this.#parts, { onlyReads: true });
    const actions = new ValidationActions(attributes, this.#parts.observer, this.#failureKey);
    const asked = inOrder(candidates, (candidate) =>
      after(
        after(candidate.prepare(request.pacer), () => this.#ask(candidate, request, actions)),
        () => actions.publishAnnotations(candidate.policy.name),
      ),
    );
    return after(asked, () => actions.finish());
  }

  #ask(
    candidate: Candidate<ValidatingPolicy>,
    request: PolicyRequest,
    actions: ValidationActions,
  ): void | Promise<void> {
    const { versions } = this.#parts;
    const found = invocationsOf(candidate, request, versions, (error) => actions.misconfigured(error));
    return after(found, (invocations) =>
      inOrder(invocations, (invocation) =>
        after(request.findNamespace(), () => this.#evaluate(invocation, request, actions)),
      ),
    );
  }

  #evaluate(
    invocation: Invocation<ValidatingPolicy>,
    request: PolicyRequest,
    actions: ValidationActions,
  ): void | Promise<void> {
    const { policy, binding } = invocation;
    const conditions =
      policy.conditions.length === 0
        ? 'hold'
        : askConditions(
            policy.conditions,
            request.conditionsEvaluation(invocation),
            this.#parts.observer,
            observedConditions(policy.name, 'validate', request.attributes),
          );
    const validated = after(conditions, (outcome) =>
      validate(policy, outcome, request.evaluation(invocation)),
    );
    return after(validated, (outcome) => actions.take(policy, binding, outcome));
  }
}
