import { major, selfDescribedHead } from '../../api/codec/cbor/cbor.ts';
import { CborWriter } from '../../api/codec/cbor/encode.ts';
import { parseOwnJson } from '../../api/codec/json.ts';
import type { Pacer } from '../../util/pacer.ts';
import { type Block, pause } from './block-pool.ts';
import type { ListBody } from './list-items.ts';
import { itemOf, Scratch } from './text-blocks.ts';

/** Bytes that are written in one piece. */
const pieceLength = 64 * 1024;

const blockOf = (block: Buffer): Block => ({ block, size: block.length });

/** A value as a document of CBOR. */
export function* cborBlocks(value: unknown): Generator<Block> {
  yield blockOf(selfDescribedHead);
  for (const piece of new CborWriter().pieces(value, pieceLength)) yield blockOf(piece);
}

/** A list as a document of CBOR: its items are encoded when their turn comes. */
export function* cborListBlocks({ head, items, tail }: ListBody, pacer: Pacer): Generator<Block> {
  const document = Object.entries(parseOwnJson(`${head}${tail}`) as Record<string, unknown>);
  const [itemsKey] = document.pop()!;
  const writer = new CborWriter();
  let pieces: Buffer[] = [selfDescribedHead, writer.head(major.map, document.length + 1)];
  const add = (value: unknown): void => void pieces.push(...writer.pieces(value, Number.POSITIVE_INFINITY));
  for (const [key, value] of document) {
    add(key);
    add(value);
  }
  add(itemsKey);
  pieces.push(writer.head(major.array, items.count));
  const scratch = new Scratch();
  let length = 0;
  for (let index = 0; index < items.count; index++) {
    // An item may be as large as a body.
    for (const piece of writer.pieces(itemOf(items, index, scratch), pieceLength)) {
      pieces.push(piece);
      length += piece.length;
      const isFull = length >= pieceLength;
      if (isFull) {
        yield blockOf(Buffer.concat(pieces));
        pieces = [];
        length = 0;
      }
      if (isFull ? pacer.isDue() : pacer.isDue(1)) yield pause;
    }
  }
  yield blockOf(Buffer.concat(pieces));
}
