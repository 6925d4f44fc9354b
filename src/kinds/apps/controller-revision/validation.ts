import { writeJson } from '../../../api/codec/json.ts';
import type { AppsV1ControllerRevision } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { unchanged } from '../../shared/unchanged.ts';
import { nonNegative } from '../../shared/workload/counters.ts';

const dataPath = FieldPath.of('data');

export interface ControllerRevisionRules {
  /** Data that is something else than an object has not been taken since 1.31. */
  readonly wantsObject: boolean;
  /** Data that is the same in another order counts as other data. */
  readonly keepsOrder: boolean;
}

export function validateControllerRevision(
  { data, revision }: AppsV1ControllerRevision,
  { wantsObject }: Pick<ControllerRevisionRules, 'wantsObject'>,
): FieldError[] {
  const isMissing = data === undefined || data === null;
  const isOdd = wantsObject && !isMissing && (typeof data !== 'object' || Array.isArray(data));
  return [
    ...(isMissing ? [required(dataPath, 'data is mandatory')] : []),
    ...(isOdd ? [required(dataPath, 'data must be a valid JSON object')] : []),
    ...nonNegative(revision, FieldPath.of('revision')),
  ];
}

/** The number may change, as revisions are put in a new order; what they hold may not. */
export function validateControllerRevisionUpdate(
  revision: AppsV1ControllerRevision,
  old: AppsV1ControllerRevision,
  { wantsObject, keepsOrder }: ControllerRevisionRules,
): FieldError[] {
  return [
    ...(wantsObject
      ? nonNegative(revision.revision, FieldPath.of('revision'))
      : validateControllerRevision(revision, { wantsObject })),
    ...(keepsOrder ? unchangedText(revision.data, old.data) : unchanged(revision.data, old.data, dataPath)),
  ];
}

/** A strategic patch and an apply put data in another order: they are refused, whatever else they are about. */
const unchangedText = (data: unknown, old: unknown): FieldError[] =>
  textOf(data) === textOf(old) ? [] : [invalid(dataPath, data, 'field is immutable')];

const textOf = (data: unknown): string => (data === undefined ? '' : writeJson(data));
