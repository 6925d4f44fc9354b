import { type FieldError, type FieldPath, forbidden } from '../../../../api/validation/field-errors.ts';
import { validateEach } from '../../../../api/validation/validate-each.ts';
import { sameValue } from '../../../shared/same-value.ts';
import { addErrors } from './add-errors.ts';
import { type ExtensionNames, hasAny, isFieldSet, isLeaf, itemsOf, type JsonSchema } from './json-schema.ts';
import { validatePattern } from './pattern.ts';

/** What an integer or a string looks like when both are spelt out, which is allowed: also where no extension says so. */
const intOrStringTypes = [{ type: 'integer' }, { type: 'string' }];

/** Whether a schema judges values, beside saying what they are: only then has `validateNested` anything to look at. */
export const hasValueValidation = ({ allOf, anyOf, oneOf, not, pattern }: JsonSchema): boolean =>
  allOf !== undefined || anyOf !== undefined || oneOf !== undefined || not !== undefined || Boolean(pattern);

/** What stands in allOf, anyOf, oneOf and not may only judge values, not say what they are. */
export function validateNested(schema: JsonSchema, path: FieldPath, names: ExtensionNames): FieldError[] {
  const isEither = (candidate: JsonSchema | undefined) => sameValue(candidate?.anyOf, intOrStringTypes);
  const skipAnyOf = isEither(schema);
  const [first] = schema.allOf ?? [];
  return validateValueValidations(schema, path, names, { skipAnyOf, skipFirst: isEither(first) });
}

interface Exceptions {
  skipAnyOf: boolean;
  /** The anyOf of the first allOf. */
  skipFirst: boolean;
}

const none: Exceptions = { skipAnyOf: false, skipFirst: false };

function validateValueValidations(
  schema: JsonSchema,
  path: FieldPath,
  names: ExtensionNames,
  { skipAnyOf, skipFirst }: Exceptions,
): FieldError[] {
  const errors: FieldError[] = [];
  const each = (field: 'anyOf' | 'allOf' | 'oneOf') => {
    const below = path.child(field);
    const check = (child: JsonSchema, index: number) => {
      const exceptions = field === 'allOf' && index === 0 ? { ...none, skipAnyOf: skipFirst } : none;
      return validateNestedSchema(child, below.index(index), names, exceptions);
    };
    addErrors(errors, validateEach(schema[field] ?? [], check));
  };
  if (schema.anyOf !== undefined && !skipAnyOf) each('anyOf');
  if (schema.allOf !== undefined) each('allOf');
  if (schema.oneOf !== undefined) each('oneOf');
  if (schema.not !== undefined) addErrors(errors, validateNestedSchema(schema.not, path.child('not'), names));
  addErrors(errors, validatePattern(schema, path));
  return errors;
}

function validateNestedSchema(
  schema: JsonSchema,
  path: FieldPath,
  names: ExtensionNames,
  exceptions: Exceptions = none,
): FieldError[] {
  const errors = hasValueValidation(schema) ? validateValueValidations(schema, path, names, exceptions) : [];
  if (!isLeaf(schema)) addErrors(errors, validateNestedChildren(schema, path, names));
  if (hasAny(schema, structuralFields, names)) addErrors(errors, validateNoStructure(schema, path, names));
  return errors;
}

/** Of the values that are judged. */
function validateNestedChildren(schema: JsonSchema, path: FieldPath, names: ExtensionNames): FieldError[] {
  const errors: FieldError[] = [];
  const { properties } = schema;
  const items = itemsOf(schema);
  if (items !== undefined) addErrors(errors, validateNestedSchema(items, path.child('items'), names));
  if (properties !== undefined) {
    const below = path.child('properties');
    const check = (name: string) => validateNestedSchema(properties[name]!, below.key(name), names);
    addErrors(errors, validateEach(Object.keys(properties), check));
    if (Object.hasOwn(properties, 'metadata')) {
      errors.push(forbidden(below.key('metadata'), 'must not be specified in a nested context'));
    }
  }
  return errors;
}

/** Fields that say what values are, beside the extensions. */
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
