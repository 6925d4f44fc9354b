import {
  additionalOf,
  type ExtensionNames,
  isLeaf,
  itemListOf,
  itemsOf,
  type JsonSchema,
  someSchema,
} from '../schema/json-schema.ts';
import {
  type FieldError,
  type FieldPath,
  fieldErrorText,
  forbidden,
  invalid,
  required,
} from '../validation/field-errors.ts';
import { validateEach } from '../validation/validate-each.ts';
import { addErrors } from './add-errors.ts';
import { validateCompleteness } from './completeness.ts';
import { validateMetadata } from './metadata.ts';
import { hasValueValidation, validateNested } from './nested.ts';
import { needsFieldChecks } from './supported-fields.ts';

type SchemaLevel = 'root' | 'item' | 'field';

interface NodeContext {
  level: SchemaLevel;
  names: ExtensionNames;
}

const typeMissing: Record<SchemaLevel, string> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

const isEmpty = (map: object | undefined): boolean => map === undefined || Object.keys(map).length === 0;

/** Whether a schema is free of fields that no structural schema can have: only then is its structure validated. */
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
 * A schema is structural if each field is specified in one place: types and defaults stand outside of allOf, anyOf,
 * oneOf and not, and everything that those mention is specified outside too. Pruning and defaulting need this.
 * The errors are sorted by their texts.
 */
export function validateStructural(schema: JsonSchema, path: FieldPath, names: ExtensionNames): FieldError[] {
  const errors = [
    ...validateNode(schema, path, { level: 'root', names }),
    ...validateCompleteness(schema, path),
  ];
  const texts = new Map(errors.map((error) => [error, fieldErrorText(error)]));
  return errors.sort((a, b) => (texts.get(a)! < texts.get(b)! ? -1 : 1));
}

function validateNode(schema: JsonSchema, path: FieldPath, context: NodeContext): FieldError[] {
  const { level, names } = context;
  const isRoot = level === 'root';
  const isWholeObject = isRoot || schema[names.embeddedResource];
  const errors = isLeaf(schema) ? [] : validateBelow(schema, path, names);
  if (isRoot && schema.additionalProperties !== undefined) {
    errors.push(forbidden(path.child('additionalProperties'), 'must not be used at the root'));
  }
  if (schema[names.intOrString]) addErrors(errors, validateIntOrString(schema, path, names));
  if (hasValueValidation(schema)) addErrors(errors, validateNested(schema, path, names));
  addErrors(errors, validateType(schema, path, context));
  if (isWholeObject) addErrors(errors, validateMetadata(schema, path, { names, isRoot }));
  if (schema[names.embeddedResource]) addErrors(errors, validateEmbedded(schema, path, names));
  return errors;
}

function validateBelow(schema: JsonSchema, path: FieldPath, names: ExtensionNames): FieldError[] {
  const errors: FieldError[] = [];
  const { properties } = schema;
  const items = itemsOf(schema);
  const additional = additionalOf(schema);
  if (items !== undefined) {
    addErrors(errors, validateNode(items, path.child('items'), { level: 'item', names }));
  }
  if (properties !== undefined) {
    const below = path.child('properties');
    const context: NodeContext = { level: 'field', names };
    const check = (name: string) => validateNode(properties[name]!, below.key(name), context);
    addErrors(errors, validateEach(Object.keys(properties), check));
  }
  if (additional !== undefined) {
    addErrors(
      errors,
      validateNode(additional, path.child('additionalProperties'), { level: 'field', names }),
    );
  }
  return errors;
}

function validateIntOrString(schema: JsonSchema, path: FieldPath, names: ExtensionNames): FieldError[] {
  return [names.preserveUnknownFields, names.embeddedResource]
    .filter((name) => schema[name])
    .map((name) => invalid(path.child(name), true, `must be false if ${names.intOrString} is true`));
}

function validateType(schema: JsonSchema, path: FieldPath, { level, names }: NodeContext): FieldError[] {
  const { type = '' } = schema;
  const errors: FieldError[] = [];
  if (schema[names.embeddedResource] && type !== 'object') {
    const text = `must be object if ${names.embeddedResource} is true`;
    const typePath = path.child('type');
    errors.push(type === '' ? required(typePath, text) : invalid(typePath, type, text));
  } else if (type === '') {
    const isUntyped = schema[names.intOrString] || schema[names.preserveUnknownFields];
    if (!isUntyped) errors.push(required(path.child('type'), typeMissing[level]));
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
