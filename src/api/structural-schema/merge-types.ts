import { type ExtensionNames, itemsOf, type JsonSchema } from '../schema/json-schema.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../validation/field-errors.ts';
import { addErrors } from './add-errors.ts';
import { validateMapKeys, validateMapList } from './map-lists.ts';
import type { SchemaValidationOptions } from './schema-validation-options.ts';

/** The map-type extension: how objects merge. */
export function validateMapType(
  schema: JsonSchema,
  path: FieldPath,
  { names }: SchemaValidationOptions,
): FieldError[] {
  const mapType = schema[names.mapType];
  if (mapType === undefined) return [];
  const errors = validateType(schema, path, { type: 'object', extension: names.mapType });
  if (mapType !== 'atomic' && mapType !== 'granular') {
    errors.push(notSupported(path.child(names.mapType), mapType, ['atomic', 'granular']));
  }
  return errors;
}

/** The list-type extension: how lists merge. */
export function validateListType(
  schema: JsonSchema,
  path: FieldPath,
  { names, requireAtomicSets, requireMapKeys }: SchemaValidationOptions,
): FieldError[] {
  const listType = schema[names.listType];
  if (listType === undefined) return validateMapList(schema, path, names);
  const errors = validateType(schema, path, { type: 'array', extension: names.listType });
  if (errors.length === 0 && listType === 'set' && requireAtomicSets) {
    addErrors(errors, validateSetItems(schema, path, names));
  }
  if (listType !== 'atomic' && listType !== 'set' && listType !== 'map') {
    errors.push(notSupported(path.child(names.listType), listType, ['atomic', 'set', 'map']));
  }
  addErrors(errors, validateMapList(schema, path, names));
  if (requireMapKeys) addErrors(errors, validateMapKeys(schema, path, names));
  return errors;
}

/** An extension is for schemas of one type. */
function validateType(
  schema: JsonSchema,
  path: FieldPath,
  { type, extension }: { type: string; extension: string },
): FieldError[] {
  if (schema.type === type) return [];
  const text = `must be ${type} if ${extension} is specified`;
  const typePath = path.child('type');
  return [schema.type ? invalid(typePath, schema.type, text) : required(typePath, text)];
}

/** Items of a set are compared as a whole, so they must be atomic. */
function validateSetItems(schema: JsonSchema, path: FieldPath, names: ExtensionNames): FieldError[] {
  const items = itemsOf(schema);
  if (items === undefined) return [];
  const notAtomic = (field: string) =>
    invalid(
      path.child('items', field),
      items[names.listType],
      `must be atomic as item of a list with ${names.listType}=set`,
    );
  const listType = items[names.listType] ?? 'atomic';
  if (items.type === 'array' && listType !== 'atomic') return [notAtomic(names.listType)];
  return items.type === 'object' && items[names.mapType] !== 'atomic' ? [notAtomic(names.mapType)] : [];
}
