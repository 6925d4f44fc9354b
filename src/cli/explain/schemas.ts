import type { ServedResource } from '../shared/discovery/served-api.ts';

/** A schema of OpenAPI, as far as it is explained. */
export interface Schema {
  description?: string;
  type?: string;
  enum?: readonly unknown[];
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  allOf?: readonly Schema[];
  $ref?: string;
  [extension: string]: unknown;
}

export type Schemas = Readonly<Record<string, Schema>>;

/** Document of OpenAPI version 3 or 2. */
export interface SchemaDocument {
  components?: { schemas?: Schemas };
  definitions?: Schemas;
}

/** A field that was found by its path; without a name it is the object itself. */
export interface Field {
  name: string;
  schema: Schema;
}

interface NamedKind {
  group?: string;
  version?: string;
  kind?: string;
}

export function schemaOfKind(schemas: Schemas, type: ServedResource): Schema | undefined {
  const isOf = ({ group = '', version, kind }: NamedKind): boolean =>
    group === type.group && version === type.version && kind === type.kind;
  return Object.values(schemas).find((schema) => kindsOf(schema).some(isOf));
}

/** The name of the extension depends on the dialect of the server. */
function kindsOf(schema: Schema): readonly NamedKind[] {
  const [, kinds] = Object.entries(schema).find(([name]) => name.endsWith('-group-version-kind')) ?? [];
  return Array.isArray(kinds) ? kinds : [];
}

/** Undefined when there is no such field. Lists and maps are looked through. */
export function fieldAt(schemas: Schemas, root: Schema, path: readonly string[]): Field | undefined {
  let found: Field = { name: '', schema: root };
  for (const name of path) {
    const schema = elementOf(schemas, found.schema).properties?.[name];
    if (schema === undefined) return undefined;
    found = { name, schema };
  }
  return found;
}

/** The schema that a reference leads to, and the name of that. */
function referenced(schemas: Schemas, schema: Schema): { name: string; schema: Schema } | undefined {
  const reference = schema.$ref ?? schema.allOf?.find(({ $ref }) => $ref !== undefined)?.$ref;
  if (reference === undefined) return undefined;
  const full = reference.slice(reference.lastIndexOf('/') + 1);
  const found = schemas[full];
  return found && { name: full.slice(full.lastIndexOf('.') + 1), schema: found };
}

/** The schema of the objects within: of a list its items, of a map its values. */
export function elementOf(schemas: Schemas, schema: Schema): Schema {
  const target = referenced(schemas, schema)?.schema ?? schema;
  if (target.items !== undefined) return elementOf(schemas, target.items);
  const { additionalProperties: values } = target;
  if (typeof values === 'object' && target.properties === undefined) return elementOf(schemas, values);
  return target;
}

/** `[]Container`, `map[string]string` */
export function typeName(schemas: Schemas, schema: Schema): string {
  const target = schema.type === undefined ? referenced(schemas, schema) : undefined;
  // Schemas of texts and numbers are called what they are written as.
  const isScalar = target?.schema.type !== undefined && target.schema.type !== 'object';
  if (target !== undefined) return isScalar ? target.schema.type! : target.name;
  if (schema.items !== undefined) return `[]${typeName(schemas, schema.items)}`;
  const { additionalProperties: values } = schema;
  if (typeof values === 'object') return `map[string]${typeName(schemas, values)}`;
  return schema.type === 'object' || schema.type === undefined ? 'Object' : schema.type;
}
