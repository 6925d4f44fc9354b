import { type FieldError, type FieldPath, invalid, required } from '../../../api/machinery/field-errors.ts';
import { eachFault } from '../../shared/each-fault.ts';
import { validateLabel } from './names-validation.ts';
import type { JsonSchema } from './schema/json-schema.ts';
import { validateRootSchema } from './schema/root.ts';
import type { SchemaRules } from './schema/rules.ts';
import type { CommonSpec, CommonVersion } from './types.ts';

type Column = NonNullable<CommonSpec['additionalPrinterColumns']>[number];
type Subresources = NonNullable<CommonSpec['subresources']>;

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string'];
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];
const longestWarning = 256;

/** `top`: the sub-resources of all versions. */
export function validateVersion(
  version: CommonVersion,
  path: FieldPath,
  rules: SchemaRules,
  top: Subresources | undefined,
): FieldError[] {
  const hasStatus = (top ?? version.subresources)?.status !== undefined;
  return [
    ...validateLabel(version.name, path.child('name')),
    ...warningFaults(version).map((text) =>
      invalid(path.child('deprecationWarning'), version.deprecationWarning, text),
    ),
    ...validateRootSchema(schemaOf(version.schema), hasStatus, path.child('schema'), rules),
    ...validateSubresources(version.subresources, path.child('subresources')),
    ...validateColumns(version.additionalPrinterColumns, path.child('additionalPrinterColumns')),
  ];
}

export const schemaOf = (holder: CommonVersion['schema']): JsonSchema | undefined =>
  holder?.openAPIV3Schema as JsonSchema | undefined;

function warningFaults({ deprecated, deprecationWarning: warning }: CommonVersion): string[] {
  if (warning === undefined) return [];
  if (!deprecated) return ['can only be set for deprecated versions'];
  const at = warning.search(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u);
  const text = 'must only contain printable UTF-8 characters; non-printable character found at index';
  return [
    ...(Buffer.byteLength(warning) > longestWarning ? [`must be <= ${longestWarning} characters long`] : []),
    ...(warning === '' ? ['must not be an empty string'] : []),
    ...(at === -1 ? [] : [`${text} ${Buffer.byteLength(warning.slice(0, at))}`]),
  ];
}

export function validateColumns(columns: readonly Column[] | undefined, path: FieldPath): FieldError[] {
  return eachFault(columns ?? [], (column, index) => validateColumn(column, path.index(index)));
}

function validateColumn({ name, type, format, JSONPath }: Column, path: FieldPath): FieldError[] {
  const oneOf = (texts: readonly string[]) => `must be one of ${texts.join(',')}`;
  const typePath = path.child('type');
  return [
    ...(name === '' ? [required(path.child('name'))] : []),
    ...(type === '' ? [required(typePath, oneOf(columnTypes))] : []),
    ...(type !== '' && !columnTypes.includes(type) ? [invalid(typePath, type, oneOf(columnTypes))] : []),
    ...(format && !columnFormats.includes(format)
      ? [invalid(path.child('format'), format, oneOf(columnFormats))]
      : []),
    ...(JSONPath === ''
      ? [required(path.child('JSONPath'))]
      : validatePath(JSONPath, path.child('JSONPath'))),
  ];
}

export function validateSubresources(subresources: Subresources | undefined, path: FieldPath): FieldError[] {
  if (subresources?.scale === undefined) return [];
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = subresources.scale;
  const below = (text: string, field: string, places: readonly string[], where: string) => {
    const fieldPath = path.child('scale', field);
    if (text === '') return [required(fieldPath)];
    const faults = validatePath(text, fieldPath);
    if (faults.length > 0 || places.some((place) => text.startsWith(`${place}.`))) return faults;
    return [invalid(fieldPath, text, `should be a json path under ${where}`)];
  };
  return [
    ...below(specReplicasPath, 'specReplicasPath', ['.spec'], '.spec'),
    ...below(statusReplicasPath, 'statusReplicasPath', ['.status'], '.status'),
    ...(labelSelectorPath
      ? below(labelSelectorPath, 'labelSelectorPath', ['.spec', '.status'], 'either .spec or .status')
      : []),
  ];
}

const validatePath = (text: string, path: FieldPath): FieldError[] =>
  text.startsWith('.') ? [] : [invalid(path, text, 'must be a simple json path starting with .')];
