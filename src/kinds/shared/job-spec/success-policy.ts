import type { BatchV1JobSpec, BatchV1SuccessPolicyRule } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  required,
  tooLong,
  tooMany,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { asGo } from '../go-types/index.ts';
import { nonNegative } from '../workload/counters.ts';
import { countIndexes, IndexesError, parseIndexes } from './indexes.ts';

const maxRules = 20;
const maxIndexesBytes = 64 * 1024;

/** Validates when a job has succeeded before all of its indexes have. */
export function validateSuccessPolicy(
  { successPolicy, completionMode, completions = 0 }: BatchV1JobSpec,
  path: FieldPath,
): FieldError[] {
  if (successPolicy === undefined) return [];
  if (completionMode !== 'Indexed')
    return [invalid(path, asGo('SuccessPolicy', successPolicy), 'requires indexed completion mode')];
  const rules = successPolicy.rules ?? [];
  const rulesPath = path.child('rules');
  const text = 'at least one rules must be specified when the successPolicy is specified';
  return [
    ...(rules.length === 0 ? [required(rulesPath, text)] : []),
    ...(rules.length > maxRules ? [tooMany(rulesPath, rules.length, maxRules)] : []),
    ...validateEach(rules, (rule, index) => validateRule(rule, completions, rulesPath.index(index))),
  ];
}

function validateRule(
  { succeededIndexes, succeededCount }: BatchV1SuccessPolicyRule,
  completions: number,
  path: FieldPath,
): FieldError[] {
  const indexesPath = path.child('succeededIndexes');
  const { total, problem } = indexesOf(succeededIndexes ?? '', completions);
  const isEmpty = succeededIndexes === undefined && succeededCount === undefined;
  const isTooLong = Buffer.byteLength(succeededIndexes ?? '') > maxIndexesBytes;
  return [
    ...(isEmpty
      ? [required(path, 'at least one of succeededCount or succeededIndexes must be specified')]
      : []),
    ...(isTooLong ? [tooLong(indexesPath, maxIndexesBytes)] : []),
    ...(problem === undefined
      ? []
      : [invalid(indexesPath, succeededIndexes, `error parsing succeededIndexes: ${problem}`)]),
    ...validateCount(
      succeededCount,
      { completions, total: succeededIndexes === undefined ? undefined : total },
      path.child('succeededCount'),
    ),
  ];
}

function indexesOf(text: string, completions: number): { total: number; problem?: string } {
  try {
    return { total: countIndexes(parseIndexes(text, completions)) };
  } catch (error) {
    if (!(error instanceof IndexesError)) throw error;
    return { total: 0, problem: error.message };
  }
}

function validateCount(
  count: number | undefined,
  { completions, total }: { completions: number; total: number | undefined },
  path: FieldPath,
): FieldError[] {
  if (count === undefined) return [];
  const atMost = (limit: number, what: string) =>
    count > limit ? [invalid(path, count, `must be less than or equal to ${limit} (${what})`)] : [];
  return [
    ...nonNegative(count, path),
    ...atMost(completions, 'the number of specified completions'),
    ...(total === undefined
      ? []
      : atMost(total, 'the number of indexes in the specified succeededIndexes field')),
  ];
}
