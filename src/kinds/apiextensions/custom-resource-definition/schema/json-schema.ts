import type { Dialect } from '../../../../api/machinery/dialect.ts';

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
}

export function extensionNames({ schemaExtension }: Dialect): ExtensionNames {
  return {
    preserveUnknownFields: `${schemaExtension}preserve-unknown-fields`,
    embeddedResource: `${schemaExtension}embedded-resource`,
    intOrString: `${schemaExtension}int-or-string`,
    listMapKeys: `${schemaExtension}list-map-keys`,
    listType: `${schemaExtension}list-type`,
    mapType: `${schemaExtension}map-type`,
    validations: `${schemaExtension}validations`,
  };
}

/** Fields of which "" and false say nothing. Of the others even false does, as in additionalProperties. */
const plain = [
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

/** The fields in which a schema says something. */
export function saidFields(schema: JsonSchema, { embeddedResource, intOrString }: ExtensionNames): string[] {
  const isPlain = (name: string) => plain.includes(name) || name === embeddedResource || name === intOrString;
  return Object.entries(schema)
    .filter(([name, value]) => value !== undefined && value !== null && (value || !isPlain(name)))
    .map(([name]) => name);
}

/** A null says as little as nothing. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema of all items. */
export const itemsOf = ({ items }: JsonSchema): JsonSchema | undefined =>
  isSchema(items) ? items : undefined;

/** Schemas of the items by position, which nobody may have. */
export const itemListOf = ({ items }: JsonSchema): JsonSchema[] =>
  Array.isArray(items) ? items.filter(isSchema) : [];

/** The dependencies that are schemas, not lists of names. */
export const dependenciesOf = ({ dependencies = {} }: JsonSchema): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(dependencies).filter((entry): entry is [string, JsonSchema] => isSchema(entry[1])),
  );

/** The schema of properties that are not named. */
export const additionalOf = ({ additionalProperties }: JsonSchema): JsonSchema | undefined =>
  isSchema(additionalProperties) ? additionalProperties : undefined;

/** The schemas right below one, wherever they stand. */
export function childrenOf(schema: JsonSchema): JsonSchema[] {
  const maps = [schema.properties, schema.patternProperties, schema.definitions, schema.dependencies];
  return [
    ...maps.flatMap((map) => Object.values(map ?? {}).filter(isSchema)),
    ...[schema.items, schema.additionalProperties, schema.additionalItems, schema.not].filter(isSchema),
    ...itemListOf(schema),
    ...(schema.allOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.anyOf ?? []),
  ];
}

/** Whether a schema or one below it is so. */
export function someSchema(schema: JsonSchema | undefined, test: (schema: JsonSchema) => boolean): boolean {
  const left = schema === undefined ? [] : [schema];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (test(next)) return true;
    left.push(...childrenOf(next));
  }
  return false;
}
