import { isMap, type JsonMap } from '../../api/json/json-values.ts';
import type { GroupVersionKind } from '../../api/meta/status.ts';
import { ConfigError, configFields } from '../../api/patch/apply/config-fields.ts';
import type { ListOrder } from '../../api/patch/apply/list-order.ts';
import { mergeConfig } from '../../api/patch/apply/merge.ts';
import { TypedSchemas } from '../../api/patch/apply/typed-schema.ts';
import type { Schema, StructSchema } from '../../api/schema/schema.ts';

/** A configuration does not fit the object. */
export class ApplyError extends Error {
  constructor(text: string) {
    super(`error applying patch: ${text}`);
  }
}

/** Merges configurations as server-side apply does, without owners: what an object had stays. */
export class ConfigurationMerger {
  readonly #schemas = new TypedSchemas();
  readonly #order: ListOrder;

  /** `order`: whose order the items of lists have. */
  constructor(order: ListOrder) {
    this.#order = order;
  }

  /** A new object. `schema`: undefined for a kind without one. Throws ApplyError. */
  merge(live: JsonMap, config: JsonMap, kind: GroupVersionKind, schema: StructSchema | undefined): JsonMap {
    const unconverted = 'failed to convert patch object to typed object';
    if (schema === undefined) {
      const { group, version } = kind;
      throw new ApplyError(
        `${unconverted}: no corresponding type for ${group === '' ? '' : `${group}/`}${version}, Kind=${kind.kind}`,
      );
    }
    const { kind: _kind, apiVersion: _apiVersion, ...fields } = config;
    try {
      configFields(fields, schema, this.#schemas, () => true);
    } catch (error) {
      if (error instanceof ConfigError) throw new ApplyError(`${unconverted}: ${error.message}`);
      throw error;
    }
    const atomic = [...this.#atomicParts(fields, schema, '')];
    if (atomic.length > 0) {
      const places = atomic.join(', ');
      throw new ApplyError(
        `invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${places}`,
      );
    }
    return mergeConfig(live, fields, schema, this.#schemas, this.#order).object;
  }

  /** Paths of what can only be set as a whole: the author may not know all that is in it. */
  *#atomicParts(config: JsonMap, schema: StructSchema, path: string): Generator<string> {
    for (const [name, value] of Object.entries(config)) {
      const field = schema.byName.get(name);
      if (field === undefined) continue;
      const own = `${path}.${name}`;
      const isWhole = this.#schemas.of(field).typed.kind === 'leaf';
      if (isWhole && (Array.isArray(value) || isMap(value))) yield own;
      yield* this.#within(value, field.schema, own);
    }
  }

  *#within(value: unknown, schema: Schema, path: string): Generator<string> {
    if (schema.type === 'struct' && isMap(value)) yield* this.#atomicParts(value, schema, path);
    if (schema.type === 'map' && isMap(value)) {
      for (const [key, item] of Object.entries(value))
        yield* this.#item(item, schema.value, `${path}.${key}`);
    }
    if (schema.type === 'list' && Array.isArray(value)) {
      for (const [index, item] of value.entries())
        yield* this.#item(item, schema.element, `${path}[${index}]`);
    }
  }

  *#item(value: unknown, schema: Schema, path: string): Generator<string> {
    const isWhole = schema.type === 'list' || (schema.type === 'struct' && schema.atomic === true);
    if (isWhole && (Array.isArray(value) || isMap(value))) yield path;
    yield* this.#within(value, schema, path);
  }
}
