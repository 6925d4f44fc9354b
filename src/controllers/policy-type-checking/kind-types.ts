import { SchemaTypes } from '../../api/cel/schema/schema-types.ts';
import type { Type } from '../../api/cel/types/types.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import { extensionNames, type JsonSchema } from '../../api/schema/json-schema.ts';
import type { ApiCaller } from '../../client/api/api-call.ts';
import { isAnswer } from '../../client/api/api-error.ts';
import { type KindName, pathOfVersion } from './matched-kinds.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Bytes of the largest document. */
const maxBytes = 32 * 1_048_576;
const referencePrefix = '#/components/schemas/';

/** The types of the objects of kinds, from the OpenAPI documents of a server. Made for one look at a policy. */
export class KindTypes {
  readonly #client: ApiCaller;
  readonly #dialect: Dialect;
  readonly #documents = new Map<string, Promise<Schemas>>();

  constructor(client: ApiCaller, dialect: Dialect) {
    this.#client = client;
    this.#dialect = dialect;
  }

  /** Undefined for a kind of which nothing is said. `name`: of the type, in messages. */
  async of(kind: KindName, name: string): Promise<Type | undefined> {
    const path = pathOfVersion(kind);
    if (!this.#documents.has(path)) this.#documents.set(path, this.#schemas(path));
    const schemas = await this.#documents.get(path)!;
    const found = Object.values(schemas).find((schema) => this.#isOf(schema, kind));
    if (found === undefined) return undefined;
    return new SchemaTypes(extensionNames(this.#dialect)).typeOf(new WholeSchemas(schemas).of(found), name);
  }

  async #schemas(path: string): Promise<Schemas> {
    try {
      const call = { method: 'GET', path: `/openapi/v3${path}`, maxBytes } as const;
      const { components } = await this.#client.json<{ components?: { schemas?: Schemas } }>(call);
      return components?.schemas ?? {};
    } catch (error) {
      if (isAnswer(error, 404)) return {};
      throw error;
    }
  }

  #isOf(schema: JsonSchema, { group, version, kind }: KindName): boolean {
    const named = schema[`${this.#dialect.schemaExtension}group-version-kind`] as KindName[] | undefined;
    return named?.some((one) => one.group === group && one.version === version && one.kind === kind) ?? false;
  }
}

/** Schemas with those that they refer to in place of the references; nothing in place of what refers to itself. */
class WholeSchemas {
  readonly #schemas: Schemas;
  readonly #whole = new Map<string, JsonSchema>();
  readonly #open = new Set<string>();

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  of(schema: JsonSchema): JsonSchema {
    const { allOf } = schema as { allOf?: JsonSchema[] };
    const reference = (schema['$ref'] ?? allOf?.[0]?.['$ref']) as string | undefined;
    if (reference !== undefined) return this.#referred(reference.replace(referencePrefix, ''));
    const { properties, items, additionalProperties } = schema;
    const whole: JsonSchema = { ...schema };
    if (properties !== undefined) {
      whole.properties = Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, this.of(property)]),
      );
    }
    if (isSchema(items)) whole.items = this.of(items);
    if (isSchema(additionalProperties)) whole.additionalProperties = this.of(additionalProperties);
    return whole;
  }

  #referred(name: string): JsonSchema {
    const known = this.#whole.get(name);
    if (known !== undefined) return known;
    const schema = this.#schemas[name];
    if (schema === undefined || this.#open.has(name)) return {};
    this.#open.add(name);
    const whole = this.of(schema);
    this.#open.delete(name);
    this.#whole.set(name, whole);
    return whole;
  }
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
