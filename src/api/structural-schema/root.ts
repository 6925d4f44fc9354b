import type { Interruptible } from '../../util/slices.ts';
import { type ExtensionNames, isFieldSet, type JsonSchema, someSchema } from '../schema/json-schema.ts';
import { type FieldError, type FieldPath, forbidden, invalid } from '../validation/field-errors.ts';
import type { SchemaValidationOptions } from './schema-validation-options.ts';
import { canBeStructural, validateStructural } from './structural.ts';
import { needsFieldChecks } from './supported-fields.ts';
import { validateDefaults } from './validate-defaults.ts';
import { validateRules } from './validate-rules.ts';
import { validateSchema } from './validate-schema.ts';

/** Fields that the root may have if the status subresource is enabled, with their names in the message. */
const fieldsWithStatus = (names: ExtensionNames): [field: string, shown: string][] => [
  ['description', 'Description'],
  ['type', 'Type'],
  ['format', 'Format'],
  ['title', 'Title'],
  ['maximum', 'Maximum'],
  ['exclusiveMaximum', 'ExclusiveMaximum'],
  ['minimum', 'Minimum'],
  ['exclusiveMinimum', 'ExclusiveMinimum'],
  ['maxLength', 'MaxLength'],
  ['minLength', 'MinLength'],
  ['pattern', 'Pattern'],
  ['maxItems', 'MaxItems'],
  ['minItems', 'MinItems'],
  ['uniqueItems', 'UniqueItems'],
  ['multipleOf', 'MultipleOf'],
  ['required', 'Required'],
  ['items', 'Items'],
  ['properties', 'Properties'],
  ['externalDocs', 'ExternalDocs'],
  ['example', 'Example'],
  [names.preserveUnknownFields, 'XPreserveUnknownFields'],
  [names.validations, 'XValidations'],
];

const ifStatus = 'if the status subresource is enabled';

/** `path` is that of the field `openAPIV3Schema`. `hasStatus`: whether the status subresource is enabled. */
export function* validateRootSchema(
  schema: JsonSchema | undefined,
  path: FieldPath,
  { hasStatus, options }: { hasStatus: boolean; options: SchemaValidationOptions },
): Interruptible<FieldError[]> {
  if (schema === undefined) return [];
  // One quick walk saves three thorough ones: a plain schema can only have structural errors.
  const isPlain = !someSchema(schema, (each) => needsFieldChecks(each, options.names));
  const errors = [
    ...(hasStatus ? validateFieldsWithStatus(schema, path, options.names) : []),
    ...(schema.nullable ? [forbidden(path.child('nullable'), 'nullable cannot be true at the root')] : []),
    ...(isPlain ? [] : validateSchema(schema, path, { options, isRoot: true })),
  ];
  if (!options.requireStructural) return errors;
  if (!isPlain && !canBeStructural(schema, options.names)) {
    // Every other field that prevents a structural schema has its own error by now; $schema has none.
    const text = "OpenAPIV3Schema 'schema' is not supported";
    return errors.length > 0 ? errors : [invalid(path, '', text)];
  }
  const structural = validateStructural(schema, path, options.names);
  if (structural.length > 0) return [...errors, ...structural];
  return [
    ...errors,
    ...(isPlain ? [] : validateDefaults(schema, path, options)),
    ...(options.rules === undefined ? [] : yield* validateRules(schema, path, options.names, options.rules)),
  ];
}

/**
 * The status subresource validates the status by its part of the root schema alone, so the root must not have fields
 * that apply across properties. Reports one error.
 */
function validateFieldsWithStatus(schema: JsonSchema, path: FieldPath, names: ExtensionNames): FieldError[] {
  const allowed = fieldsWithStatus(names);
  const fields = allowed.map(([field]) => field);
  const { type, id, $schema, $ref } = schema;
  if (type && type !== 'object' && !id && !$schema && $ref === undefined) {
    const text = `only "object" is allowed as the type at the root of the schema ${ifStatus}`;
    return [invalid(path.child('type'), type, text)];
  }
  const hasOther = Object.keys(schema).some(
    (field) => isFieldSet(schema, field, names) && !fields.includes(field),
  );
  const shown = allowed.map(([, name]) => name).join(' ');
  return hasOther
    ? [invalid(path, schema, `only [${shown}] fields are allowed at the root of the schema ${ifStatus}`)]
    : [];
}
