import type { ResourceV1alpha2ResourceClaimSpec } from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, notSupported } from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain } from '../../../api/validation/names.ts';
import { invalidEach, requireText } from '../field-checks.ts';

const modes = ['Immediate', 'WaitForFirstConsumer'];

/** Validates claims for a resource of a class, as the releases up to 1.30 have them. */
export function validateClassClaim(
  { resourceClassName: name, parametersRef, allocationMode = '' }: ResourceV1alpha2ResourceClaimSpec,
  path: FieldPath,
): FieldError[] {
  const own = path.child('parametersRef');
  return [
    ...invalidEach(path.child('resourceClassName'), name, dns1123Subdomain(name)),
    ...(parametersRef === undefined ? [] : validateParametersRef(parametersRef, own)),
    ...(modes.includes(allocationMode)
      ? []
      : [notSupported(path.child('allocationMode'), allocationMode, modes)]),
  ];
}

export const validateParametersRef = (
  { kind, name }: { kind: string; name: string },
  path: FieldPath,
): FieldError[] => [...requireText(kind, path, 'kind'), ...requireText(name, path, 'name')];
