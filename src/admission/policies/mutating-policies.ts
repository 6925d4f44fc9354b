import { equalValues } from '../../api/json/json-values.ts';
import type { ListOrder } from '../../api/patch/apply/list-order.ts';
import { OutOfBudgetError } from '../../api/policies/evaluation.ts';
import type { CompiledMutation, MutatingPolicy } from '../../api/policies/mutating-policy.ts';
import { Reinvocation } from '../matching/reinvocation.ts';
import { replaceObject } from '../matching/replace-object.ts';
import type { AdmissionAttributes, AdmissionPlugin, AdmissionTarget, WriteTarget } from '../plugin.ts';
import { ConfigurationMerger } from './apply-configuration.ts';
import { askConditions } from './conditions.ts';
import { errorTypeOf } from './error-type.ts';
import { type Invocation, invocationsOf } from './invocations.ts';
import { mutated } from './mutation.ts';
import { MutationError } from './mutation-error.ts';
import { MutationProblems } from './mutation-problems.ts';
import type { Candidate, PolicyIndex, PolicyObject } from './policy-index.ts';
import { observedConditions, type PolicyParts } from './policy-parts.ts';
import { PolicyRequest } from './policy-request.ts';

/** Asks mutating policies, one after the other: each sees what those before it have made of the object. */
export class MutatingPolicies<O extends PolicyObject> implements AdmissionPlugin {
  readonly #parts: PolicyParts;
  readonly #index: PolicyIndex<O, MutatingPolicy>;
  readonly #merger: ConfigurationMerger;
  /** State of requests whose first round is over and that may see a second. */
  readonly #reinvocations = new WeakMap<AdmissionAttributes, Reinvocation>();

  constructor(parts: PolicyParts, index: PolicyIndex<O, MutatingPolicy>, order: ListOrder) {
    this.#parts = parts;
    this.#index = index;
    this.#merger = new ConfigurationMerger(order);
  }

  /** Deleted objects cannot be changed. */
  handles(target: AdmissionTarget): boolean {
    return target.operation !== 'DELETE' && !this.#parts.isExempt(target);
  }

  skipsNoopUpdates(target: WriteTarget): boolean {
    return this.#index.candidates(target).length === 0;
  }

  admit(attributes: AdmissionAttributes, again: boolean): void | Promise<void> {
    const candidates = this.#index.candidates(attributes);
    if (candidates.length > 0) return this.#askAll(candidates, attributes, again);
  }

  async #askAll(
    candidates: readonly Candidate<MutatingPolicy>[],
    attributes: AdmissionAttributes,
    again: boolean,
  ): Promise<void> {
    const request = new PolicyRequest(attributes, this.#parts, { onlyReads: false });
    const problems = new MutationProblems();
    const invocations: Invocation<MutatingPolicy>[] = [];
    for (const candidate of candidates) {
      await candidate.prepare(request.pacer);
      const found = await invocationsOf(candidate, request, this.#parts.versions, (error) =>
        problems.misconfigured(error),
      );
      invocations.push(...found);
    }
    await this.#invokeAll(invocations, request, problems, again);
    problems.finish(attributes);
  }

  async #invokeAll(
    invocations: readonly Invocation<MutatingPolicy>[],
    request: PolicyRequest,
    problems: MutationProblems,
    again: boolean,
  ): Promise<void> {
    const { attributes } = request;
    const reinvocation = Reinvocation.of(this.#reinvocations, attributes, again);
    let hasChanged = false;
    for (const invocation of invocations) {
      const identity = identityOf(invocation);
      if (again && !reinvocation.isDue(identity)) continue;
      await request.findNamespace();
      if (!(await this.#isConcerned(invocation, request, problems))) continue;
      if (await this.#invoke(invocation, request, problems)) {
        hasChanged = true;
        reinvocation.changed();
        attributes.reinvoke();
      }
      if (invocation.policy.isReinvocable) reinvocation.invoked(identity);
    }
    // The last one that changed something is asked again as well.
    if (hasChanged) reinvocation.changed();
    reinvocation.roundOver(attributes.object);
  }

  async #isConcerned(
    invocation: Invocation<MutatingPolicy>,
    request: PolicyRequest,
    problems: MutationProblems,
  ): Promise<boolean> {
    const { policy, binding } = invocation;
    const { observer } = this.#parts;
    const evaluation = request.conditionsEvaluation(invocation);
    const observed = observedConditions(policy.name, 'admit', request.attributes);
    const outcome = await askConditions(policy.conditions, evaluation, observer, observed);
    if (typeof outcome === 'object') problems.add(policy, binding, outcome.problem);
    return outcome === 'hold';
  }

  /** Whether its mutations have changed the object. */
  async #invoke(
    invocation: Invocation<MutatingPolicy>,
    request: PolicyRequest,
    problems: MutationProblems,
  ): Promise<boolean> {
    const { policy, binding } = invocation;
    const { attributes } = request;
    let hasChanged = false;
    for (const mutation of policy.mutations) {
      if (attributes.object === undefined) break;
      const begun = performance.now();
      let problem: string | undefined;
      try {
        if (await this.#mutate(invocation, mutation, request)) hasChanged = true;
      } catch (error) {
        if (!(error instanceof MutationError || error instanceof OutOfBudgetError)) throw error;
        problem = error.message;
        problems.add(policy, binding, problem, mutation.text);
      }
      const seconds = (performance.now() - begun) / 1_000;
      this.#parts.observer.mutated(policy.name, binding.name, errorTypeOf(problem), seconds);
    }
    if (hasChanged) {
      const decision = {
        policy: policy.name,
        binding: binding.name,
        step: 'admit',
        outcome: 'changed',
      } as const;
      attributes.recorder?.changed(decision, attributes.object);
    }
    return hasChanged;
  }

  /** Variables are those of the object as it is by now. */
  async #mutate(
    invocation: Invocation<MutatingPolicy>,
    mutation: CompiledMutation,
    request: PolicyRequest,
  ): Promise<boolean> {
    const { as } = invocation;
    const { attributes, objects } = request;
    const evaluation = request.evaluation(invocation);
    const value = await mutated(mutation, evaluation, request, as, this.#merger);
    if (value === undefined) return false;
    const changed = objects.shaped(value, as);
    if (equalValues(changed, objects.valuesAs(as).object)) return false;
    replaceObject(changed, as, attributes, objects);
    request.forget();
    return true;
  }
}

const identityOf = ({ policy, binding, params }: Invocation<MutatingPolicy>): string =>
  JSON.stringify([policy.name, binding.name, params?.metadata.namespace, params?.metadata.name]);
