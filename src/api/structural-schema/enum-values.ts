import { maxDetailLength, truncatedJson } from '../../util/truncate.ts';
import { equalValues } from '../json/json-values.ts';

const lookups = new WeakMap<readonly unknown[], EnumValues>();

/** The values of an enumeration, which can be many thousands, for values that can be as many. */
export function enumOf(values: readonly unknown[]): EnumValues {
  let known = lookups.get(values);
  if (known === undefined) lookups.set(values, (known = new EnumValues(values)));
  return known;
}

class EnumValues {
  readonly #scalars = new Set<unknown>();
  /** Lists and maps, which are compared one by one. */
  readonly #others: unknown[] = [];

  constructor(values: readonly unknown[]) {
    for (const value of values) {
      if (typeof value === 'object') this.#others.push(value);
      else this.#scalars.add(typeof value === 'number' ? exact(value) : value);
    }
  }

  /** Null is none. `spend` is called with the steps that it takes, before it takes them. */
  has(value: unknown, spend: (steps: number) => void): boolean {
    if (value === null) return false;
    if (typeof value === 'object') {
      spend(this.#others.length);
      return this.#others.some((one) => equalValues(one, value));
    }
    if (typeof value !== 'number') return this.#scalars.has(value);
    // A number is compared after its conversion to the type of the listed value: 5.5 is 5.
    return this.#scalars.has(exact(value)) || this.#scalars.has(exact(Math.trunc(value)));
  }
}

/** One and the same for equal numbers: integers that a double cannot hold are bigints. */
const exact = (value: number): number | bigint => (Number.isInteger(value) ? BigInt(value) : value);

/** The first values, as many as a message can show. */
export function firstTexts(values: readonly unknown[]): string[] {
  const texts: string[] = [];
  let length = 0;
  for (let index = 0; index < values.length && length <= maxDetailLength; index++) {
    const value = values[index];
    const text = typeof value === 'string' ? value : truncatedJson(value);
    texts.push(text);
    length += text.length;
  }
  return texts;
}
