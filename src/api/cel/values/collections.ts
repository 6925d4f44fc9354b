import { CelError, type CelValue, StructuredValue, Uint } from './value.ts';

/** All that the list type of a schema says: items have no order, and are found by their values or by their keys. */
export interface ListSemantics {
  readonly type: 'set' | 'map';
  readonly keys: readonly string[];
}

/** A list: of an expression, or of an object. */
export abstract class ListValue extends StructuredValue {
  readonly typeName = 'list';
  readonly semantics: ListSemantics | undefined;
  abstract readonly length: number;

  constructor(semantics?: ListSemantics) {
    super();
    this.semantics = semantics;
  }

  /** `index` is in range. */
  abstract at(index: number): CelValue;
  /** All of them. */
  abstract readonly items: readonly CelValue[];

  *[Symbol.iterator](): Generator<CelValue> {
    for (let index = 0; index < this.length; index++) yield this.at(index);
  }
}

/** A list whose items are known. */
export class ArrayList extends ListValue {
  static readonly empty = new ArrayList([]);

  readonly items: readonly CelValue[];

  constructor(items: readonly CelValue[], semantics?: ListSemantics) {
    super(semantics);
    this.items = items;
  }

  get length(): number {
    return this.items.length;
  }

  at(index: number): CelValue {
    return this.items[index]!;
  }
}

/** 0, 1, … length - 1: most are made to be gone through, and none is kept. */
export class NumberRange extends ListValue {
  readonly length: number;
  #items: readonly CelValue[] | undefined;

  constructor(length: number) {
    super();
    this.length = length;
  }

  at(index: number): CelValue {
    return BigInt(index);
  }

  get items(): readonly CelValue[] {
    this.#items ??= Array.from({ length: this.length }, (_, index) => BigInt(index));
    return this.#items;
  }
}

/** All items of a list. */
export const itemsOf = (list: ListValue): readonly CelValue[] => list.items;

/** A map of an expression, or a map or object of JSON. */
export abstract class MapValue extends StructuredValue {
  readonly typeName: string = 'map';
  abstract readonly size: number;
  abstract keys(): readonly CelValue[];
  abstract has(key: CelValue): boolean;
  /** Undefined when there is none. */
  abstract get(key: CelValue): CelValue | undefined;
}

/** A map whose entries are known. */
export class EntryMap extends MapValue {
  readonly #entries = new Map<unknown, readonly [CelValue, CelValue]>();

  constructor(entries: Iterable<readonly [CelValue, CelValue]> = []) {
    super();
    for (const [key, value] of entries) this.set(key, value);
  }

  set(key: CelValue, value: CelValue): void {
    this.#entries.set(keyIdentity(key), [key, value]);
  }

  get size(): number {
    return this.#entries.size;
  }

  keys(): readonly CelValue[] {
    return [...this.#entries.values()].map(([key]) => key);
  }

  has(key: CelValue): boolean {
    return this.#entry(key) !== undefined;
  }

  get(key: CelValue): CelValue | undefined {
    return this.#entry(key)?.[1];
  }

  /** A whole number is found by a double, but not the other way round. */
  #entry(key: CelValue): readonly [CelValue, CelValue] | undefined {
    const found = this.#entries.get(keyIdentity(key));
    if (found !== undefined || typeof key !== 'number' || !Number.isInteger(key)) return found;
    return this.#entries.get(BigInt(key));
  }
}

/** The same for keys that are equal: whole numbers with and without a sign are compared by what they count. */
const keyIdentity = (key: CelValue): unknown => (key instanceof Uint ? key.value : key);

export const noSuchKey = (key: CelValue): CelError => new CelError(`no such key: ${keyText(key)}`);

function keyText(key: CelValue): string {
  return String(key instanceof Uint ? key.value : key);
}
