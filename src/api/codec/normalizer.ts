import { isDeeperThan, maxDepth } from '../json/depth.ts';
import { setOwn } from '../json/json-values.ts';
import { markSentEmpty } from '../json/sent-empty.ts';
import type { Choice, DynamicFields, FieldSchema, Schema, StructSchema } from '../schema/schema.ts';
import { isEmpty, zeroValue } from './empty-values.ts';
import { fractionOf } from './exact-numbers.ts';
import { DecodeError } from './json.ts';
import { MessageLimit } from './message-limit.ts';
import { normalizeScalar, notOfType } from './normalize-scalar.ts';
import { bytesOfName, bytesOfStruct, maxObjectBytes, objectTooLarge } from './object-size.ts';
import { isNeverEmpty, placeOf, presentAmong, presentFields } from './present-fields.ts';
import { jsonTypeOf, typeText } from './type-text.ts';
import { goPlace, indexStep, inlinedStep, keyStep, unknownFieldPath } from './value-path.ts';

/** The message for a value that is not of its type; undefined for that of Go's JSON decoder. */
export type MismatchText = (value: unknown, schema: Schema) => string | undefined;

/**
 * Normalizes a value of a type, as a new object: fields in the order of the definition, unknown fields dropped, empty
 * fields dropped or filled in as the definition says, map keys sorted, scalars in their canonical form. Idempotent.
 *
 * Worked example, Container: {image: "", name: "a", ports: [], x: 1} becomes {name: "a", resources: {}}.
 */
export class Normalizer {
  /** Collects paths of unknown fields: `spec.containers[0].x`. Undefined: they are not reported. */
  #unknownFields: string[] | undefined;
  readonly #limit: MessageLimit | undefined;
  readonly #mismatchText: MismatchText | undefined;
  /** Path to the current value, for messages and unknown fields. */
  readonly #path: string[] = [];
  #structName = '';
  /** Objects and arrays around the current value, the outermost one not counted. */
  #depth = 0;
  /** Bytes that the store takes beyond what structs, keys of maps and filled-in fields have come to so far. */
  #bytesLeft = maxObjectBytes;

  constructor(unknownFields?: string[], mismatchText?: MismatchText) {
    this.#mismatchText = mismatchText;
    this.#unknownFields = unknownFields;
    this.#limit = unknownFields && new MessageLimit();
  }

