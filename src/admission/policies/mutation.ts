import { jsonOfValue } from '../../api/cel/values/to-json.ts';
import { CelError, type CelValue } from '../../api/cel/values/value.ts';
import { unknownField } from '../../api/codec/duplicate-fields.ts';
import { DecodeError } from '../../api/codec/json.ts';
import { Normalizer } from '../../api/codec/normalizer.ts';
import { isMap, type JsonMap } from '../../api/json/json-values.ts';
import { typeFields } from '../../api/meta/metadata.ts';
import { internalError } from '../../api/meta/status.ts';
import { budgets, type Evaluation } from '../../api/policies/evaluation.ts';
import { configurationOf, LiteralError } from '../../api/policies/json-of.ts';
import type { CompiledMutation } from '../../api/policies/mutating-policy.ts';
import type { StructSchema } from '../../api/schema/schema.ts';
import type { ResourceVersion } from '../matching/resource-version.ts';
import { ApplyError, type ConfigurationMerger } from './apply-configuration.ts';
import { applyOperations } from './json-patch.ts';
import { MutationError } from './mutation-error.ts';
import type { PolicyRequest } from './policy-request.ts';

/**
 * The object after one mutation, in the version in which the policy sees it; undefined when the mutation leaves it as it
 * is. Rejects with MutationError, OutOfBudgetError, and StatusError for what ends the request.
 */
export async function mutated(
  mutation: CompiledMutation,
  evaluation: Evaluation,
  request: PolicyRequest,
  as: ResourceVersion,
  merger: ConfigurationMerger,
): Promise<unknown> {
  const asked = evaluation.evaluate(mutation, { cost: budgets.policy });
  const outcome = asked instanceof Promise ? await asked : asked;
  if (outcome.problem !== undefined) throw new MutationError(outcome.problem);
  const before = request.objects.valueAs(as);
  return mutation.patchType === 'JSONPatch'
    ? patched(before, outcome.value, request, as)
    : applied(before, outcome.value, request, as, merger);
}

/** A test that fails is a reason to leave the object as it is. */
async function patched(
  before: JsonMap,
  value: CelValue,
  { objects, pacer }: PolicyRequest,
  as: ResourceVersion,
): Promise<unknown> {
  const schema = objects.schemaAs(as);
  const operations = operationsOf(value);
  const after = operations.length === 0 ? undefined : await applyOperations(before, operations, pacer);
  if (after !== undefined && schema !== undefined) checkFields(after, schema);
  return after;
}

function operationsOf(value: CelValue): JsonMap[] {
  try {
    return jsonOfValue(value) as JsonMap[];
  } catch (error) {
    if (error instanceof CelError) throw new MutationError(error.message);
    throw error;
  }
}

/** Custom resources are pruned instead. Throws an internal error. */
function checkFields(value: unknown, schema: StructSchema): void {
  if (!isMap(value) || schema.dynamic !== undefined) return;
  const unknown: string[] = [];
  try {
    new Normalizer(unknown).normalize(value, schema, typeFields);
  } catch (error) {
    if (error instanceof DecodeError) throw internalError(error.message);
    throw error;
  }
  if (unknown.length === 0) return;
  throw internalError(`strict decoding error: ${unknown.map(unknownField).join(', ')}`);
}

function applied(
  before: JsonMap,
  value: CelValue,
  { objects }: PolicyRequest,
  as: ResourceVersion,
  merger: ConfigurationMerger,
): unknown {
  const { kind } = objects.valuesAs(as);
  const schema = objects.schemaAs(as);
  try {
    return merger.merge(before, configurationOf(value, 'Object') as JsonMap, kind, schema);
  } catch (error) {
    if (error instanceof LiteralError || error instanceof ApplyError || error instanceof CelError)
      throw new MutationError(error.message);
    throw error;
  }
}
