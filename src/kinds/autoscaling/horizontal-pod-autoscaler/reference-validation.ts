import type { AutoscalingV2CrossVersionObjectReference } from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { pathSegmentName } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { invalidEach } from '../../shared/field-checks.ts';

type Reference = AutoscalingV2CrossVersionObjectReference;

export function validateReference(reference: Reference, path: FieldPath): FieldError[] {
  return validateEach(['kind', 'name'] as const, (field) => {
    const text = reference[field];
    const fieldPath = path.child(field);
    return text === '' ? [required(fieldPath)] : invalidEach(fieldPath, text, pathSegmentName(text));
  });
}

/** Validates that what is scaled has a group, but for one kind. A stored reference stays as it is. */
export function validateTargetVersion(
  reference: Reference,
  path: FieldPath,
  old: Reference | undefined,
): FieldError[] {
  const { apiVersion = '', kind } = reference;
  if (old !== undefined && (old.apiVersion ?? '') === apiVersion && old.kind === kind) return [];
  const errors = validateVersion(reference, path);
  if (errors.length > 0 || kind === 'ReplicationController' || apiVersion.includes('/')) return errors;
  return [invalid(path.child('apiVersion'), apiVersion, 'apiVersion must specify API group')];
}

export function validateVersion({ apiVersion = '' }: Reference, path: FieldPath): FieldError[] {
  if (apiVersion.split('/').length <= 2) return [];
  return [invalid(path.child('apiVersion'), apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
}
