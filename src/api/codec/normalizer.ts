import type { Choice, FieldSchema, Schema, StructSchema } from '../schema/schema.ts';
import { isDeeperThan, maxDepth } from './depth.ts';
import { isEmpty, zeroValue } from './empty-values.ts';
import { DecodeError } from './json.ts';
import { MessageLimit } from './message-limit.ts';
import { normalizeScalar, notOfType } from './normalize-scalar.ts';
import { presentFields } from './present-fields.ts';
import { jsonTypeOf, shortName, typeText } from './type-text.ts';

/** Why a value is not of its type; undefined when it is as the type's reader of JSON says it. */
export type MismatchText = (value: unknown, schema: Schema) => string | undefined;

/**
 * Brings a value into the shape of its type, as a new object: fields in the order of the definition, unknown
 * ones left out, empty ones left out or filled in as the definition says, map keys sorted, scalars in their
 * canonical form. Shaping a shaped object changes nothing.
 *
 * Worked example, Container: {image: "", name: "a", ports: [], x: 1} becomes {name: "a", resources: {}}.
 *
 * What is known to be in shape already is taken over as it is, not copied: see `shape`.
 */
export class Normalizer {
  /** Paths of fields that the type does not have: `spec.containers[0].x`. Undefined: nobody asks. */
  readonly #unknownFields: string[] | undefined;
  readonly #budget: MessageLimit | undefined;
  readonly #mismatchText: MismatchText | undefined;
  /** Names of the fields on the way down, for messages and unknown fields. */
  readonly #path: string[] = [];
  #structName = '';
  /** Objects and arrays around the present place, the outermost one not counted. */
  #depth = 0;

  constructor(unknownFields?: string[], mismatchText?: MismatchText) {
    this.#mismatchText = mismatchText;
    this.#unknownFields = unknownFields;
    this.#budget = unknownFields && new MessageLimit();
  }

