import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
} from '../../../../api/validation/field-errors.ts';
import { validateDefaults } from './defaults.ts';
import { type ExtensionNames, isFieldSet, type JsonSchema, someSchema } from './json-schema.ts';
import type { SchemaValidationOptions } from './schema-validation-options.ts';
import { canBeStructural, validateStructural } from './structural.ts';
import { needsFieldChecks } from './supported-fields.ts';
import { validateSchema } from './validation.ts';

/** The fields that a root may have beside a status of its own, by the names that the message has for them. */
const besideStatus = (names: ExtensionNames): [field: string, shown: string][] => [
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

/** `path` is that of the schema's holder: the schema itself stands below it as openAPIV3Schema. */
export function validateRootSchema(
  schema: JsonSchema | undefined,
  hasStatus: boolean,
  path: FieldPath,
  rules: SchemaValidationOptions,
): FieldError[] {
  if (schema === undefined) return [];
  const own = path.child('openAPIV3Schema');
  // One quick walk instead of three thorough ones: only its structure can then be wrong.
  const isPlain = !someSchema(schema, (each) => needsFieldChecks(each, rules.names));
  const errors = [
    ...(hasStatus ? validateBesideStatus(schema, own, rules.names) : []),
    ...(schema.nullable ? [forbidden(own.child('nullable'), 'nullable cannot be true at the root')] : []),
    ...(isPlain ? [] : validateSchema(schema, own, rules, { isRoot: true })),
  ];
  if (!rules.requireStructural) return errors;
  if (!isPlain && !canBeStructural(schema, rules.names)) {
    // All that stands in the way is told already, but for this one.
    const text = "OpenAPIV3Schema 'schema' is not supported";
    return errors.length > 0 ? errors : [invalid(own, '', text)];
  }
  const structural = validateStructural(schema, own, rules.names);
  if (structural.length > 0) return [...errors, ...structural];
  return isPlain ? errors : [...errors, ...validateDefaults(schema, own, rules)];
}

/** The schema of the status is taken out of the root and has to mean the same by itself. One fault is told. */
function validateBesideStatus(schema: JsonSchema, path: FieldPath, names: ExtensionNames): FieldError[] {
  const allowed = besideStatus(names);
  const fields = allowed.map(([field]) => field);
  const { type, id, $schema, $ref } = schema;
  if (type && type !== 'object' && !id && !$schema && $ref === undefined) {
    const text = `only "object" is allowed as the type at the root of the schema ${ifStatus}`;
    return [invalid(path.child('type'), type, text)];
  }
  const saysMore = Object.keys(schema).some(
    (field) => isFieldSet(schema, field, names) && !fields.includes(field),
  );
  const shown = allowed.map(([, name]) => name).join(' ');
  return saysMore
    ? [invalid(path, schema, `only [${shown}] fields are allowed at the root of the schema ${ifStatus}`)]
    : [];
}
