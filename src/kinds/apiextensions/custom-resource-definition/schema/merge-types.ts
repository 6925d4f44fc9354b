import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../../api/validation/field-errors.ts';
import { addErrors } from './add-errors.ts';
import { itemsOf, type JsonSchema } from './json-schema.ts';
import { validateMapKeys, validateMapList } from './map-lists.ts';
import type { SchemaValidationOptions } from './schema-validation-options.ts';

/** How objects merge. */
export function validateMapType(
  schema: JsonSchema,
  path: FieldPath,
  { names }: SchemaValidationOptions,
): FieldError[] {
  const given = schema[names.mapType];
  if (given === undefined) return [];
  const errors = validateType(schema, path, 'object', names.mapType);
  if (given !== 'atomic' && given !== 'granular') {
    errors.push(notSupported(path.child(names.mapType), given, ['atomic', 'granular']));
  }
  return errors;
}

/** How lists merge. */
export function validateListType(
  schema: JsonSchema,
  path: FieldPath,
  rules: SchemaValidationOptions,
): FieldError[] {
  const { names } = rules;
  const given = schema[names.listType];
  if (given === undefined) return validateMapList(schema, path, names);
  const errors = validateType(schema, path, 'array', names.listType);
  if (errors.length === 0 && given === 'set' && rules.requireAtomicSets) {
    addErrors(errors, validateSetItems(schema, path, rules));
  }
  if (given !== 'atomic' && given !== 'set' && given !== 'map') {
    errors.push(notSupported(path.child(names.listType), given, ['atomic', 'set', 'map']));
  }
  addErrors(errors, validateMapList(schema, path, names));
  if (rules.requireMapKeys) addErrors(errors, validateMapKeys(schema, path, names));
  return errors;
}

function validateType(
  { type }: JsonSchema,
  path: FieldPath,
  needed: string,
  extension: string,
): FieldError[] {
  if (type === needed) return [];
  const text = `must be ${needed} if ${extension} is specified`;
  return [type ? invalid(path.child('type'), type, text) : required(path.child('type'), text)];
}

/** Two items of a set are the same or they are not: nothing within them merges. */
function validateSetItems(
  schema: JsonSchema,
  path: FieldPath,
  { names }: SchemaValidationOptions,
): FieldError[] {
  const items = itemsOf(schema);
  if (items === undefined) return [];
  const fault = (field: string) =>
    invalid(
      path.child('items', field),
      items[names.listType],
      `must be atomic as item of a list with ${names.listType}=set`,
    );
  const listType = items[names.listType] ?? 'atomic';
  if (items.type === 'array' && listType !== 'atomic') return [fault(names.listType)];
  return items.type === 'object' && items[names.mapType] !== 'atomic' ? [fault(names.mapType)] : [];
}
