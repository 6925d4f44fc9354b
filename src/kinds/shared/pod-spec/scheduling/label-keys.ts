import type { CoreV1PodAffinityTerm, MetaV1LabelSelector } from '../../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
} from '../../../../api/validation/field-errors.ts';
import { validateLabelName } from '../../../../api/validation/label-validation.ts';
import { validateEach } from '../../../../api/validation/validate-each.ts';

const inSelector = 'exists in both matchLabelKeys and labelSelector';

/** Validates labels of the pod itself by whose values a term finds others: each key stands in one place. */
export function validateAffinityKeys(
  { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] }: CoreV1PodAffinityTerm,
  path: FieldPath,
): FieldError[] {
  const matchPath = path.child('matchLabelKeys');
  const mismatches = new Set(mismatchLabelKeys);
  const twice = 'exists in both matchLabelKeys and mismatchLabelKeys';
  return [
    ...validateKeyNames(matchLabelKeys, labelSelector, matchPath),
    ...validateKeyNames(mismatchLabelKeys, labelSelector, path.child('mismatchLabelKeys')),
    ...validateEach(matchLabelKeys, (key, index) =>
      mismatches.has(key) ? [invalid(matchPath.index(index), key, twice)] : [],
    ),
    ...validateMergedKeys(matchLabelKeys, labelSelector, path),
  ];
}

/** Validates the keys alone: they add to a selector. */
export function validateKeyNames(
  keys: readonly string[],
  selector: MetaV1LabelSelector | undefined,
  path: FieldPath,
): FieldError[] {
  if (keys.length === 0) return [];
  return [
    ...(selector === undefined
      ? [forbidden(path, 'must not be specified when labelSelector is not set')]
      : []),
    ...validateEach(keys, (key, index) => validateLabelName(key, path.index(index))),
  ];
}

/**
 * Refuses keys that the selector has by itself. The server adds one expression for each key, the last ones: a key that
 * occurs twice, or in another way, was the client's. The index in these paths stands without the name of the field.
 */
export function validateMergedKeys(
  keys: readonly string[],
  selector: MetaV1LabelSelector | undefined,
  path: FieldPath,
): FieldError[] {
  if (keys.length === 0 || selector === undefined) return [];
  const { matchLabels = {}, matchExpressions = [] } = selector;
  const counts = Map.groupBy(matchExpressions, ({ key }) => key);
  return validateEach(keys, (key, index) => {
    const expressions = counts.get(key) ?? [];
    const isOwn =
      Object.hasOwn(matchLabels, key) ||
      expressions.length > 1 ||
      expressions.some(({ operator, values = [] }) => operator !== 'In' || values.length !== 1);
    return isOwn ? [invalid(path.index(index), key, inSelector)] : [];
  });
}

/** Refuses keys that the selector has, where the server adds none. */
export function validateSeparateKeys(
  keys: readonly string[],
  selector: MetaV1LabelSelector | undefined,
  path: FieldPath,
): FieldError[] {
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {};
  const own = new Set([...Object.keys(matchLabels), ...matchExpressions.map(({ key }) => key)]);
  return validateEach(keys, (key, index) =>
    own.has(key) ? [invalid(path.index(index), key, inSelector)] : [],
  );
}
