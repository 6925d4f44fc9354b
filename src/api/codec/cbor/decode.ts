import type { Pacer } from '../../../util/pacer.ts';
import { goQuote } from '../../../util/quote.ts';
import { setValue } from '../../json/json-values.ts';
import { entityTooLarge } from '../../meta/status.ts';
import { DecodeError } from '../decode-error.ts';
import { maxContainers, maxExactNumbers, maxNames, maxValues, objectTooLarge } from '../object-size.ts';
import { major, selfDescribedHead } from './cbor.ts';
import { CborReader, typeNames } from './reader.ts';

const maxDepth = 10_000;

/** The value of a document, and what is wrong in it that leaves it well-formed. */
export interface DecodedCbor {
  readonly value: unknown;
  /** The first key that a map has twice: of the outermost one, or of one further in. */
  readonly repeated: { readonly problem: string; readonly isOutermost: boolean } | undefined;
}

/** The name of the type of a document, behind the tag that says that it is one. */
export const cborTypeOf = (bytes: Buffer): string =>
  typeNames[
    (bytes[new CborReader(bytes).takeIf(selfDescribedHead) ? selfDescribedHead.length : 0] ?? 0) >> 5
  ]!;

/** A container whose elements are being read. */
interface Level {
  readonly container: unknown[] | Record<string, unknown>;
  /** Elements that follow; undefined: as many as come before the end. */
  left: number | undefined;
  /** Elements that were read. */
  index: number;
  /** The place of this container in a map that has its key already. */
  readonly repeated: Repeated | undefined;
}

interface Repeated {
  readonly key: string;
  readonly index: number;
}

/**
 * Reads a document of CBOR as values of JSON, some items at a time: byte strings are texts, integers beyond a double are
 * bigints. Throws DecodeError, with the words of the library behind the API where the document is not well-formed, and
 * RequestEntityTooLarge for more parts than an object has, as `parseBodyJson` does.
 */
export class CborDecoding {
  readonly #reader: CborReader;
  readonly #levels: Level[] = [];
  #value: unknown;
  #isBegun = false;
  #names = 0;
  #containers = 0;
  #values = 0;
  #repeated: DecodedCbor['repeated'];

  constructor(bytes: Buffer) {
    if (bytes.length === 0) throw new DecodeError('EOF');
    this.#reader = new CborReader(bytes);
    this.#reader.takeIf(selfDescribedHead);
  }

  /** Reads so many items; the document, when it is over. */
  read(items: number): DecodedCbor | undefined {
    for (let count = 0; count < items; count++) {
      const level = this.#levels.at(-1);
      if (level !== undefined) this.#step(level);
      else if (!this.#isBegun) this.#begin();
      else return this.#end();
    }
    return undefined;
  }

  #begin(): void {
    this.#isBegun = true;
    this.#value = this.#item(undefined);
  }

  #end(): DecodedCbor {
    const { left, at } = this.#reader;
    if (left > 0) throw new DecodeError(`cbor: ${left} bytes of extraneous data starting at index ${at}`);
    return { value: this.#value, repeated: this.#repeated };
  }

  /** Reads the next element of a container, or its end. */
  #step(level: Level): void {
    const isOver = level.left === undefined ? this.#reader.takeStop() : level.left-- === 0;
    if (isOver) return this.#close();
    const { container } = level;
    if (Array.isArray(container)) {
      // A container that begins is in its place before its own elements come.
      container.push(this.#item(undefined));
      return;
    }
    this.#entry(container, level.index++);
  }

  #entry(map: Record<string, unknown>, index: number): void {
    if (++this.#names > maxNames) throw entityTooLarge(`limit is ${maxNames} field names`);
    const key = this.#reader.key();
    const repeated = Object.hasOwn(map, key) ? { key, index } : undefined;
    const depth = this.#levels.length;
    const value = this.#item(repeated);
    if (repeated === undefined) setValue(map, key, value);
    else if (this.#levels.length === depth) this.#noteRepeated(repeated);
  }

  /** The value of an item; a container is empty yet. */
  #item(repeated: Repeated | undefined): unknown {
    if (++this.#values > maxValues) throw objectTooLarge();
    const first = this.#reader.byte();
    const type = first >> 5;
    if (type === major.array || type === major.map)
      return this.#open(type === major.array ? [] : {}, first & 0x1f, repeated);
    const value = this.#reader.scalar(first);
    if (this.#reader.bigintCount > maxExactNumbers)
      throw entityTooLarge(`limit is ${maxExactNumbers} numbers beyond the precision of a double`);
    return value;
  }

  #open(container: Level['container'], info: number, repeated: Repeated | undefined): Level['container'] {
    if (this.#levels.length === maxDepth)
      throw new DecodeError(`cbor: exceeded max nested level ${maxDepth}`);
    if (++this.#containers > maxContainers) throw entityTooLarge(`limit is ${maxContainers} maps and arrays`);
    this.#levels.push({ container, left: this.#reader.count(info), index: 0, repeated });
    return container;
  }

  #close(): void {
    const { repeated } = this.#levels.pop()!;
    if (repeated !== undefined) this.#noteRepeated(repeated);
  }

  #noteRepeated({ key, index }: Repeated): void {
    this.#repeated ??= {
      problem: `cbor: found duplicate map key ${goQuote(key)} at map element index ${index}`,
      isOutermost: this.#levels.length === 1,
    };
  }
}

/** The whole of a document at once. Throws as `CborDecoding` does. */
export const decodeCbor = (bytes: Buffer): DecodedCbor =>
  new CborDecoding(bytes).read(Number.POSITIVE_INFINITY)!;

/** Items that are read in one step: some tenths of a millisecond. */
const itemsOfStep = 2_048;

/** The document, others having their turn while a large one is read. Throws as `CborDecoding` does. */
export async function decodeCborInSteps(bytes: Buffer, pacer: Pacer | undefined): Promise<DecodedCbor> {
  const decoding = new CborDecoding(bytes);
  let document = decoding.read(itemsOfStep);
  while (document === undefined) {
    await pacer?.step();
    document = decoding.read(itemsOfStep);
  }
  return document;
}
