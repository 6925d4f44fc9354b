import { type FieldError, type FieldPath, forbidden, invalid } from '../../../api/validation/field-errors.ts';
import { sameValue } from '../../shared/same-value.ts';
import { validateLabel } from './names-validation.ts';
import type { BetaSpec } from './types.ts';

/** What stands in each version or at the top, never in both: the field there, the field here, what it is called. */
const topLevelFields = [
  ['validation', 'schema', 'schemas'],
  ['subresources', 'subresources', 'subresources'],
  ['additionalPrinterColumns', 'additionalPrinterColumns', 'additionalPrinterColumns'],
] as const;

/** Only a request of v1beta1 can break these: from v1 what is common always goes to the top. */
export function validateTopLevelFields(spec: BetaSpec, path: FieldPath): FieldError[] {
  const versions = spec.versions ?? [];
  const both = topLevelFields.filter(
    ([top, own]) => isSet(spec[top]) && versions.some((version) => isSet(version[own])),
  );
  const same = topLevelFields.filter(
    ([, own]) =>
      isSet(versions[0]?.[own]) && versions.every((version) => sameValue(version[own], versions[0]![own])),
  );
  return [
    ...both.map(([top, , name]) =>
      forbidden(path.child(top), `top-level and per-version ${name} are mutually exclusive`),
    ),
    ...same.map(([top, , name]) => {
      const text = `per-version ${name} may not all be set to identical values (top-level ${top} should be used instead)`;
      return invalid(path.child('versions'), versions, text);
    }),
  ];
}

const isSet = (value: unknown): boolean => value !== undefined && (!Array.isArray(value) || value.length > 0);

/** The name of the one version, from when there was only one. */
export function validateFirstVersion({ version, versions }: BetaSpec, path: FieldPath): FieldError[] {
  if (!version) return [];
  const [first] = versions ?? [];
  return [
    ...validateLabel(version, path.child('version')),
    ...(first !== undefined && first.name !== version
      ? [invalid(path.child('version'), version, 'must match the first version in spec.versions')]
      : []),
  ];
}
