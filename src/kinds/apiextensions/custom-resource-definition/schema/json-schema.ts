import type { Dialect } from '../../../../api/meta/dialect.ts';

/** A schema as definitions hold it. Extensions stand beside the fields, under the names of `ExtensionNames`. */
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

/** Names of the extensions in the words of a dialect. */
export interface ExtensionNames {
  preserveUnknownFields: string;
  embeddedResource: string;
  intOrString: string;
  listMapKeys: string;
  listType: string;
  mapType: string;
  validations: string;
  /** Those above. */
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

/** Fields of which "" and false say nothing. Of the others even false does, as in additionalProperties. */
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

/** Whether a schema says something in a field. */
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
 * Whether a schema has one of these fields or any extension. A definition may have tens of thousands of schemas, and
 * most say little: asked before the rules for fields, this spares most of them most rules.
 */
export function hasAny(schema: JsonSchema, fields: ReadonlySet<string>, { all }: ExtensionNames): boolean {
  for (const field in schema) if (fields.has(field) || all.has(field)) return true;
  return false;
}

/** A null says as little as nothing. */
export const isSet = (value: unknown): boolean => value !== undefined && value !== null;

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema of all items. */
export const itemsOf = ({ items }: JsonSchema): JsonSchema | undefined =>
  isSchema(items) ? items : undefined;

/** Schemas of the items by position, which nobody may have. */
export const itemListOf = ({ items }: JsonSchema): JsonSchema[] =>
  Array.isArray(items) ? items.filter(isSchema) : [];

/** The dependencies that are schemas, not lists of names. */
export const dependenciesOf = ({ dependencies }: JsonSchema): Record<string, JsonSchema> | undefined =>
  dependencies &&
  Object.fromEntries(
    Object.entries(dependencies).filter((entry): entry is [string, JsonSchema] => isSchema(entry[1])),
  );

/** The schema of properties that are not named. */
export const additionalOf = ({ additionalProperties }: JsonSchema): JsonSchema | undefined =>
  isSchema(additionalProperties) ? additionalProperties : undefined;

/** The fields below which there are schemas by name, and those in which there is one or a list of them. */
const mapFields = new Set(['properties', 'patternProperties', 'definitions', 'dependencies']);
const schemaFields = new Set([
  'items',
  'additionalProperties',
  'additionalItems',
  'not',
  'allOf',
  'oneOf',
  'anyOf',
]);

/** Whether no schema can be below one: what holds others is an object or a list. */
export function isLeaf(schema: JsonSchema): boolean {
  for (const field in schema) if (typeof schema[field] === 'object') return false;
  return true;
}

/** Puts the schemas right below one, wherever they stand, at the end of a list. */
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

/** As `Object.values`, which takes twice as long for a map of tens of thousands. */
function addMapValues(schemas: Readonly<Record<string, unknown>>, to: JsonSchema[]): void {
  for (const name in schemas) {
    const schema = schemas[name];
    if (isSchema(schema)) to.push(schema);
  }
}

/** Whether a schema or one below it is so. */
export function someSchema(schema: JsonSchema | undefined, test: (schema: JsonSchema) => boolean): boolean {
  const left = schema === undefined ? [] : [schema];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (test(next)) return true;
    addChildren(next, left);
  }
  return false;
}
