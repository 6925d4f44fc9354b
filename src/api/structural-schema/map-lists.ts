import { GoText, goList } from '../go-format/go-syntax.ts';
import { type ExtensionNames, itemsOf, type JsonSchema, propertyOf } from '../schema/json-schema.ts';
import { type FieldError, type FieldPath, forbidden, invalid, required } from '../validation/field-errors.ts';
import { repetitions } from '../validation/repetitions.ts';
import { validateEach } from '../validation/validate-each.ts';

const keysOf = (schema: JsonSchema, names: ExtensionNames): string[] =>
  (schema[names.listMapKeys] as string[] | undefined) ?? [];

/** A list whose items are identified by key properties. */
export function validateMapList(schema: JsonSchema, path: FieldPath, names: ExtensionNames): FieldError[] {
  const keys = keysOf(schema, names);
  const type = schema[names.listType];
  if (type === 'map') return validateItems(schema, path, names);
  if (keys.length === 0) return [];
  const text = `must be map if ${names.listMapKeys} is non-empty`;
  const typePath = path.child(names.listType);
  return [type === undefined ? required(typePath, text) : invalid(typePath, type, text)];
}

/** Absent items as Go prints them in error messages. */
const noItems = new GoText(
  'apiextensions.JSONSchemaPropsOrArray{Schema:(*apiextensions.JSONSchemaProps)(nil), JSONSchemas:[]apiextensions.JSONSchemaProps(nil)}',
  '{"Schema":null,"JSONSchemas":null}',
);

function validateItems(schema: JsonSchema, path: FieldPath, names: ExtensionNames): FieldError[] {
  const keys = keysOf(schema, names);
  const isRepeated = repetitions(keys);
  const item = itemsOf(schema);
  const itemsPath = path.child('items');
  const isMap = `if ${names.listType} is map`;
  const ofMap = `if parent array's ${names.listType} is map`;
  return [
    ...(keys.length === 0 ? [required(path.child(names.listMapKeys), `must not be empty ${isMap}`)] : []),
    ...(schema.items === undefined ? [required(itemsPath, `must have a schema ${isMap}`)] : []),
    ...(schema.items !== undefined && item === undefined
      ? [invalid(itemsPath, schema.items ?? noItems, `must only have a single schema ${isMap}`)]
      : []),
    ...(item !== undefined && item.type !== 'object'
      ? [invalid(itemsPath.child('type'), item.type ?? '', `must be object ${ofMap}`)]
      : []),
    ...(item?.type === 'object'
      ? validateEach(keys, (key, index) => [
          ...validateKey(key, item, { path, names, keys, ofMap }),
          ...(isRepeated(index)
            ? [
                invalid(
                  path.child(names.listMapKeys),
                  goList('string', keys),
                  'must not contain duplicate entries',
                ),
              ]
            : []),
        ])
      : []),
  ];
}

interface KeyContext {
  path: FieldPath;
  names: ExtensionNames;
  keys: string[];
  ofMap: string;
}

function validateKey(key: string, item: JsonSchema, { path, names, keys, ofMap }: KeyContext): FieldError[] {
  const property = propertyOf(item, key);
  if (property === undefined) {
    return [
      invalid(
        path.child(names.listMapKeys),
        goList('string', keys),
        'entries must all be names of item properties',
      ),
    ];
  }
  if (property.type !== 'array' && property.type !== 'object') return [];
  const typePath = path.child('items', 'properties').key(key).child('type');
  return [invalid(typePath, item.type, `must be a scalar type ${ofMap}`)];
}

/** Every item must have its keys: they are required or have a default. */
export function validateMapKeys(schema: JsonSchema, path: FieldPath, names: ExtensionNames): FieldError[] {
  const item = itemsOf(schema);
  const type = schema[names.listType];
  if (item === undefined || (type !== 'set' && type !== 'map')) return [];
  const itemsPath = path.child('items');
  const context = `this property is in ${names.listMapKeys}, so it`;
  const ofKey = (key: string): FieldError[] => {
    const property = propertyOf(item, key);
    if (property === undefined) return [];
    const keyPath = itemsPath.child('properties').key(key);
    const mayBeMissing = !item.required?.includes(key) && property.default === undefined;
    return [
      ...(mayBeMissing
        ? [required(keyPath.child('default'), `${context} must have a default or be a required property`)]
        : []),
      ...(property.nullable ? [forbidden(keyPath.child('nullable'), `${context} cannot be nullable`)] : []),
    ];
  };
  return [
    ...(item.nullable
      ? [forbidden(itemsPath.child('nullable'), `cannot be nullable when ${names.listType} is ${type}`)]
      : []),
    ...(type === 'map' ? validateEach(keysOf(schema, names), ofKey) : []),
  ];
}
