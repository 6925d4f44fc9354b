import type { ValidatingPolicy } from '../../api/policies/validating-policy.ts';
import type { AdmissionAttributes, AdmissionPlugin, AdmissionTarget, WriteTarget } from '../plugin.ts';
import { askConditions } from './conditions.ts';
import { invocationsOf } from './invocations.ts';
import type { Candidate, PolicyIndex, PolicyObject } from './policy-index.ts';
import { observedConditions, type PolicyParts } from './policy-parts.ts';
import { PolicyRequest } from './policy-request.ts';
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
    if (candidates.length > 0) return this.#askAll(candidates, attributes);
  }

  async #askAll(
    candidates: readonly Candidate<ValidatingPolicy>[],
    attributes: AdmissionAttributes,
  ): Promise<void> {
    const request = new PolicyRequest(attributes, this.#parts, { onlyReads: true });
    const actions = new ValidationActions(attributes, this.#parts.observer, this.#failureKey);
    for (const candidate of candidates) {
      await this.#ask(candidate, request, actions);
      actions.publishAnnotations(candidate.policy.name);
    }
    actions.finish();
  }

  async #ask(
    candidate: Candidate<ValidatingPolicy>,
    request: PolicyRequest,
    actions: ValidationActions,
  ): Promise<void> {
    const { versions, observer } = this.#parts;
    const { policy } = candidate;
    const found = invocationsOf(candidate, request, versions, (error) => actions.misconfigured(error));
    const invocations = found instanceof Promise ? await found : found;
    const observed = observedConditions(policy.name, 'validate', request.attributes);
    for (const { binding, as, params } of invocations) {
      const finding = request.findNamespace();
      if (finding !== undefined) await finding;
      const conditions =
        policy.conditions.length === 0
          ? 'hold'
          : await askConditions(
              policy.conditions,
              request.conditionsEvaluation(policy, as, params),
              observer,
              observed,
            );
      const evaluation = request.evaluation(policy, as, params);
      actions.take(policy, binding, await validate(policy, conditions, evaluation));
    }
  }
}
