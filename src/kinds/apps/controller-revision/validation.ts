import type { AppsV1ControllerRevision } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, required } from '../../../api/validation/field-errors.ts';
import { unchanged } from '../../shared/unchanged.ts';
import { nonNegative } from '../../shared/workload/counters.ts';

const dataPath = FieldPath.of('data');

/** `wantsObject`: data that is something else than an object has not been taken since 1.31. */
export function validateControllerRevision(
  { data, revision }: AppsV1ControllerRevision,
  wantsObject: boolean,
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
  wantsObject: boolean,
): FieldError[] {
  return [
    ...(wantsObject
      ? nonNegative(revision.revision, FieldPath.of('revision'))
      : validateControllerRevision(revision, wantsObject)),
    ...unchanged(revision.data, old.data, dataPath),
  ];
}
