import { badRequest } from '../../../api/meta/status.ts';
import type { AppsV1Deployment } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import { setAnnotation } from '../../shared/annotations.ts';
import { nonNegative } from '../../shared/workload/counters.ts';
import { parseInt64 } from '../../shared/workload/int64-text.ts';

/**
 * The revision that a rollback goes to was a field of the spec in older versions, `spec.rollbackTo.revision`. This
 * one keeps it in an annotation, which is treated as the field would be: it is a number, it is checked, and it
 * stays what it was when only the status is written.
 */
export const rollbackAnnotation = 'deprecated.deployment.rollback.to';

/** Writes the number in its plain form. Throws the Status that a body is answered with which cannot be decoded. */
export function readRollback(deployment: AppsV1Deployment): void {
  const text = deployment.metadata.annotations?.[rollbackAnnotation];
  if (!text) return;
  setAnnotation(deployment, rollbackAnnotation, String(revisionOf(text)));
}

function revisionOf(text: string): bigint {
  try {
    return parseInt64(text);
  } catch (error) {
    const why = `failed to parse annotation[${rollbackAnnotation}]=${text} as int64: ${(error as Error).message}`;
    throw badRequest(`Deployment in version "v1" cannot be handled as a Deployment: ${why}`);
  }
}

export function validateRollback({ metadata }: AppsV1Deployment): FieldError[] {
  const text = metadata.annotations?.[rollbackAnnotation];
  return text ? nonNegative(parseInt64(text), FieldPath.of('spec', 'rollback', 'version')) : [];
}

export function keepRollback(deployment: AppsV1Deployment, old: AppsV1Deployment): void {
  setAnnotation(deployment, rollbackAnnotation, old.metadata.annotations?.[rollbackAnnotation]);
}
