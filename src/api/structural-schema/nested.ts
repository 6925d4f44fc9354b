import { equalValues } from '../json/json-values.ts';
import { validatePattern } from '../patterns/pattern.ts';
import {
  type ExtensionNames,
  hasAny,
  isFieldSet,
  isLeaf,
  itemsOf,
  type JsonSchema,
} from '../schema/json-schema.ts';
import { type FieldError, type FieldPath, forbidden } from '../validation/field-errors.ts';
import { validateEach } from '../validation/validate-each.ts';
import { addErrors } from './add-errors.ts';

/** The spelled-out form of int-or-string, which is allowed even without the extension. */
const intOrStringTypes = [{ type: 'integer' }, { type: 'string' }];

/** Whether a schema has allOf, anyOf, oneOf, not or a pattern: only then does `validateNested` find anything. */
export const hasValueValidation = ({ allOf, anyOf, oneOf, not, pattern }: JsonSchema): boolean =>
  allOf !== undefined || anyOf !== undefined || oneOf !== undefined || not !== undefined || Boolean(pattern);

interface NestedContext {
  names: ExtensionNames;
  skipAnyOf?: boolean;
  /** Skips the anyOf of the first allOf. */
  skipFirstAnyOf?: boolean;
}

/** Schemas inside allOf, anyOf, oneOf and not may only validate values, not specify types and structure. */
export function validateNested(schema: JsonSchema, path: FieldPath, names: ExtensionNames): FieldError[] {
  const isIntOrString = (candidate: JsonSchema | undefined) =>
    equalValues(candidate?.anyOf, intOrStringTypes);
  const skipAnyOf = isIntOrString(schema);
  const [first] = schema.allOf ?? [];
  return validateCombinators(schema, path, { names, skipAnyOf, skipFirstAnyOf: isIntOrString(first) });
}

function validateCombinators(schema: JsonSchema, path: FieldPath, context: NestedContext): FieldError[] {
  const { names, skipAnyOf = false, skipFirstAnyOf = false } = context;
  const errors: FieldError[] = [];
  const validateField = (field: 'anyOf' | 'allOf' | 'oneOf') => {
    const below = path.child(field);
    const check = (child: JsonSchema, index: number) =>
      validateNestedSchema(child, below.index(index), {
        names,
        skipAnyOf: field === 'allOf' && index === 0 && skipFirstAnyOf,
      });
    addErrors(errors, validateEach(schema[field] ?? [], check));
  };
  if (schema.anyOf !== undefined && !skipAnyOf) validateField('anyOf');
  if (schema.allOf !== undefined) validateField('allOf');
  if (schema.oneOf !== undefined) validateField('oneOf');
  if (schema.not !== undefined) {
    addErrors(errors, validateNestedSchema(schema.not, path.child('not'), { names }));
  }
  addErrors(errors, validatePattern(schema, path));
  return errors;
}

function validateNestedSchema(schema: JsonSchema, path: FieldPath, context: NestedContext): FieldError[] {
  const { names } = context;
  const errors = hasValueValidation(schema) ? validateCombinators(schema, path, context) : [];
  if (!isLeaf(schema)) addErrors(errors, validateChildren(schema, path, names));
  if (hasAny(schema, structuralFields, names)) addErrors(errors, validateNoStructure(schema, path, names));
  return errors;
}

function validateChildren(schema: JsonSchema, path: FieldPath, names: ExtensionNames): FieldError[] {
  const errors: FieldError[] = [];
  const { properties } = schema;
  const items = itemsOf(schema);
  if (items !== undefined) addErrors(errors, validateNestedSchema(items, path.child('items'), { names }));
  if (properties !== undefined) {
    const below = path.child('properties');
    const check = (name: string) => validateNestedSchema(properties[name]!, below.key(name), { names });
    addErrors(errors, validateEach(Object.keys(properties), check));
    if (Object.hasOwn(properties, 'metadata')) {
      errors.push(forbidden(below.key('metadata'), 'must not be specified in a nested context'));
    }
  }
  return errors;
}

/** Fields that specify structure; the extensions do too. */
const structuralFields = new Set([
  'type',
  'additionalProperties',
  'default',
  'title',
  'description',
  'nullable',
]);

function validateNoStructure(schema: JsonSchema, path: FieldPath, names: ExtensionNames): FieldError[] {
  const isEmptyList = (field: string) =>
    (field === names.listMapKeys || field === names.validations) && (schema[field] as unknown[]).length === 0;
  return forbiddenFields(names)
    .filter(([field]) => isFieldSet(schema, field, names) && !isEmptyList(field))
    .map(([field, state]) => forbidden(path.child(field), `must be ${state} to be structural`));
}

/** The forbidden fields in the order of the errors, each with the value that counts as not set. */
const forbiddenFields = (names: ExtensionNames): [string, string][] => [
  ['type', 'empty'],
  ['additionalProperties', 'undefined'],
  ['default', 'undefined'],
  ['title', 'empty'],
  ['description', 'empty'],
  ['nullable', 'false'],
  [names.preserveUnknownFields, 'false'],
  [names.embeddedResource, 'false'],
  [names.intOrString, 'false'],
  [names.listMapKeys, 'empty'],
  [names.listType, 'undefined'],
  [names.mapType, 'undefined'],
  [names.validations, 'empty'],
];
