import type { BatchV1JobSpec } from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { nonNegative } from '../workload/counters.ts';

const manyCompletions = 100_000;
const maxOfMany = 10_000;

/** Validates how often each index of a job may fail, and how many of them. */
export function validatePerIndex(spec: BatchV1JobSpec, path: FieldPath): FieldError[] {
  const { backoffLimitPerIndex, maxFailedIndexes, completionMode } = spec;
  const [limitPath, failedPath] = [path.child('backoffLimitPerIndex'), path.child('maxFailedIndexes')];
  const text = 'requires indexed completion mode';
  const isIndexed = completionMode === 'Indexed';
  const isPlain = completionMode === undefined || completionMode === 'NonIndexed';
  return [
    ...nonNegative(backoffLimitPerIndex, limitPath),
    ...nonNegative(maxFailedIndexes, failedPath),
    ...(maxFailedIndexes !== undefined && backoffLimitPerIndex === undefined
      ? [required(limitPath, 'when maxFailedIndexes is specified')]
      : []),
    ...(isIndexed ? validateFailedIndexes(spec, path) : []),
    ...(isPlain && backoffLimitPerIndex !== undefined
      ? [invalid(limitPath, backoffLimitPerIndex, text)]
      : []),
    ...(isPlain && maxFailedIndexes !== undefined ? [invalid(failedPath, maxFailedIndexes, text)] : []),
  ];
}

function validateFailedIndexes(
  { backoffLimitPerIndex, maxFailedIndexes, completions, parallelism = 0 }: BatchV1JobSpec,
  path: FieldPath,
): FieldError[] {
  const failedPath = path.child('maxFailedIndexes');
  const failed = maxFailedIndexes ?? 0;
  const isMany =
    completions !== undefined && completions > manyCompletions && backoffLimitPerIndex !== undefined;
  const atMost =
    `must be less than or equal to ${maxOfMany} when completions are above ${manyCompletions} ` +
    'and used with backoff limit per index';
  return [
    ...(completions !== undefined && failed > completions
      ? [invalid(failedPath, failed, 'must be less than or equal to completions')]
      : []),
    ...(failed > manyCompletions
      ? [invalid(failedPath, failed, `must be less than or equal to ${manyCompletions}`)]
      : []),
    ...(isMany && maxFailedIndexes === undefined
      ? [required(failedPath, `must be specified when completions is above ${manyCompletions}`)]
      : []),
    ...(isMany && parallelism > maxOfMany ? [invalid(path.child('parallelism'), parallelism, atMost)] : []),
    ...(isMany && failed > maxOfMany ? [invalid(failedPath, failed, atMost)] : []),
  ];
}
