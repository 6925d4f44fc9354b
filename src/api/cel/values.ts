import { isMap } from '../json/json-values.ts';
import {
  additionalOf,
  type ExtensionNames,
  itemsOf,
  type JsonSchema,
  propertyOf,
} from '../structural-schema/json-schema.ts';
import { escapedName } from './field-names.ts';

/** An expression cannot be worked out: the text is for clients. */
export class CelError extends Error {}

export const noSuchKey = (key: string): CelError => new CelError(`no such key: ${key}`);
export const noSuchOverload = (): CelError => new CelError('no such overload');

/**
 * A value in an expression: int is bigint, double is number; lists are arrays, maps are Maps; what comes from an object is
 * wrapped with its schema until it is looked into.
 */
export type CelValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint
  | Uint8Array
  | Timestamp
  | Duration
  | CelType
  | Url
  | CelValue[]
  | Map<CelValue, CelValue>
  | ObjectValue;

export class Uint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** Nanoseconds since 1970. */
export class Timestamp {
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

export class Duration {
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

export class CelType {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export class Url {
  readonly url: URL;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
    this.url = new URL(text);
  }
}

/** Schemas of the fields of an object, by their names in expressions. */
export interface ObjectSchema {
  schema: JsonSchema;
  names: ExtensionNames;
  /** The root or an embedded object: type and name can be asked for. */
  isWhole: boolean;
}

/** An object with named fields, which are not the keys of a map. */
export class ObjectValue {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly #of: ObjectSchema;
  #byName: ReadonlyMap<string, string> | undefined;

  constructor(fields: Readonly<Record<string, unknown>>, of: ObjectSchema) {
    this.fields = fields;
    this.#of = of;
  }

  /** Null counts as absent, where it may not be there. */
  has(name: string): boolean {
    const own = this.#nameOf(name);
    if (own === undefined) throw noSuchKey(name);
    return Object.hasOwn(this.fields, own) && this.fields[own] !== null;
  }

  get(name: string): CelValue {
    const own = this.#nameOf(name);
    if (own === undefined || !Object.hasOwn(this.fields, own)) throw noSuchKey(name);
    const schema = fieldSchema(this.#of, own);
    return schema === undefined ? noSuch(name) : celValue(this.fields[own], schema, this.#of.names);
  }

  #nameOf(name: string): string | undefined {
    this.#byName ??= new Map(
      fieldNames(this.#of).flatMap((field) => {
        const escaped = escapedName(field);
        return escaped === undefined ? [] : [[escaped, field]];
      }),
    );
    return this.#byName.get(name);
  }
}

function noSuch(name: string): never {
  throw noSuchKey(name);
}

const text: JsonSchema = { type: 'string' };
const metadata: JsonSchema = { type: 'object', properties: { name: text, generateName: text } };

/** The fields that expressions can name. */
export function fieldNames({ schema, isWhole }: ObjectSchema): string[] {
  const own = Object.keys(schema.properties ?? {});
  return isWhole ? [...new Set([...own, 'apiVersion', 'kind', 'metadata'])] : own;
}

export function fieldSchema({ schema, isWhole }: ObjectSchema, name: string): JsonSchema | undefined {
  if (isWhole && (name === 'apiVersion' || name === 'kind')) return text;
  if (isWhole && name === 'metadata') return metadata;
  return propertyOf(schema, name);
}

/** A JSON value as its schema says. */
export function celValue(
  value: unknown,
  schema: JsonSchema,
  names: ExtensionNames,
  isRoot = false,
): CelValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return textValue(value, schema);
  if (typeof value === 'bigint') return schema.type === 'number' ? Number(value) : value;
  if (typeof value === 'number') {
    return schema.type === 'number' || !Number.isInteger(value) ? value : BigInt(value);
  }
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    return items === undefined ? [] : value.map((item) => celValue(item, items, names));
  }
  if (!isMap(value)) return null;
  const additional = additionalOf(schema);
  if (additional !== undefined) {
    return new Map(Object.keys(value).map((key) => [key, celValue(value[key], additional, names)]));
  }
  const isWhole = isRoot || schema[names.embeddedResource] === true;
  return new ObjectValue(value, { schema, names, isWhole });
}

function textValue(value: string, schema: JsonSchema): CelValue {
  switch ((schema['format'] as string | undefined)?.replaceAll('-', '')) {
    case 'datetime':
    case 'date':
      return timestamp(value.includes('T') || value.includes('t') ? value : `${value}T00:00:00Z`);
    case 'duration':
      return duration(value);
    case 'byte':
      return new Uint8Array(Buffer.from(value, 'base64'));
    default:
      return value;
  }
}

/** RFC 3339. */
export function timestamp(value: string): Timestamp {
  const match = /^(\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d)(?:\.(\d{1,9})\d*)?([Zz]|[+-]\d\d:\d\d)$/.exec(value);
  const milliseconds = match === null ? Number.NaN : Date.parse(`${match[1]}${match[3]}`);
  if (Number.isNaN(milliseconds)) throw new CelError(`cannot parse ${JSON.stringify(value)} as a timestamp`);
  return new Timestamp(BigInt(milliseconds) * 1_000_000n + BigInt((match![2] ?? '').padEnd(9, '0')));
}

const units: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

/** `1h30m`, `-1.5s`. */
export function duration(value: string): Duration {
  const match = /^([+-]?)((?:\d+(?:\.\d*)?(?:ns|us|µs|ms|s|m|h))+|0)$/.exec(value);
  if (match === null) throw new CelError(`cannot parse ${JSON.stringify(value)} as a duration`);
  let sum = 0n;
  for (const [, whole, fraction = '', unit] of match[2]!.matchAll(/(\d+)(?:\.(\d*))?(ns|us|µs|ms|s|m|h)/g)) {
    const scale = units[unit!]!;
    sum += BigInt(whole!) * scale;
    if (fraction !== '')
      sum += (BigInt(fraction.slice(0, 9)) * scale) / 10n ** BigInt(Math.min(fraction.length, 9));
  }
  return new Duration(match[1] === '-' ? -sum : sum);
}
