import {
  type FieldError,
  type FieldPath,
  fieldErrorText,
  forbidden,
  invalid,
  required,
} from '../../../../api/validation/field-errors.ts';
import { validateEach } from '../../../../api/validation/validate-each.ts';
import { addErrors } from './add-errors.ts';
import { validateCompleteness } from './completeness.ts';
import {
  additionalOf,
  type ExtensionNames,
  isLeaf,
  itemListOf,
  itemsOf,
  type JsonSchema,
  someSchema,
} from './json-schema.ts';
import { validateMetadata } from './metadata.ts';
import { hasValueValidation, validateNested } from './nested.ts';
import { needsFieldChecks } from './supported-fields.ts';

/** Where a schema stands. */
type SchemaLevel = 'root' | 'item' | 'field';

const typeMissing: Record<SchemaLevel, string> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

const isEmpty = (map: object | undefined): boolean => map === undefined || Object.keys(map).length === 0;

/** Whether nothing in a schema is of a kind that no structural schema can have: then its structure can be judged. */
export const canBeStructural = (schema: JsonSchema, names: ExtensionNames): boolean =>
  !someSchema(
    schema,
    (each) =>
      needsFieldChecks(each, names) &&
      (Boolean(each.id || each.$schema || each.$ref) ||
        [each.patternProperties, each.dependencies, each.definitions].some((map) => !isEmpty(map)) ||
        each.additionalItems !== undefined ||
        itemListOf(each).length > 0 ||
        each[names.preserveUnknownFields] === false),
  );

/**
 * A schema is structural when what a field is, is said in one place: types and defaults outside of allOf, anyOf,
 * oneOf and not, and whatever those speak of is described outside too. Only then can fields be pruned and filled in.
 * The faults are sorted by their texts.
 */
export function validateStructural(schema: JsonSchema, path: FieldPath, names: ExtensionNames): FieldError[] {
  const errors = [...validateNode(schema, 'root', path, names), ...validateCompleteness(schema, path)];
  const texts = new Map(errors.map((error) => [error, fieldErrorText(error)]));
  return errors.sort((a, b) => (texts.get(a)! < texts.get(b)! ? -1 : 1));
}

function validateNode(
  schema: JsonSchema,
  level: SchemaLevel,
  path: FieldPath,
  names: ExtensionNames,
): FieldError[] {
  const isRoot = level === 'root';
  const isWhole = isRoot || schema[names.embeddedResource];
  const errors = isLeaf(schema) ? [] : validateBelow(schema, path, names);
  if (isRoot && schema.additionalProperties !== undefined) {
    errors.push(forbidden(path.child('additionalProperties'), 'must not be used at the root'));
  }
  if (schema[names.intOrString]) addErrors(errors, validateIntOrString(schema, path, names));
  if (hasValueValidation(schema)) addErrors(errors, validateNested(schema, path, names));
  addErrors(errors, validateType(schema, level, path, names));
  if (isWhole) addErrors(errors, validateMetadata(schema, path, names, isRoot));
  if (schema[names.embeddedResource]) addErrors(errors, validateEmbedded(schema, path, names));
  return errors;
}

function validateBelow(schema: JsonSchema, path: FieldPath, names: ExtensionNames): FieldError[] {
  const errors: FieldError[] = [];
  const { properties } = schema;
  const items = itemsOf(schema);
  const additional = additionalOf(schema);
  if (items !== undefined) addErrors(errors, validateNode(items, 'item', path.child('items'), names));
  if (properties !== undefined) {
    const below = path.child('properties');
    const check = (name: string) => validateNode(properties[name]!, 'field', below.key(name), names);
    addErrors(errors, validateEach(Object.keys(properties), check));
  }
  if (additional !== undefined) {
    addErrors(errors, validateNode(additional, 'field', path.child('additionalProperties'), names));
  }
  return errors;
}

function validateIntOrString(schema: JsonSchema, path: FieldPath, names: ExtensionNames): FieldError[] {
  return [names.preserveUnknownFields, names.embeddedResource]
    .filter((name) => schema[name])
    .map((name) => invalid(path.child(name), true, `must be false if ${names.intOrString} is true`));
}

function validateType(
  schema: JsonSchema,
  level: SchemaLevel,
  path: FieldPath,
  names: ExtensionNames,
): FieldError[] {
  const { type = '' } = schema;
  const errors: FieldError[] = [];
  if (schema[names.embeddedResource] && type !== 'object') {
    const text = `must be object if ${names.embeddedResource} is true`;
    const typePath = path.child('type');
    errors.push(type === '' ? required(typePath, text) : invalid(typePath, type, text));
  } else if (type === '') {
    const isFree = schema[names.intOrString] || schema[names.preserveUnknownFields];
    if (!isFree) errors.push(required(path.child('type'), typeMissing[level]));
  }
  if (level === 'root' && type !== '' && type !== 'object') {
    errors.push(invalid(path.child('type'), type, 'must be object at the root'));
  }
  if (type === 'array' && itemsOf(schema) === undefined) {
    errors.push(required(path.child('items'), 'must be specified'));
  }
  return errors;
}

function validateEmbedded(schema: JsonSchema, path: FieldPath, names: ExtensionNames): FieldError[] {
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
