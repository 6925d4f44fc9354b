import type { JsonMap } from '../json/json-values.ts';
import type { ExtensionNames, JsonSchema } from '../schema/json-schema.ts';
import type { CostBudget } from './cost.ts';
import { CelError, type CelValue, Composite, isNumeric, noSuchOverload, plainNumber } from './values.ts';

/** Makes CEL values of JSON, as its schema says. */
export interface JsonReader {
  readonly names: ExtensionNames;
  value(json: unknown, schema: JsonSchema): CelValue;
}

/** The JSON that a list or map was made of, and what its schema says of it. */
export interface JsonSource<T> {
  readonly json: T;
  readonly schema: JsonSchema;
  readonly reader: JsonReader;
}

const stepsToConvert = 3;

/** A list: of an expression, or of an object; then its items are converted when they are asked for, and once. */
export class ListValue extends Composite {
  /** The list in an object that this one stands for. */
  readonly source: JsonSource<readonly unknown[]> | undefined;
  /** The list in an object whose type (set, map by keys) this one has. */
  readonly type: JsonSource<readonly unknown[]> | undefined;
  readonly length: number;
  readonly #items: (CelValue | undefined)[];
  readonly #itemSchema: JsonSchema | undefined;
  #isWhole: boolean;

  private constructor(
    items: readonly CelValue[],
    type: JsonSource<readonly unknown[]> | undefined,
    itemSchema?: JsonSchema,
  ) {
    super();
    this.type = type;
    this.source = itemSchema === undefined ? undefined : type;
    this.#itemSchema = itemSchema;
    this.#isWhole = itemSchema === undefined;
    this.#items = items as CelValue[];
    this.length = this.source === undefined ? items.length : this.source.json.length;
  }

  static of(items: readonly CelValue[], type?: JsonSource<readonly unknown[]>): ListValue {
    return new ListValue(items, type);
  }

  /** Without a schema its items are unknown to expressions. */
  static from(source: JsonSource<readonly unknown[]>, itemSchema: JsonSchema | undefined): ListValue {
    return new ListValue([], source, itemSchema);
  }

  get schema(): JsonSchema | undefined {
    return this.type?.schema;
  }

  at(index: number): CelValue {
    const known = this.#items[index];
    if (known !== undefined) return known;
    const { json, reader } = this.source!;
    const made = reader.value(json[index], this.#itemSchema!);
    this.#items[index] = made;
    return made;
  }

  /** All items, converted; throws CostError when that is too much work. */
  items(budget: CostBudget): readonly CelValue[] {
    if (!this.#isWhole) {
      budget.work(this.length * stepsToConvert);
      for (let index = 0; index < this.length; index++) this.at(index);
    }
    this.#isWhole = true;
    return this.#items as CelValue[];
  }
}

/** A map: of an expression, or of an object; then its values are converted when they are asked for, and once. */
export class MapValue extends Composite {
  readonly source: JsonSource<JsonMap> | undefined;
  readonly #entries: Map<string | bigint | number | boolean, { key: CelValue; value: CelValue }>;
  readonly #valueSchema: JsonSchema | undefined;
  #keys: readonly string[] | undefined;

  constructor(
    entries: readonly (readonly [CelValue, CelValue])[],
    source?: JsonSource<JsonMap>,
    valueSchema?: JsonSchema,
  ) {
    super();
    this.source = source;
    this.#valueSchema = valueSchema;
    this.#entries = new Map();
    for (const [key, value] of entries) this.#entries.set(mapKey(key), { key, value });
  }

  get schema(): JsonSchema | undefined {
    return this.source?.schema;
  }

  get size(): number {
    return this.source === undefined ? this.#entries.size : this.#names.length;
  }

  get keys(): readonly CelValue[] {
    return this.source === undefined ? [...this.#entries.values()].map(({ key }) => key) : this.#names;
  }

  has(key: CelValue): boolean {
    if (this.source === undefined) return this.#entries.has(mapKey(key));
    return typeof key === 'string' && Object.hasOwn(this.source.json, key);
  }

  /** Undefined when there is none. */
  get(key: CelValue): CelValue | undefined {
    if (this.source === undefined) return this.#entries.get(mapKey(key))?.value;
    if (typeof key !== 'string' || !Object.hasOwn(this.source.json, key)) return undefined;
    const known = this.#entries.get(key);
    if (known !== undefined) return known.value;
    const value = this.source.reader.value(this.source.json[key], this.#valueSchema!);
    if (typeof value === 'object') this.#entries.set(key, { key, value });
    return value;
  }

  get #names(): readonly string[] {
    this.#keys ??= Object.keys(this.source!.json);
    return this.#keys;
  }
}

/** The same for keys that are equal: numbers of all types are compared by what they count. */
function mapKey(key: CelValue): string | bigint | number | boolean {
  if (typeof key === 'string' || typeof key === 'boolean') return key;
  if (!isNumeric(key)) throw noSuchOverload();
  const number = plainNumber(key);
  return typeof number === 'number' && Number.isInteger(number) ? BigInt(number) : number;
}

export function itemAt(list: ListValue, at: number): CelValue {
  if (at < 0 || at >= list.length) throw new CelError(`index out of bounds: ${at}`);
  return list.at(at);
}
