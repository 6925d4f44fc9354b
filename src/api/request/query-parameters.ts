import { goQuote } from '../../util/quote.ts';
import { badRequest } from '../meta/status.ts';

const none: readonly string[] = [];

/** The parameters after the `?`, taken apart when the first one is asked for. Of repeated ones the first counts. */
export class QueryParameters {
  readonly #raw: string;
  #values: Map<string, string[]> | undefined;

  constructor(raw: string) {
    this.#raw = raw;
  }

  get(name: string): string | undefined {
    return this.all(name)[0];
  }

  /** Every value of a repeated parameter, in order. */
  all(name: string): readonly string[] {
    if (this.#raw === '') return none;
    this.#values ??= parseQuery(this.#raw);
    return this.#values.get(name) ?? none;
  }

  has(name: string): boolean {
    return this.all(name).length > 0;
  }

  /** `watch`, `watch=` and `watch=yes` are true; `watch=0`, `watch=false` and nothing are not. */
  boolean(name: string): boolean {
    const value = this.get(name);
    return value !== undefined && value !== '0' && value.toLowerCase() !== 'false';
  }

  /** undefined when absent; throws BadRequest for what is no integer of 64 bits, in the words of Go's strconv. */
  integer(name: string): number | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    if (!/^[+-]?[0-9]+$/.test(value)) throw notAnInteger(value, 'invalid syntax');
    const number = Number(value);
    if (Math.abs(number) >= 1e18 && !fits64Bits(value)) throw notAnInteger(value, 'value out of range');
    return number;
  }

  /** For whatever needs them all. */
  entries(): IterableIterator<[string, readonly string[]]> {
    this.#values ??= parseQuery(this.#raw);
    return this.#values.entries();
  }

  /** As it came, without the `?`. */
  toString(): string {
    return this.#raw;
  }
}

const notAnInteger = (value: string, why: string) =>
  badRequest(`strconv.ParseInt: parsing ${goQuote(value)}: ${why}`);

function fits64Bits(value: string): boolean {
  // More digits need no look, and a big one would be slow.
  if (value.replace(/^[+-]?0*/, '').length > 19) return false;
  const exact = BigInt(value.replace('+', ''));
  return BigInt.asIntN(64, exact) === exact;
}

/** `a=1&b&a=x+y` gives a: 1, x y and b: (empty). */
function parseQuery(raw: string): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const pair of raw.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decodeQueryPart(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decodeQueryPart(pair.slice(equals + 1));
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  return values;
}

function decodeQueryPart(part: string): string {
  const spaced = part.includes('+') ? part.replaceAll('+', ' ') : part;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Only the query of a proxied request can be like this, and it is passed on as it came.
    return spaced;
  }
}