  /**
   * Throws DecodeError at the first value that is not of its type. `keep` lists fields that are no data of the type
   * (kind, apiVersion). `known` is of the type and in shape: where `value` has the very same part at the same place,
   * so has the result.
   */
  normalize(
    value: unknown,
    schema: StructSchema,
    keep: readonly string[] = [],
    known?: object,
  ): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    for (const name of keep) {
      const own = (value as Record<string, unknown>)[name];
      if (own !== undefined) result[name] = own;
    }
    return this.#struct(value, schema, known, result, keep);
  }

  #struct(
    value: unknown,
    schema: StructSchema,
    known: unknown,
    result: Record<string, unknown>,
    keep: readonly string[] = [],
  ): Record<string, unknown> {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) this.#mismatch(value, schema);
    const source = value as Record<string, unknown>;
    const outerName = this.#structName;
    this.#structName = schema.name;
    const inGivenOrder =
      this.#unknownFields === undefined ? undefined : this.#inGivenOrder(source, schema, known, keep);
    for (const field of presentFields(source, schema)) {
      const shaped = inGivenOrder?.has(field.name)
        ? inGivenOrder.get(field.name)
        : this.#field(source, field, known);
      if (shaped !== undefined) result[field.name] = shaped;
    }
    this.#structName = outerName;
    return result;
  }

  /** The fields, in the order in which clients are told what is wrong with them. */
  #inGivenOrder(
    source: Record<string, unknown>,
    schema: StructSchema,
    known: unknown,
    keep: readonly string[],
  ): Map<string, unknown> {
    const shaped = new Map<string, unknown>();
    for (const name of Object.keys(source)) {
      const field = schema.byName.get(name);
      if (field !== undefined) shaped.set(name, this.#field(source, field, known));
      else if (!keep.includes(name)) this.#reportUnknown(name);
    }
    return shaped;
  }

  #reportUnknown(name: string): void {
    if (this.#budget!.isReached) return;
    const path = [...this.#path, name].join('.').replaceAll('.[', '[').replaceAll(keyMark, '');
    this.#unknownFields!.push(this.#budget!.count(path));
  }

  /** Undefined when the field is not to be printed. */
  #field(source: Record<string, unknown>, field: FieldSchema, known: unknown): unknown {
    const value = source[field.name];
    if (value === undefined || value === null) return field.always ? emptyOf(field) : undefined;
    const { schema } = field;
    // The commonest case by far, before anything else.
    if (schema.type === 'string' && typeof value === 'string') {
      return value === '' && !field.always && !field.nullable ? undefined : value;
    }
    this.#path.push(field.name);
    const shaped = this.#value(value, schema, memberOf(known, field.name));
    this.#path.pop();
    return field.always || field.nullable || !isEmpty(shaped, schema) ? shaped : undefined;
  }

  #value(value: unknown, schema: Schema, known?: unknown): unknown {
    if (known !== undefined && value === known) return value;
    if (schema.type === 'raw' && schema.choice !== undefined) return this.#choice(value, schema.choice);
    // Field sets are bounded by those who read them.
    if (schema.type === 'fields') return value;
    if (schema.type === 'raw') {
      if (isDeeperThan(maxDepth - this.#depth - 1, value)) throw tooDeep();
      return value;
    }
    if (schema.type !== 'struct' && schema.type !== 'list' && schema.type !== 'map') {
      const scalar = normalizeScalar(value, schema);
      return scalar === notOfType ? this.#mismatch(value, schema) : scalar;
    }
    // Types may lie in themselves: a schema has properties that are schemas.
    if (++this.#depth >= maxDepth) throw tooDeep();
    const shaped = this.#container(value, schema, known);
    this.#depth--;
    return shaped;
  }

  /** An empty list is as good as none: undefined. */
  #choice(value: unknown, { boolean, object, list }: Choice): unknown {
    if (Array.isArray(value) && list !== undefined) {
      return value.length === 0 ? undefined : this.#value(value, { type: 'list', element: list.element });
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && object !== undefined) {
      return this.#value(value, object.schema);
    }
    // Its reader passes over what is neither: it is there, and there is nothing in it.
    if (boolean === undefined) return null;
    if (typeof value === 'boolean') return value;
    throw new DecodeError('boolean or JSON schema expected');
  }

  #container(value: unknown, schema: ContainerSchema, known: unknown): unknown {
    if (schema.type === 'struct') return this.#nested(value, schema, known);
    if (schema.type === 'list') return this.#list(value, schema.element, known);
    return this.#map(value, schema.value, known);
  }

  /** A kind within another one says what it is: the claims that a StatefulSet makes for its pods. */
  #nested(value: unknown, schema: StructSchema, known?: unknown): Record<string, unknown> {
    const { typeMeta } = schema;
    if (typeMeta === undefined) return this.#struct(value, schema, known, {});
    return this.#struct(value, schema, known, { ...typeMeta }, Object.keys(typeMeta));
  }

  #list(value: unknown, element: Schema, known: unknown): unknown[] {
    if (!Array.isArray(value)) this.#mismatch(value, { type: 'list', element });
    const result: unknown[] = new Array((value as unknown[]).length);
    for (let index = 0; index < result.length; index++) {
      const item = (value as unknown[])[index];
      if (this.#unknownFields !== undefined) this.#path.push(`[${index}]`);
      result[index] =
        item === null || item === undefined
          ? this.#emptyItem(element)
          : this.#value(item, element, memberOf(known, index));
      if (this.#unknownFields !== undefined) this.#path.pop();
    }
    return result;
  }

  /** What null stands for as an item of a list or a value of a map. */
  #emptyItem(schema: Schema): unknown {
    if (schema.type === 'struct') return this.#nested({}, schema);
    // Bytes that are not there are none by the time that they come out of the store.
    if (schema.type === 'bytes') return '';
    return schema.type === 'raw' ? null : zeroValue(schema);
  }

  #map(value: unknown, element: Schema, known: unknown): Record<string, unknown> {
    if (typeof value !== 'object' || Array.isArray(value))
      this.#mismatch(value, { type: 'map', value: element });
    const result: Record<string, unknown> = {};
    for (const key of sortedKeys(value as object)) {
      const item = (value as Record<string, unknown>)[key];
      const shaped =
        item === null
          ? this.#emptyItem(element)
          : typeof item === 'string' && element.type === 'string'
            ? item
            : this.#mapValue(key, item, element, memberOf(known, key));
      if (key === '__proto__') setOwn(result, key, shaped);
      else result[key] = shaped;
    }
    return result;
  }

  #mapValue(key: string, item: unknown, element: Schema, known: unknown): unknown {
    this.#path.push(keyMark + key);
    const shaped = this.#value(item, element, known);
    this.#path.pop();
    return shaped;
  }

  #mismatch(value: unknown, schema: Schema): never {
    const own = this.#mismatchText?.(value, schema);
    if (own !== undefined) throw new DecodeError(own);
    // Messages name fields alone: neither places in lists nor keys of maps.
    const names = this.#path.filter((step) => !step.startsWith('[') && !step.startsWith(keyMark));
    const where =
      names.length === 0 ? 'Go value' : `Go struct field ${shortName(this.#structName)}.${names.join('.')}`;
    throw new DecodeError(
      `json: cannot unmarshal ${jsonTypeOf(value, schema)} into ${where} of type ${typeText(schema)}`,
    );
  }
}

type ContainerSchema = Extract<Schema, { type: 'struct' | 'list' | 'map' }>;

/** What a value has at a place. Names that it only inherits do no harm: nothing in JSON is the same as that. */
const memberOf = (value: unknown, place: string | number): unknown =>
  (value as Record<string | number, unknown> | null | undefined)?.[place];

const tooDeep = () => new DecodeError('exceeded max depth');

/** Stands before keys of maps in a path, which holds names of fields as well. */
const keyMark = '\0';

/** `emptyOf` of a field that is printed always. */
function emptyOf(field: FieldSchema): unknown {
  const { schema } = field;
  if (field.nullable) return null;
  if (schema.type === 'struct') return new Normalizer().normalize({}, schema);
  return zeroValue(schema);
}

/** Keys are in order more often than not, and then need no sorting. */
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value);
  for (let index = 1; index < keys.length; index++) {
    if (keys[index - 1]! > keys[index]!) return keys.sort();
  }
  return keys;
}

/** Sets a property as data whatever its name is. */
export function setOwn(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}
