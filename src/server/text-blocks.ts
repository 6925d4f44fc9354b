import { parseOwnJson } from '../api/codec/json.ts';
import { PrettyJson } from '../api/codec/pretty-json.ts';
import { YamlWriter } from '../api/codec/yaml-writer.ts';
import { SliceTimer } from '../util/slice-timer.ts';
import { type Block, type BlockPool, blockSize, pause } from './block-pool.ts';
import type { ListBody, ListItems } from './list-items.ts';

/** Characters of YAML that are written in one piece. */
const pieceLength = 64 * 1024;

/** JSON that is there, as blocks. */
export function* blocksOf(json: Buffer): Generator<Block> {
  for (let at = 0; at < json.length; at += blockSize) {
    const block = json.subarray(at, at + blockSize);
    yield { block, size: block.length };
  }
}

/** Blocks of JSON, indented. */
export function* prettyBlocks(blocks: Iterable<Block>, pool: BlockPool): Generator<Block> {
  const printer = new PrettyJson();
  let target = pool.acquire();
  let at = 0;
  for (const { block, size } of blocks) {
    if (size === 0) yield pause;
    const source = block.subarray(0, size);
    for (let from = 0; from < size; ) {
      const { read, written } = printer.print(source, from, target, at);
      from = read;
      at = written;
      if (from === size) continue;
      yield { block: target, size: at };
      target = pool.acquire();
      at = 0;
    }
    pool.release(block);
  }
  yield { block: target, size: at };
}

/** A value as a document of YAML. */
export function* yamlBlocks(value: unknown): Generator<Block> {
  for (const text of new YamlWriter().pieces(value, pieceLength)) {
    const block = Buffer.from(text);
    yield { block, size: block.length };
  }
}

/**
 * The body of a list, given as JSON, as YAML: the keys that come before that of the items, the items, the keys
 * after it.
 *
 *     apiVersion: v1
 *     items:
 *     - metadata:
 *         name: a
 *     kind: ConfigMapList
 */
export function* yamlListBlocks({ head, items, tail }: ListBody): Generator<Block> {
  const document = parseOwnJson(`${head}${tail}`) as Record<string, unknown>;
  const keys = Object.keys(document);
  const itemsKey = keys.at(-1)!;
  const part = (chosen: string[]): Iterable<Block> =>
    chosen.length === 0 ? [] : yamlBlocks(Object.fromEntries(chosen.map((key) => [key, document[key]])));
  yield* part(keys.filter((key) => key < itemsKey));
  const begin = Buffer.from(`${itemsKey}:${items.count === 0 ? ' []' : ''}\n`);
  yield { block: begin, size: begin.length };
  yield* yamlItems(items);
  yield* part(keys.filter((key) => key > itemsKey));
}

function* yamlItems(items: ListItems): Generator<Block> {
  const writer = new YamlWriter();
  const timer = new SliceTimer();
  let text = '';
  for (let index = 0; index < items.count; index++) {
    for (const piece of writer.pieces([itemOf(items, index)], pieceLength)) {
      text += piece;
      if (text.length < pieceLength) continue;
      const block = Buffer.from(text);
      yield { block, size: block.length };
      text = '';
      timer.restart();
    }
    if (!timer.isOver()) continue;
    yield pause;
    timer.restart();
  }
  const block = Buffer.from(text);
  yield { block, size: block.length };
}

const comma = 0x2c;

function itemOf(items: ListItems, index: number): unknown {
  const bytes = Buffer.allocUnsafe(items.size(index));
  items.write(index, bytes, 0);
  return parseOwnJson(bytes.toString('utf8', bytes[0] === comma ? 1 : 0));
}