  /**
   * Throws DecodeError at the first value that is not of its type, and RequestEntityTooLarge as soon as there are more
   * structs and keys than an object that can be stored has. `keep`: fields to copy that the definition does not list
   * (kind, apiVersion). `known`: a normalized object of the type; subtrees that `value` shares with it are reused, not
   * copied.
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
    if (schema.dynamic !== undefined) return this.#custom(value, schema, schema.dynamic, result);
    return this.#struct(value, schema, known, result, keep);
  }

  /** Subtrees that stay as they are, are shared with the value. */
  #custom(
    value: unknown,
    schema: StructSchema,
    dynamic: DynamicFields,
    result: Record<string, unknown>,
  ): Record<string, unknown> {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) this.#mismatch(value, schema);
    const { kind: _kind, apiVersion: _apiVersion, metadata, ...fields } = value as Record<string, unknown>;
    this.#measure(fields, maxDepth - 1);
    const ofMetadata = schema.byName.get('metadata')!.schema as StructSchema;
    // Messages name the metadata as a type of its own, and unknown fields of it are not reported.
    const typed = new Normalizer().normalize(metadata ?? {}, ofMetadata);
    const onUnknown = this.#unknownFields && ((path: string): void => this.#reportUnknown(path));
    return { ...result, metadata: typed, ...dynamic.normalize(fields, onUnknown) };
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
    this.#take(bytesOfStruct);
    const names = this.#unknownFields && Object.keys(source);
    const present = names === undefined ? presentFields(source, schema) : presentAmong(names, schema);
    const before = present ? undefined : this.#inSourceOrder(names!, source, schema, known, keep);
    const toReport = present && names;
    let reported = 0;
    let emptied: string[] | undefined;
    const fields = present ?? schema.fields;
    for (let place = 0; place < fields.length; place++) {
      const field = fields[place]!;
      const { name } = field;
      if (toReport && source[name] !== undefined)
        reported = this.#reportUntil(name, toReport, reported, keep);
      const normalized =
        before && source[name] !== undefined ? before[place] : this.#field(source, field, known);
      if (normalized !== undefined) result[name] = normalized;
      else if (isContainer(source[name])) (emptied ??= []).push(name);
    }
    if (toReport) this.#reportUntil(undefined, toReport, reported, keep);
    markSentEmpty(source, result, emptied);
    this.#structName = outerName;
    return result;
  }

  /**
   * Reports the names, from the given place on, that come before that of a field; all that are left, if none is given.
   * Returns the place after it.
   */
  #reportUntil(
    field: string | undefined,
    names: readonly string[],
    from: number,
    keep: readonly string[],
  ): number {
    let at = from;
    for (; at < names.length && names[at] !== field; at++)
      if (!keep.includes(names[at]!)) this.#reportUnknown(names[at]!);
    return at + 1;
  }

  /**
   * Normalizes the fields in the order of the source, in which errors and unknown fields are reported. Returns each at its
   * place in the definition.
   */
  #inSourceOrder(
    names: readonly string[],
    source: Record<string, unknown>,
    schema: StructSchema,
    known: unknown,
    keep: readonly string[],
  ): unknown[] {
    const normalized = new Array<unknown>(schema.fields.length);
    for (const name of names) {
      const place = placeOf(schema, name);
      if (place !== undefined) normalized[place] = this.#field(source, schema.fields[place]!, known);
      else if (!keep.includes(name)) this.#reportUnknown(name);
    }
    return normalized;
  }

  #reportUnknown(name: string): void {
    if (this.#limit!.isReached) return;
    this.#unknownFields!.push(this.#limit!.count(unknownFieldPath(this.#path, name)));
  }

  /** Undefined if the field is not printed. */
  #field(source: Record<string, unknown>, field: FieldSchema, known: unknown): unknown {
    const value = source[field.name];
    if (value === undefined || value === null) {
      if (!field.always) return undefined;
      this.#take(field.name.length + bytesOfField);
      return emptyOf(field);
    }
    const { schema } = field;
    // A fast path for the most common case.
    if (schema.type === 'string' && typeof value === 'string') {
      return value === '' && !field.always && !field.nullable ? undefined : value;
    }
    const { inlinedAs } = field;
    if (inlinedAs !== undefined) for (const name of inlinedAs) this.#path.push(inlinedStep(name));
    this.#path.push(field.name);
    if (typeof value === 'number') this.#checkWritten(source, field.name, schema);
    const normalized = this.#value(value, schema, memberOf(known, field.name));
    this.#path.length -= 1 + (inlinedAs?.length ?? 0);
    return field.always || field.nullable || !isEmpty(normalized, schema) ? normalized : undefined;
  }

  #value(value: unknown, schema: Schema, known?: unknown): unknown {
    if (known !== undefined && value === known) return value;
    if (schema.type === 'raw' && schema.choice !== undefined) return this.#choice(value, schema.choice);
    // The decoder of field sets limits their depth.
    if (schema.type === 'fields') return value;
    if (schema.type === 'raw' || schema.type === 'deduced') {
      if (isDeeperThan(maxDepth - this.#depth - 1, value)) throw tooDeep();
      return value;
    }
    if (schema.type !== 'struct' && schema.type !== 'list' && schema.type !== 'map') {
      const scalar = normalizeScalar(value, schema);
      return scalar === notOfType ? this.#mismatch(value, schema) : scalar;
    }
    // Types may be recursive: a schema has properties that are schemas.
    if (++this.#depth >= maxDepth) throw tooDeep();
    const normalized = this.#container(value, schema, known);
    this.#depth--;
    return normalized;
  }

  /** Unknown fields are not told inside: Go's types decode themselves there, and not strictly. */
  #choice(value: unknown, choice: Choice): unknown {
    const told = this.#unknownFields;
    this.#unknownFields = undefined;
    const normalized = this.#chosen(value, choice);
    this.#unknownFields = told;
    return normalized;
  }

  /** Undefined for an empty list. */
  #chosen(value: unknown, { boolean, object, list }: Choice): unknown {
    if (Array.isArray(value) && list !== undefined) {
      return value.length === 0 ? undefined : this.#value(value, { type: 'list', element: list.element });
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && object !== undefined) {
      return this.#value(value, object.schema);
    }
    // Go's decoder of JSONSchemaPropsOrArray ignores any other value, and leaves an empty struct.
    if (boolean === undefined) return null;
    if (typeof value === 'boolean') return value;
    throw new DecodeError('boolean or JSON schema expected');
  }

  #container(value: unknown, schema: ContainerSchema, known: unknown): unknown {
    if (schema.type === 'struct') return this.#nested(value, schema, known);
    if (schema.type === 'list') return this.#list(value, schema, known);
    return this.#map(value, schema, known);
  }

  /** A nested kind gets its kind and apiVersion, such as the volume claim templates of a StatefulSet. */
  #nested(value: unknown, schema: StructSchema, known?: unknown): Record<string, unknown> {
    const { typeMeta } = schema;
    if (typeMeta === undefined) return this.#struct(value, schema, known, {});
    return this.#struct(value, schema, known, { ...typeMeta }, Object.keys(typeMeta));
  }

  #list(value: unknown, schema: ListSchema, known: unknown): unknown[] {
    if (!Array.isArray(value)) this.#mismatch(value, schema);
    const { element } = schema;
    const result: unknown[] = new Array((value as unknown[]).length);
    // Structs have their own.
    if (element.type !== 'struct')
      this.#take(result.length * (element.type === 'string' ? bytesOfText : bytesOfItem));
    for (let index = 0; index < result.length; index++) {
      const item = (value as unknown[])[index];
      if (this.#unknownFields !== undefined) this.#path.push(indexStep(index));
      if (typeof item === 'number') this.#checkWritten(value as unknown[], index, element);
      result[index] =
        item === null || item === undefined
          ? this.#emptyItem(element)
          : this.#value(item, element, memberOf(known, index));
      if (this.#unknownFields !== undefined) this.#path.pop();
    }
    return result;
  }

  /** The meaning of null as an item of a list or a value of a map. */
  #emptyItem(schema: Schema): unknown {
    if (schema.type === 'struct') return this.#nested({}, schema);
    // Storing null bytes makes them empty.
    if (schema.type === 'bytes') return '';
    return schema.type === 'raw' ? null : zeroValue(schema);
  }

  #map(value: unknown, schema: MapSchema, known: unknown): Record<string, unknown> {
    if (typeof value !== 'object' || Array.isArray(value)) this.#mismatch(value, schema);
    const { value: element } = schema;
    const result: Record<string, unknown> = {};
    const keys = sortedKeys(value as object);
    for (const key of keys) this.#take(Math.max(key.length + bytesOfField, bytesOfName));
    for (const key of keys) {
      const item = (value as Record<string, unknown>)[key];
      const normalized =
        item === null
          ? this.#emptyItem(element)
          : typeof item === 'string' && element.type === 'string'
            ? item
            : this.#mapValue(key, item, element, memberOf(known, key));
      if (key === '__proto__') setOwn(result, key, normalized);
      else result[key] = normalized;
    }
    return result;
  }

  #mapValue(key: string, item: unknown, element: Schema, known: unknown): unknown {
    this.#path.push(keyStep(key));
    const normalized = this.#value(item, element, known);
    this.#path.pop();
    return normalized;
  }

  /** Takes the bytes of what stands in a custom resource. `levels`: how deep it may be. */
  #measure(value: object, levels: number): void {
    if (levels <= 0) throw tooDeep();
    this.#take(bytesOfStruct);
    if (Array.isArray(value)) {
      for (const item of value)
        if (typeof item === 'object' && item !== null) this.#measure(item, levels - 1);
      return;
    }
    // Three times as fast with large maps as a list of their keys.
    for (const key in value) {
      this.#take(Math.max(key.length + bytesOfField, bytesOfName));
      const member = (value as Record<string, unknown>)[key];
      if (typeof member === 'object' && member !== null) this.#measure(member, levels - 1);
    }
  }

  #take(bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft < 0) throw objectTooLarge();
  }

  /** To Go's decoder 1.0 is no integer. */
  #checkWritten(holder: object, key: string | number, schema: Schema): void {
    if (!isInteger(schema)) return;
    const text = fractionOf(holder, key);
    if (text !== undefined) this.#mismatch(Number(text), schema, `number ${text}`);
  }

  #mismatch(value: unknown, schema: Schema, type = jsonTypeOf(value, schema)): never {
    const own = this.#mismatchText?.(value, schema);
    if (own !== undefined) throw new DecodeError(own);
    const where = goPlace(this.#path, this.#structName);
    throw new DecodeError(`json: cannot unmarshal ${type} into ${where} of type ${typeText(schema)}`);
  }
}

