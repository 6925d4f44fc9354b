import type { ApiObject } from '../../api/meta/metadata.ts';
import { StatusError } from '../../api/meta/status.ts';
import { budgets, OutOfBudgetError } from '../../api/policies/evaluation.ts';
import { compileMutatingPolicy, type MutatingPolicy } from '../../api/policies/mutating-policy.ts';
import { compileValidatingPolicy, type ValidatingPolicy } from '../../api/policies/validating-policy.ts';
import type { TriedPolicy } from '../../api/request/decisions.ts';
import type {
  AdmissionregistrationV1MatchResources,
  AdmissionregistrationV1MutatingAdmissionPolicy,
  AdmissionregistrationV1ValidatingAdmissionPolicy,
} from '../../api/schema/types.gen.ts';
import type { Pacer } from '../../util/pacer.ts';
import { type Interruptible, inSlices } from '../../util/slices.ts';
import type { ResourceVersion } from '../matching/resource-version.ts';
import { ruledTarget } from '../matching/target-cache.ts';
import { fitOf, matchRulesOf } from './match-rules.ts';
import { ConfigurationError, paramObjects, paramsOf } from './params.ts';
import type { PolicyParts } from './policy-parts.ts';
import type { AskedPolicy, PolicyRequest } from './policy-request.ts';
import { validate } from './validation.ts';

type Compiled = ValidatingPolicy | MutatingPolicy;

/**
 * Evaluates all expressions of a policy that is not in force, whether its rules match the request or not. It decides
 * nothing: the recorder of the request is told what they give. Mutations see the object as it will be stored, and leave it
 * as it is.
 */
export async function tryPolicy(request: PolicyRequest, parts: PolicyParts): Promise<void> {
  const recorder = request.attributes.recorder!.expressions!;
  const tried = recorder.tried!;
  const { metadata } = tried.policy as { metadata?: { name?: string } };
  const tell = (expression: string, problem: string): void =>
    recorder.evaluated({ policy: metadata?.name ?? '', expression, problem, cost: 0 });
  try {
    await tryAll(request, parts, tried, tell);
  } catch (error) {
    const isExpected = error instanceof StatusError || error instanceof ConfigurationError;
    if (!isExpected && !(error instanceof OutOfBudgetError)) throw error;
    tell('', error.message);
  }
}

async function tryAll(
  request: PolicyRequest,
  parts: PolicyParts,
  { policy: written, paramRef }: TriedPolicy,
  tell: (expression: string, problem: string) => void,
): Promise<void> {
  const { attributes } = request;
  const { policy, match } = await compiled(written, parts, request.pacer);
  const rules = matchRulesOf(match);
  const fit = fitOf(rules, ruledTarget(attributes), parts.versions.of(attributes.group, attributes.resource));
  const matched = fit && (await request.matches(rules, fit));
  if (matched === undefined) tell('', 'its rules do not match the request');
  await request.findNamespace();
  const as: ResourceVersion = matched ?? ruledTarget(attributes);
  const objects = paramObjects(parts.versions, policy.paramKind);
  for (const params of await paramsOf(objects, paramRef, attributes.namespace)) {
    await evaluateAll({ policy, binding: undefined, params, as }, request);
  }
}

/** The policy as it would be stored. Rejects with what its creation would be refused with. */
async function compiled(
  written: object,
  { writer, group, environments }: PolicyParts,
  pacer: Pacer,
): Promise<{ policy: Compiled; match: AdmissionregistrationV1MatchResources }> {
  const object = { ...written } as Record<string, unknown>;
  const mutates = object['kind'] === 'MutatingAdmissionPolicy';
  const resource = mutates ? 'mutatingadmissionpolicies' : 'validatingadmissionpolicies';
  const shaped: ApiObject = await writer.shaped({ group, resource }, object);
  const { matchConstraints: match = {} } = shaped['spec'] as {
    matchConstraints?: AdmissionregistrationV1MatchResources;
  };
  const compiling: Interruptible<Compiled> = mutates
    ? compileMutatingPolicy(
        shaped as ApiObject & AdmissionregistrationV1MutatingAdmissionPolicy,
        environments,
      )
    : compileValidatingPolicy(
        shaped as ApiObject & AdmissionregistrationV1ValidatingAdmissionPolicy,
        environments,
      );
  return { policy: await inSlices(compiling, pacer), match };
}

async function evaluateAll(asked: AskedPolicy & { policy: Compiled }, request: PolicyRequest): Promise<void> {
  const { policy } = asked;
  const conditions = request.conditionsEvaluation(asked);
  const left = { cost: budgets.conditions };
  for (const condition of policy.conditions) await conditions.evaluate(condition, left);
  const evaluation = request.evaluation(asked);
  if ('validations' in policy) {
    await validate(policy, 'hold', evaluation);
    return;
  }
  for (const mutation of policy.mutations) {
    await evaluation.evaluate(mutation, { cost: budgets.policy });
  }
}
