import { GoText } from '../../../api/go-format/go-syntax.ts';
import { type JsonSchema, someSchema } from '../../../api/schema/json-schema.ts';
import { validateRootSchema } from '../../../api/structural-schema/root.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain } from '../../../api/validation/names.ts';
import { validateEach, validateEachInSteps } from '../../../api/validation/validate-each.ts';
import type { Interruptible } from '../../../util/slices.ts';
import { truncatedJson } from '../../../util/truncate.ts';
import { requireOneOf } from '../../shared/field-checks.ts';
import { validateConversion } from './conversion-validation.ts';
import { requireNames, validateNames } from './names-validation.ts';
import { shownVersions } from './shown-versions.ts';
import { validateFirstVersion, validateTopLevelFields } from './top-level-validation.ts';
import type { BetaSpec } from './types.ts';
import { type DefinitionValidationOptions, schemasOf } from './validation-options.ts';
import { schemaOf, validateColumns, validateSubresources, validateVersion } from './version-validation.ts';

const path = FieldPath.of('spec');
const versionsPath = path.child('versions');

export function* validateSpec(
  spec: BetaSpec,
  baseOptions: DefinitionValidationOptions,
): Interruptible<FieldError[]> {
  const requireStructural = baseOptions.requireStructural || requiresStructural(spec, baseOptions);
  const options: DefinitionValidationOptions = { ...baseOptions, requireStructural };
  const hasStatus = [spec, ...(spec.versions ?? [])].some(({ subresources }) => subresources?.status);
  const namesPath = path.child('names');
  return [
    ...validateGroup(spec.group, path.child('group')),
    ...requireOneOf(spec.scope, path.child('scope'), ['Cluster', 'Namespaced']),
    ...validateSchemasPresent(spec, options),
    ...validateDefaultsAllowed(spec, options),
    ...(yield* validateEachInSteps(spec.versions ?? [], (version, index) =>
      validateVersion(version, versionsPath.index(index), { options, topLevel: spec.subresources }),
    )),
    ...validateTopLevelFields(spec, path),
    ...validateVersionSet(spec),
    ...validateFirstVersion(spec, path),
    ...requireNames(spec.names, namesPath),
    ...validateNames(spec.names, namesPath),
    ...(yield* validateRootSchema(schemaOf(spec.validation), path.child('validation', 'openAPIV3Schema'), {
      hasStatus: Boolean(hasStatus),
      options,
    })),
    ...validateSubresources(spec.subresources, path.child('subresources')),
    ...validateColumns(spec.additionalPrinterColumns, path.child('additionalPrinterColumns')),
    ...validateConversionPrunes(spec),
    ...validateConversion(spec.conversion, path.child('conversion'), {
      requireSupportedVersion: options.requireSupportedReviewVersion,
      requireCertificates: options.requireCertificates,
      takesSpaces: options.takesSpaces,
    }),
  ];
}

const someOf = (spec: BetaSpec, test: (schema: JsonSchema) => boolean): boolean =>
  schemasOf(spec).some((schema) => someSchema(schema, test));

const hasDefaults = (spec: BetaSpec): boolean => someOf(spec, (schema) => schema.default !== undefined);

/** Whether a schema has an extension that needs a structural schema; map-type does not. */
const isExtended = (schema: JsonSchema, names: DefinitionValidationOptions['names']): boolean =>
  Boolean(schema[names.embeddedResource] || schema[names.intOrString]) ||
  [names.preserveUnknownFields, names.listType].some((name) => schema[name] !== undefined) ||
  [names.listMapKeys, names.validations].some((name) => (schema[name] as unknown[] | undefined)?.length);

/** Pruning, defaulting and most extensions need structural schemas. */
function requiresStructural(spec: BetaSpec, { names, allowDefaults }: DefinitionValidationOptions): boolean {
  return (
    !spec.preserveUnknownFields ||
    (allowDefaults && hasDefaults(spec)) ||
    someOf(spec, (schema) => isExtended(schema, names))
  );
}

function validateGroup(group: string, groupPath: FieldPath): FieldError[] {
  if (group === '') return [required(groupPath)];
  const errors = dns1123Subdomain(group);
  if (errors.length > 0) return [invalid(groupPath, group, errors.join(','))];
  return group.includes('.') ? [] : [invalid(groupPath, group, 'should be a domain with at least one dot')];
}

function validateSchemasPresent(
  spec: BetaSpec,
  { requireSchema }: DefinitionValidationOptions,
): FieldError[] {
  if (schemaOf(spec.validation) !== undefined) return [];
  if (!requireSchema && spec.preserveUnknownFields) return [];
  const text = requireSchema ? 'schemas are required' : 'because otherwise all fields are pruned';
  return validateEach(spec.versions ?? [], (version, index) => {
    if (schemaOf(version.schema) !== undefined || !(requireSchema || version.served)) return [];
    return [required(versionsPath.index(index).child('schema', 'openAPIV3Schema'), text)];
  });
}

function validateDefaultsAllowed(
  spec: BetaSpec,
  { allowDefaults }: DefinitionValidationOptions,
): FieldError[] {
  if (!allowDefaults || !spec.preserveUnknownFields || !hasDefaults(spec)) return [];
  const text = 'must be false in order to use defaults in the schema';
  return [invalid(path.child('preserveUnknownFields'), true, text)];
}

function validateVersionSet({ versions }: BetaSpec): FieldError[] {
  const list = versions ?? [];
  const names = new Set(list.map(({ name }) => name));
  const error = (text: string) => {
    const value = new GoText(truncatedJson(list), truncatedJson(shownVersions(versions)));
    return invalid(versionsPath, value, text);
  };
  return [
    ...(names.size < list.length ? [error('must contain unique version names')] : []),
    ...(list.filter(({ storage }) => storage).length === 1
      ? []
      : [error('must have exactly one version marked as storage version')]),
  ];
}

function validateConversionPrunes({ conversion, preserveUnknownFields }: BetaSpec): FieldError[] {
  if (!preserveUnknownFields || conversion === undefined || conversion.strategy === 'None') return [];
  const text = 'must be None if spec.preserveUnknownFields is true';
  return [invalid(path.child('conversion', 'strategy'), conversion.strategy, text)];
}
