import { type FieldError, type FieldPath, forbidden, invalid } from '../../../api/validation/field-errors.ts';
import { sameValue } from '../../shared/same-value.ts';
import { validateLabel } from './names-validation.ts';
import type { CommonSpec } from './types.ts';

/** What stands in each version or at the top, never in both: the field there, the field here, what it is called. */
const common = [
  ['validation', 'schema', 'schemas'],
  ['subresources', 'subresources', 'subresources'],
  ['additionalPrinterColumns', 'additionalPrinterColumns', 'additionalPrinterColumns'],
] as const;

/** Only a request of v1beta1 can break these: from v1 what is common always goes to the top. */
export function validateCommonFields(spec: CommonSpec, path: FieldPath): FieldError[] {
  const versions = spec.versions ?? [];
  const both = common.filter(
    ([top, own]) => isGiven(spec[top]) && versions.some((version) => isGiven(version[own])),
  );
  const same = common.filter(
    ([, own]) =>
      isGiven(versions[0]?.[own]) && versions.every((version) => sameValue(version[own], versions[0]![own])),
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

const isGiven = (value: unknown): boolean =>
  value !== undefined && (!Array.isArray(value) || value.length > 0);

/** The name of the one version, from when there was only one. */
export function validateFirstVersion({ version, versions }: CommonSpec, path: FieldPath): FieldError[] {
  if (!version) return [];
  const [first] = versions ?? [];
  return [
    ...validateLabel(version, path.child('version')),
    ...(first !== undefined && first.name !== version
      ? [invalid(path.child('version'), version, 'must match the first version in spec.versions')]
      : []),
  ];
}
