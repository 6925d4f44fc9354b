import {
  type FieldError,
  type FieldPath,
  forbidden,
  notSupported,
} from '../../../../api/validation/field-errors.ts';
import { type ExtensionNames, hasAny, itemListOf, type JsonSchema } from './json-schema.ts';
import type { SchemaValidationOptions } from './schema-validation-options.ts';

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

export const isStandardType = (type: string | undefined): boolean => !type || types.includes(type);

/** Fields that no schema may have here; whether they are there is all that counts. */
export const unsupportedFields = [
  'id',
  'additionalItems',
  'patternProperties',
  'definitions',
  'dependencies',
  '$ref',
] as const;

function isFieldPresent(schema: JsonSchema, field: (typeof unsupportedFields)[number]): boolean {
  if (schema[field] === undefined) return false;
  if (field === 'id') return Boolean(schema.id);
  if (field === 'patternProperties' || field === 'definitions')
    return Object.keys(schema[field] ?? {}).length > 0;
  return true;
}

/** Fields that rules for single schemas are about, beside types, lists of items and the extensions. */
const checkedFields = new Set([
  ...unsupportedFields,
  '$schema',
  'default',
  'uniqueItems',
  'additionalProperties',
]);

/**
 * Whether there may be anything wrong with a schema itself, wherever it stands. Most say only of which type a value
 * is, and are spared all that is asked of the others.
 */
export const needsFieldChecks = (schema: JsonSchema, names: ExtensionNames): boolean =>
  !isStandardType(schema.type) || Array.isArray(schema.items) || hasAny(schema, checkedFields, names);

/** Where a schema stands. */
export interface SchemaContext {
  isRoot?: boolean;
  /** In what every object has: its kind, its metadata. */
  insideMeta?: boolean;
  /** What place it is, where that is one for no default. */
  noDefaultReason?: string;
}

export function validateSupported(
  schema: JsonSchema,
  path: FieldPath,
  { names, requireValidTypes, allowDefaults }: SchemaValidationOptions,
  { insideMeta = false, noDefaultReason }: SchemaContext,
): FieldError[] {
  const { type } = schema;
  const errors: FieldError[] = [];
  const forbid = (field: string, text: string) => errors.push(forbidden(path.child(field), text));
  if (requireValidTypes && !isStandardType(type)) errors.push(notSupported(path.child('type'), type, types));
  if (schema.default !== undefined && (noDefaultReason !== undefined || !allowDefaults)) {
    forbid('default', `must not be set${noDefaultReason ? ` ${noDefaultReason}` : ''}`);
  }
  for (const field of unsupportedFields) {
    if (isFieldPresent(schema, field)) forbid(field, `${field} is not supported`);
  }
  if (type === 'null') forbid('type', 'type cannot be set to null, use nullable as an alternative');
  if (itemListOf(schema).length > 0) forbid('items', 'items must be a schema object and not an array');
  if (insideMeta && schema[names.embeddedResource]) {
    forbid(names.embeddedResource, 'must not be used inside of resource meta');
  }
  return errors;
}
