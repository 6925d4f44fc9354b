import type { JsonMap as Json } from '../../json/json-values.ts';
import { type ListSemantics, ListValue, MapValue } from './collections.ts';
import type { CelValue } from './value.ts';

/** How JSON of one place is read: as its schema says, or as it is. */
export interface Reader {
  /** `json` is not null. */
  read(json: unknown): CelValue;
}

/** Reads JSON without a schema: whole numbers are int, others double. */
export const plainReader: Reader = {
  read(json) {
    switch (typeof json) {
      case 'string':
      case 'boolean':
      case 'bigint':
        return json;
      case 'number':
        return Number.isInteger(json) ? BigInt(json) : json;
      default:
        if (Array.isArray(json)) return new JsonList(json, plainReader);
        return new UniformMap(json as Json, plainReader);
    }
  },
};

/** The value of JSON that has no schema. */
export const valueOfJson = (json: unknown): CelValue =>
  json === null || json === undefined ? null : plainReader.read(json);

/** A list of an object: its items are read when they are asked for, and once. */
export class JsonList extends ListValue {
  readonly json: readonly unknown[];
  readonly reader: Reader;
  #items: CelValue[] | undefined;

  constructor(json: readonly unknown[], reader: Reader, semantics?: ListSemantics) {
    super(semantics);
    this.json = json;
    this.reader = reader;
  }

  get length(): number {
    return this.json.length;
  }

  at(index: number): CelValue {
    const json = this.json[index];
    if (typeof json !== 'object' || json === null) return json === null ? null : this.reader.read(json);
    this.#items ??= [];
    return (this.#items[index] ??= this.reader.read(json));
  }
}

/** A map of an object, or an object with fields. What it holds is read when it is asked for, and once. */
export abstract class JsonMap extends MapValue {
  readonly json: Json;
  #parts: Map<string, CelValue> | undefined;

  constructor(json: Json) {
    super();
    this.json = json;
  }

  get size(): number {
    return Object.keys(this.json).length;
  }

  keys(): readonly CelValue[] {
    return Object.keys(this.json);
  }

  has(key: CelValue): boolean {
    return typeof key === 'string' && Object.hasOwn(this.json, key);
  }

  /** The value of a member that there is. */
  protected member(name: string, reader: Reader): CelValue {
    const json = this.json[name];
    if (typeof json !== 'object' || json === null) return json === null ? null : reader.read(json);
    const known = this.#parts?.get(name);
    if (known !== undefined) return known;
    const made = reader.read(json);
    (this.#parts ??= new Map()).set(name, made);
    return made;
  }
}

/** A map whose values are read alike. */
export class UniformMap extends JsonMap {
  readonly #reader: Reader;

  constructor(json: Json, reader: Reader) {
    super(json);
    this.#reader = reader;
  }

  get(key: CelValue): CelValue | undefined {
    return typeof key === 'string' && Object.hasOwn(this.json, key)
      ? this.member(key, this.#reader)
      : undefined;
  }
}
