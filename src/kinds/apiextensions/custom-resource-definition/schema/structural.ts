import {
  type FieldError,
  type FieldPath,
  fieldErrorText,
  forbidden,
  invalid,
  required,
} from '../../../../api/machinery/field-errors.ts';
import { eachFault } from '../../../shared/each-fault.ts';
import { validateCompleteness } from './completeness.ts';
import {
  additionalOf,
  type ExtensionNames,
  itemListOf,
  itemsOf,
  type JsonSchema,
  someSchema,
} from './json-schema.ts';
import { validateMetadata } from './metadata.ts';
import { validateNested } from './nested.ts';

/** Where a schema stands. */
type Level = 'root' | 'item' | 'field';

const typeMissing: Record<Level, string> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

const isEmpty = (map: object | undefined): boolean => map === undefined || Object.keys(map).length === 0;

/** Whether nothing in a schema is of a kind that no structural schema can have: then its structure can be judged. */
export const isDescribable = (schema: JsonSchema, names: ExtensionNames): boolean =>
  !someSchema(
    schema,
    (each) =>
      Boolean(each.id || each.$schema || each.$ref) ||
      [each.patternProperties, each.dependencies, each.definitions].some((map) => !isEmpty(map)) ||
      each.additionalItems !== undefined ||
      itemListOf(each).length > 0 ||
      each[names.preserveUnknownFields] === false,
  );

/**
 * A schema is structural when what a field is, is said in one place: types and defaults outside of allOf, anyOf,
 * oneOf and not, and whatever those speak of is described outside too. Only then can fields be pruned and filled in.
 * The faults are sorted by their texts.
 */
export function validateStructural(schema: JsonSchema, path: FieldPath, names: ExtensionNames): FieldError[] {
  const errors = [...validateNode(schema, 'root', path, names), ...validateCompleteness(schema, path)];
  return errors.sort((a, b) => (fieldErrorText(a) < fieldErrorText(b) ? -1 : 1));
}

function validateNode(
  schema: JsonSchema,
  level: Level,
  path: FieldPath,
  names: ExtensionNames,
): FieldError[] {
  const below = (child: JsonSchema | undefined, at: Level, where: FieldPath) =>
    child === undefined ? [] : validateNode(child, at, where, names);
  return [
    ...below(itemsOf(schema), 'item', path.child('items')),
    ...eachFault(Object.entries(schema.properties ?? {}), ([name, child]) =>
      below(child, 'field', path.child('properties').key(name)),
    ),
    ...(schema.additionalProperties !== undefined && level === 'root'
      ? [forbidden(path.child('additionalProperties'), 'must not be used at the root')]
      : []),
    ...below(additionalOf(schema), 'field', path.child('additionalProperties')),
    ...validateIntOrString(schema, path, names),
    ...validateNested(schema, path, names),
    ...validateType(schema, level, path, names),
    ...(level === 'root' || schema[names.embeddedResource]
      ? validateMetadata(schema, path, names, level === 'root')
      : []),
    ...validateEmbedded(schema, path, names),
  ];
}

function validateIntOrString(schema: JsonSchema, path: FieldPath, names: ExtensionNames): FieldError[] {
  if (!schema[names.intOrString]) return [];
  return [names.preserveUnknownFields, names.embeddedResource]
    .filter((name) => schema[name])
    .map((name) => invalid(path.child(name), true, `must be false if ${names.intOrString} is true`));
}

function validateType(
  schema: JsonSchema,
  level: Level,
  path: FieldPath,
  names: ExtensionNames,
): FieldError[] {
  const { type = '' } = schema;
  const typePath = path.child('type');
  const items =
    type === 'array' && itemsOf(schema) === undefined
      ? [required(path.child('items'), 'must be specified')]
      : [];
  const root =
    level === 'root' && type !== '' && type !== 'object'
      ? [invalid(typePath, type, 'must be object at the root')]
      : [];
  if (schema[names.embeddedResource] && type !== 'object') {
    const text = `must be object if ${names.embeddedResource} is true`;
    return [type === '' ? required(typePath, text) : invalid(typePath, type, text), ...root, ...items];
  }
  if (type === '') {
    const isFree = schema[names.intOrString] || schema[names.preserveUnknownFields];
    return isFree ? [] : [required(typePath, typeMissing[level])];
  }
  return [...root, ...items];
}

function validateEmbedded(schema: JsonSchema, path: FieldPath, names: ExtensionNames): FieldError[] {
  if (!schema[names.embeddedResource]) return [];
  const { properties = {} } = schema;
  const isEmpty = Object.keys(properties).length === 0 && !schema[names.preserveUnknownFields];
  const emptyText = `must not be empty if ${names.embeddedResource} is true without ${names.preserveUnknownFields}`;
  return [
    ...(schema.additionalProperties === undefined
      ? []
      : [
          forbidden(
            path.child('additionalProperties'),
            `must not be used if ${names.embeddedResource} is set`,
          ),
        ]),
    ...(isEmpty ? [required(path.child('properties'), emptyText)] : []),
  ];
}
