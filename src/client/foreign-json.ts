import { endOfString } from '../api/codec/end-of-string.ts';
import type { Pacer } from '../util/pacer.ts';
import { ShapeError } from './fields.ts';

/** Limits of the JSON text of another server, whatever its size in bytes. */
export interface JsonBounds {
  /** Levels of objects and arrays. */
  levels: number;
  /** Members and items of all levels. */
  values: number;
  /** Values that are parsed in one go. */
  together: number;
}

/**
 * The value of a JSON text, made in slices: the objects and arrays of the third level are parsed one by one. Throws
 * SyntaxError, and ShapeError for a text beyond its bounds, of which nothing is parsed.
 */
export async function parseForeign(text: string, bounds: JsonBounds, pacer: Pacer): Promise<unknown> {
  const scan = new Scan(text, bounds);
  await scan.run(pacer);
  const root = JSON.parse(frameOf(text, scan.parts)) as unknown;
  for (const holder of holdersIn(root)) {
    for (const [key, mark] of Object.entries(holder)) {
      if (!Array.isArray(mark)) continue;
      const [start, end] = scan.parts[mark[0]]!;
      const value: unknown = JSON.parse(text.slice(start, end));
      // Assigning to `__proto__` would set the prototype.
      Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
      await pacer.step();
    }
  }
  return root;
}

/** The text with `[0]`, `[1]` and so on in place of its parts: it has no other arrays of that level. */
function frameOf(text: string, parts: readonly [number, number][]): string {
  const pieces: string[] = [];
  let from = 0;
  parts.forEach(([start, end], index) => {
    pieces.push(text.slice(from, start), `[${index}]`);
    from = end;
  });
  return pieces.join('') + text.slice(from);
}

const holdersIn = (root: unknown): object[] => (isHolder(root) ? Object.values(root).filter(isHolder) : []);

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null;

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The level of which each object and array is a part of its own. */
const partLevel = 3;

/** Characters and strings between two looks at the clock: some tens of microseconds. */
const betweenStops = 4_096;

/** One pass over a text before any of it is parsed: a text of brackets takes a hundred times its size. */
class Scan {
  /** From where to where each part goes. */
  readonly parts: [number, number][] = [];
  readonly #text: string;
  readonly #bounds: JsonBounds;
  #level = 0;
  #values = 0;
  /** Values of the frame, and of the part that is open. */
  #inFrame = 0;
  #inPart = 0;
  #start = 0;

  constructor(text: string, bounds: JsonBounds) {
    this.#text = text;
    this.#bounds = bounds;
  }

  async run(pacer: Pacer): Promise<void> {
    const { length } = this.#text;
    for (let at = 0; at < length; ) {
      at = this.#slice(at);
      await pacer.step();
    }
  }

  /** Offset at which the next slice begins. */
  #slice(start: number): number {
    let at = start;
    for (let steps = 0; steps < betweenStops && at < this.#text.length; steps++, at++) {
      const code = this.#text.charCodeAt(at);
      if (code === quote) at = endOfString(this.#text, at);
      else if (code === openBrace || code === openBracket) this.#open(at);
      else if (code === closeBrace || code === closeBracket) this.#close(at);
      else if (code === comma) this.#count();
    }
    return at;
  }

  #open(at: number): void {
    if (++this.#level > this.#bounds.levels)
      throw new ShapeError(`has more than ${this.#bounds.levels} levels`);
    if (this.#level === partLevel) {
      this.#start = at;
      this.#inPart = 0;
    }
    this.#count();
  }

  #close(at: number): void {
    if (this.#level === partLevel) this.parts.push([this.#start, at + 1]);
    if (this.#level > 0) this.#level--;
  }

  #count(): void {
    const { values, together } = this.#bounds;
    const inPiece = this.#level < partLevel ? ++this.#inFrame : ++this.#inPart;
    if (++this.#values > values) throw new ShapeError(`has more than ${values} values`);
    if (inPiece > together) throw new ShapeError(`has more than ${together} values in one place`);
  }
}
