import { type ExtensionNames, hasAny, itemListOf, type JsonSchema } from '../schema/json-schema.ts';
import { type FieldError, type FieldPath, forbidden, notSupported } from '../validation/field-errors.ts';
import type { SchemaValidationOptions } from './schema-validation-options.ts';

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

export const isStandardType = (type: string | undefined): boolean => !type || types.includes(type);

/** Fields of JSON Schema that are not supported, in the order of the errors. */
const unsupportedFields = [
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

/** Fields that `validateSchema` has rules for, beside types, lists of items and the extensions. */
const checkedFields = new Set([
  ...unsupportedFields,
  '$schema',
  'default',
  'uniqueItems',
  'additionalProperties',
]);

/**
 * Whether a schema has anything that the rules for single schemas check. Most schemas only have a type and skip
 * these rules.
 */
export const needsFieldChecks = (schema: JsonSchema, names: ExtensionNames): boolean =>
  !isStandardType(schema.type) || Array.isArray(schema.items) || hasAny(schema, checkedFields, names);

export interface SchemaContext {
  options: SchemaValidationOptions;
  isRoot?: boolean;
  /** Inside apiVersion, kind or metadata of a whole object. */
  insideMeta?: boolean;
  /** Set where defaults are forbidden: names the place in the error. */
  noDefaultReason?: string;
}

export function validateSupported(
  schema: JsonSchema,
  path: FieldPath,
  { options, insideMeta = false, noDefaultReason }: SchemaContext,
): FieldError[] {
  const { names, requireValidTypes, allowDefaults } = options;
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
