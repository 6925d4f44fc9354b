import type { Dialect } from '../meta/dialect.ts';

/** The schema of a CustomResourceDefinition: JSON Schema fields, and extensions named as in `ExtensionNames`. */
export interface JsonSchema {
  id?: string;
  $schema?: string;
  $ref?: string;
  type?: string;
  title?: string;
  description?: string;
  default?: unknown;
  uniqueItems?: boolean;
  pattern?: string;
  required?: string[];
  nullable?: boolean;
  /** A schema, or a list of schemas. */
  items?: unknown;
  allOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  not?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  /** A schema, or true or false. */
  additionalProperties?: unknown;
  patternProperties?: Record<string, JsonSchema>;
  dependencies?: Record<string, unknown>;
  additionalItems?: unknown;
  definitions?: Record<string, JsonSchema>;
  [extension: string]: unknown;
}

/** Field names of the schema extensions in the dialect. */
export interface ExtensionNames {
  preserveUnknownFields: string;
  embeddedResource: string;
  intOrString: string;
  listMapKeys: string;
  listType: string;
  mapType: string;
  validations: string;
  /** All of the above. */
  all: ReadonlySet<string>;
}

export function extensionNames({ schemaExtension }: Dialect): ExtensionNames {
  const names = {
    preserveUnknownFields: `${schemaExtension}preserve-unknown-fields`,
    embeddedResource: `${schemaExtension}embedded-resource`,
    intOrString: `${schemaExtension}int-or-string`,
    listMapKeys: `${schemaExtension}list-map-keys`,
    listType: `${schemaExtension}list-type`,
    mapType: `${schemaExtension}map-type`,
    validations: `${schemaExtension}validations`,
  };
  return { ...names, all: new Set(Object.values(names)) };
}

/** Fields for which "" and false mean "not set". In others false is a value, as in additionalProperties. */
const scalarFields = [
  'id',
  '$schema',
  'description',
  'type',
  'format',
  'title',
  'pattern',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'uniqueItems',
  'nullable',
];

/** Whether a field is set to something other than its zero value. */
export function isFieldSet(
  schema: JsonSchema,
  field: string,
  { embeddedResource, intOrString }: ExtensionNames,
): boolean {
  const value = schema[field];
  if (value === undefined || value === null) return false;
  return (
    Boolean(value) || !(scalarFields.includes(field) || field === embeddedResource || field === intOrString)
  );
}

/**
 * Whether a schema has one of these fields or any extension. A definition may have tens of thousands of schemas: this
 * quick check lets most of them skip the rules for fields.
 */
export function hasAny(schema: JsonSchema, fields: ReadonlySet<string>, { all }: ExtensionNames): boolean {
  for (const field in schema) if (fields.has(field) || all.has(field)) return true;
  return false;
}

/** Null counts as absent. */
export const isSet = (value: unknown): boolean => value !== undefined && value !== null;

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields that every object has, whether its schema specifies them or not. */
export const metaFields: readonly string[] = ['apiVersion', 'kind', 'metadata'];

export const propertyOf = ({ properties = {} }: JsonSchema, name: string): JsonSchema | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;

/** The schema of all items. */
export const itemsOf = ({ items }: JsonSchema): JsonSchema | undefined =>
  isSchema(items) ? items : undefined;

/** The schemas of the items by position, which are not supported. */
export const itemListOf = ({ items }: JsonSchema): JsonSchema[] =>
  Array.isArray(items) ? items.filter(isSchema) : [];

/** The dependencies that are schemas rather than lists of names. */
export const dependenciesOf = ({ dependencies }: JsonSchema): Record<string, JsonSchema> | undefined =>
  dependencies &&
  Object.fromEntries(
    Object.entries(dependencies).filter((entry): entry is [string, JsonSchema] => isSchema(entry[1])),
  );

/** The schema of additionalProperties. */
export const additionalOf = ({ additionalProperties }: JsonSchema): JsonSchema | undefined =>
  isSchema(additionalProperties) ? additionalProperties : undefined;

/** Fields that hold schemas by name. */
const mapFields = new Set(['properties', 'patternProperties', 'definitions', 'dependencies']);
/** Fields that hold a schema or a list of schemas. */
const schemaFields = new Set([
  'items',
  'additionalProperties',
  'additionalItems',
  'not',
  'allOf',
  'oneOf',
  'anyOf',
]);

/** Whether a schema contains no other schema: no field is an object or a list. */
export function isLeaf(schema: JsonSchema): boolean {
  for (const field in schema) if (typeof schema[field] === 'object') return false;
  return true;
}

/** Appends the direct child schemas to `to`. */
function addChildren(schema: JsonSchema, to: JsonSchema[]): void {
  for (const field in schema) {
    const value = schema[field];
    if (typeof value !== 'object' || value === null) continue;
    if (mapFields.has(field)) addMapValues(value as Record<string, unknown>, to);
    else if (!schemaFields.has(field)) continue;
    else if (Array.isArray(value)) for (const child of value) to.push(child);
    else to.push(value as JsonSchema);
  }
}

/** Half the time of `Object.values` for tens of thousands of schemas. */
function addMapValues(schemas: Readonly<Record<string, unknown>>, to: JsonSchema[]): void {
  for (const name in schemas) {
    const schema = schemas[name];
    if (isSchema(schema)) to.push(schema);
  }
}

/** Whether a schema or one of its descendants passes the test. */
export function someSchema(schema: JsonSchema | undefined, test: (schema: JsonSchema) => boolean): boolean {
  const stack = schema === undefined ? [] : [schema];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (test(next)) return true;
    addChildren(next, stack);
  }
  return false;
}
