import { goQuote } from '../../util/quote.ts';
import { badRequest } from '../meta/status.ts';

const none: readonly string[] = [];

/** The parameters after the `?`, parsed on first use. The first of repeated ones counts. */
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

  /** `watch`, `watch=` and `watch=yes` are true; `watch=0`, `watch=false` and an absent parameter are false. */
  boolean(name: string): boolean {
    const value = this.get(name);
    return value !== undefined && value !== '0' && value.toLowerCase() !== 'false';
  }

  /** Undefined when absent; throws BadRequest with the message of Go's strconv if it is not a 64-bit integer. */
  integer(name: string): number | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    if (!/^[+-]?[0-9]+$/.test(value)) throw notAnInteger(value, 'invalid syntax');
    const number = Number(value);
    if (Math.abs(number) >= 1e18 && !isInt64(value)) throw notAnInteger(value, 'value out of range');
    return number;
  }

  entries(): IterableIterator<[string, readonly string[]]> {
    this.#values ??= parseQuery(this.#raw);
    return this.#values.entries();
  }

  /** The query as it was sent, without the `?`. */
  toString(): string {
    return this.#raw;
  }
}

const notAnInteger = (value: string, reason: string) =>
  badRequest(`strconv.ParseInt: parsing ${goQuote(value)}: ${reason}`);

function isInt64(value: string): boolean {
  // BigInt is slow for very many digits, and no int64 has more than 19.
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
    // Only the query of a proxied request can be malformed here, and it is forwarded as it was sent.
    return spaced;
  }
}
