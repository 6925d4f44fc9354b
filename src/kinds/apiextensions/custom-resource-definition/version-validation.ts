import type { JsonSchema } from '../../../api/schema/json-schema.ts';
import { addErrors } from '../../../api/structural-schema/add-errors.ts';
import { validateRootSchema } from '../../../api/structural-schema/root.ts';
import type { SchemaValidationOptions } from '../../../api/structural-schema/schema-validation-options.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { validateLabel } from '../../../api/validation/kind-names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import type { Interruptible } from '../../../util/slices.ts';
import type { BetaSpec, BetaVersion } from './types.ts';

type Column = NonNullable<BetaSpec['additionalPrinterColumns']>[number];
type Subresources = NonNullable<BetaSpec['subresources']>;

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string'];
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];
const maxWarningLength = 256;

interface VersionContext {
  options: SchemaValidationOptions;
  /** The top-level subresources, which apply to all versions. */
  topLevel: Subresources | undefined;
}

export function* validateVersion(
  version: BetaVersion,
  path: FieldPath,
  { options, topLevel }: VersionContext,
): Interruptible<FieldError[]> {
  const { name, schema, subresources, additionalPrinterColumns: columns, deprecationWarning } = version;
  const errors = validateLabel(name, path.child('name'));
  for (const text of warningErrors(version)) {
    errors.push(invalid(path.child('deprecationWarning'), deprecationWarning, text));
  }
  if (schema !== undefined) {
    const hasStatus = (topLevel ?? subresources)?.status !== undefined;
    const schemaPath = path.child('schema', 'openAPIV3Schema');
    addErrors(errors, yield* validateRootSchema(schemaOf(schema), schemaPath, { hasStatus, options }));
  }
  if (subresources) addErrors(errors, validateSubresources(subresources, path.child('subresources')));
  if (columns) addErrors(errors, validateColumns(columns, path.child('additionalPrinterColumns')));
  return errors;
}

export const schemaOf = (holder: BetaVersion['schema']): JsonSchema | undefined =>
  holder?.openAPIV3Schema as JsonSchema | undefined;

function warningErrors({ deprecated, deprecationWarning: warning }: BetaVersion): string[] {
  if (warning === undefined) return [];
  if (!deprecated) return ['can only be set for deprecated versions'];
  const at = warning.search(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u);
  const text = 'must only contain printable UTF-8 characters; non-printable character found at index';
  return [
    ...(Buffer.byteLength(warning) > maxWarningLength
      ? [`must be <= ${maxWarningLength} characters long`]
      : []),
    ...(warning === '' ? ['must not be an empty string'] : []),
    ...(at === -1 ? [] : [`${text} ${Buffer.byteLength(warning.slice(0, at))}`]),
  ];
}

export function validateColumns(columns: readonly Column[] | undefined, path: FieldPath): FieldError[] {
  return validateEach(columns ?? [], (column, index) => validateColumn(column, path.index(index)));
}

function validateColumn({ name, type, format, JSONPath }: Column, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const oneOf = (texts: readonly string[]) => `must be one of ${texts.join(',')}`;
  if (name === '') errors.push(required(path.child('name')));
  if (type === '') errors.push(required(path.child('type'), oneOf(columnTypes)));
  else if (!columnTypes.includes(type)) errors.push(invalid(path.child('type'), type, oneOf(columnTypes)));
  if (format && !columnFormats.includes(format)) {
    errors.push(invalid(path.child('format'), format, oneOf(columnFormats)));
  }
  if (JSONPath === '') errors.push(required(path.child('JSONPath')));
  else addErrors(errors, validatePath(JSONPath, path.child('JSONPath')));
  return errors;
}

export function validateSubresources(subresources: Subresources | undefined, path: FieldPath): FieldError[] {
  if (subresources?.scale === undefined) return [];
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = subresources.scale;
  const validateScalePath = (text: string, field: string, parents: readonly string[]) => {
    const fieldPath = path.child('scale', field);
    if (text === '') return [required(fieldPath)];
    const errors = validatePath(text, fieldPath);
    if (errors.length > 0 || parents.some((parent) => text.startsWith(`${parent}.`))) return errors;
    const under = parents.length > 1 ? `either ${parents.join(' or ')}` : parents[0];
    return [invalid(fieldPath, text, `should be a json path under ${under}`)];
  };
  return [
    ...validateScalePath(specReplicasPath, 'specReplicasPath', ['.spec']),
    ...validateScalePath(statusReplicasPath, 'statusReplicasPath', ['.status']),
    ...(labelSelectorPath
      ? validateScalePath(labelSelectorPath, 'labelSelectorPath', ['.spec', '.status'])
      : []),
  ];
}

const validatePath = (text: string, path: FieldPath): FieldError[] =>
  text.startsWith('.') ? [] : [invalid(path, text, 'must be a simple json path starting with .')];