/** Whether a list or map was sent: one that is not kept is empty. */
const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;

const isInteger = ({ type }: Schema): boolean =>
  type === 'int32' || type === 'int64' || type === 'int-or-string';

type ListSchema = Extract<Schema, { type: 'list' }>;
type MapSchema = Extract<Schema, { type: 'map' }>;
type ContainerSchema = StructSchema | ListSchema | MapSchema;

/** Inherited properties do no harm: no JSON value is identical to one. */
const memberOf = (value: unknown, place: string | number): unknown =>
  (value as Record<string | number, unknown> | null | undefined)?.[place];

/** `"":0,` beside the name: nothing is shorter. */
const bytesOfField = 5;

/** `"",` at least. */
const bytesOfText = 3;

/** `0,` at least. */
const bytesOfItem = 2;

const tooDeep = () => new DecodeError('exceeded max depth');

/** The value of an unset field that is always printed. */
function emptyOf(field: FieldSchema): unknown {
  const { schema } = field;
  if (field.nullable) return null;
  if (schema.type === 'struct') return isNeverEmpty(schema) ? new Normalizer().normalize({}, schema) : {};
  return zeroValue(schema);
}

/** Does not sort keys that are sorted already, as most are. */
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value);
  for (let index = 1; index < keys.length; index++) {
    if (keys[index - 1]! > keys[index]!) return keys.sort();
  }
  return keys;
}
