import type { AppsV1ControllerRevision } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, required } from '../../../api/validation/field-errors.ts';
import { unchanged } from '../../shared/unchanged.ts';
import { nonNegative } from '../../shared/workload/counters.ts';

const dataPath = FieldPath.of('data');

export function validateControllerRevision({ data, revision }: AppsV1ControllerRevision): FieldError[] {
  return [
    ...(data === undefined || data === null ? [required(dataPath, 'data is mandatory')] : []),
    ...nonNegative(revision, FieldPath.of('revision')),
  ];
}

/** The number may change, as revisions are put in a new order; what they hold may not. */
export function validateControllerRevisionUpdate(
  revision: AppsV1ControllerRevision,
  old: AppsV1ControllerRevision,
): FieldError[] {
  return [...validateControllerRevision(revision), ...unchanged(revision.data, old.data, dataPath)];
}
