import { equalValues } from '../../../api/json/json-values.ts';
import { type FieldError, type FieldPath, forbidden, invalid } from '../../../api/validation/field-errors.ts';
import { validateLabel } from '../../../api/validation/kind-names.ts';
import type { BetaSpec } from './types.ts';

/** Fields that v1beta1 has per version or at the top level, never both: [top-level field, field per version, plural]. */
const topLevelFields = [
  ['validation', 'schema', 'schemas'],
  ['subresources', 'subresources', 'subresources'],
  ['additionalPrinterColumns', 'additionalPrinterColumns', 'additionalPrinterColumns'],
] as const;

/** Only v1beta1 requests can break these rules: conversion from v1 moves equal fields to the top level. */
export function validateTopLevelFields(spec: BetaSpec, path: FieldPath): FieldError[] {
  const versions = spec.versions ?? [];
  const both = topLevelFields.filter(
    ([top, own]) => isSet(spec[top]) && versions.some((version) => isSet(version[own])),
  );
  const same = topLevelFields.filter(
    ([, own]) =>
      isSet(versions[0]?.[own]) && versions.every((version) => equalValues(version[own], versions[0]![own])),
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

/** `spec.version` is the deprecated name of the first version. */
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
