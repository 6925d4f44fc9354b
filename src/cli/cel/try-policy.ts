import type { Compilation } from '../../api/cel/contract.ts';
import { valueOfJson } from '../../api/cel/values/json.ts';
import type { CompiledPolicy } from '../../api/policies/compiled-policy.ts';
import { Environments } from '../../api/policies/environments.ts';
import { budgets, Evaluation } from '../../api/policies/evaluation.ts';
import { compileMutatingPolicy } from '../../api/policies/mutating-policy.ts';
import { compileValidatingPolicy } from '../../api/policies/validating-policy.ts';
import type {
  AdmissionregistrationV1MutatingAdmissionPolicy,
  AdmissionregistrationV1ValidatingAdmissionPolicy,
} from '../../api/schema/types.gen.ts';
import { atOnce } from '../../util/slices.ts';
import { type Trial, type TriedObjects, tried, variablesOf } from './trial.ts';

type Validating = AdmissionregistrationV1ValidatingAdmissionPolicy;
type Mutating = AdmissionregistrationV1MutatingAdmissionPolicy;

export function isPolicy(object: object | undefined): object is Validating | Mutating {
  const kind = object !== undefined && 'kind' in object ? object.kind : undefined;
  return kind === 'ValidatingAdmissionPolicy' || kind === 'MutatingAdmissionPolicy';
}

/** All expressions of a policy: those that a request would not come to as well. */
export async function tryPolicy(
  policy: Validating | Mutating,
  objects: TriedObjects,
  release: string,
): Promise<Trial[]> {
  const environments = new Environments(release);
  const isValidating = (one: Validating | Mutating): one is Validating =>
    one.kind === 'ValidatingAdmissionPolicy';
  if (isValidating(policy)) return tryValidating(policy, objects, environments);
  const compiled = atOnce(compileMutatingPolicy(policy, environments));
  const trial = new PolicyTrial(compiled, objects);
  await trial.common(policy.spec.variables ?? []);
  for (const [index, mutation] of compiled.mutations.entries())
    await trial.add(`mutations[${index}]`, mutation);
  return trial.trials;
}

async function tryValidating(
  policy: Validating,
  objects: TriedObjects,
  environments: Environments,
): Promise<Trial[]> {
  const compiled = atOnce(compileValidatingPolicy(policy, environments));
  const trial = new PolicyTrial(compiled, objects);
  await trial.common(policy.spec.variables ?? []);
  for (const [index, validation] of compiled.validations.entries()) {
    const passed = await trial.add(`validations[${index}]`, validation, validation.message);
    if (!passed && validation.messageExpression !== undefined) {
      await trial.add(`validations[${index}].messageExpression`, validation.messageExpression);
    }
  }
  for (const [index, annotation] of compiled.auditAnnotations.entries()) {
    await trial.add(`auditAnnotations[${index}]`, annotation);
  }
  return trial.trials;
}

class PolicyTrial {
  readonly trials: Trial[] = [];
  readonly #policy: CompiledPolicy;
  readonly #evaluation: Evaluation;

  constructor(policy: CompiledPolicy, objects: TriedObjects) {
    const params = policy.paramKind === undefined ? undefined : valueOfJson(objects.params ?? null);
    this.#policy = policy;
    this.#evaluation = new Evaluation(policy, variablesOf(objects), params);
  }

  /** Conditions and variables. */
  async common(variables: readonly { name: string; expression: string }[]): Promise<void> {
    for (const condition of this.#policy.conditions) {
      await this.add(`matchConditions[${condition.name}]`, condition);
    }
    for (const { name, expression: text } of variables) {
      await this.add(`variables.${name}`, { text, compiled: this.#policy.variables.get(name)! });
    }
  }

  /** Whether it gives true. `message`: that of a failure. */
  async add(
    place: string,
    expression: { text: string; compiled: Compilation },
    message = '',
  ): Promise<boolean> {
    const { result, ...trial } = await tried(place, expression, this.#evaluation, budgets.policy);
    const notes = result === false && message !== '' ? [...trial.notes, `message: ${message}`] : trial.notes;
    this.trials.push({ ...trial, notes });
    return result === true;
  }
}
