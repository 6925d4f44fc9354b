import { parseOwnJson } from '../../api/codec/json.ts';
import { PrettyJson } from '../../api/codec/pretty-json.ts';
import { writeYaml, YamlWriter } from '../../api/codec/yaml-writer.ts';
import type { Pacer } from '../../util/pacer.ts';
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

/** Texts in blocks; at an empty one the sender yields to the event loop. */
function* blocksOfTexts(texts: Iterable<string>, pool: BlockPool): Generator<Block> {
  let target = pool.acquire();
  let at = 0;
  for (const text of texts) {
    if (text === '') yield pause;
    const length = Buffer.byteLength(text);
    if (at + length > target.length) {
      yield { block: target, size: at };
      target = length > blockSize ? Buffer.allocUnsafeSlow(length) : pool.acquire();
      at = 0;
    }
    at += target.write(text, at);
  }
  yield { block: target, size: at };
}

/** A value as a document of YAML. */
export const yamlBlocks = (value: unknown, pool: BlockPool): Iterable<Block> =>
  blocksOfTexts(new YamlWriter().pieces(value, pieceLength), pool);

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
export const yamlListBlocks = (body: ListBody, pool: BlockPool, pacer: Pacer): Iterable<Block> =>
  blocksOfTexts(yamlListTexts(body, pacer), pool);

function* yamlListTexts({ head, items, tail }: ListBody, pacer: Pacer): Generator<string> {
  const document = parseOwnJson(`${head}${tail}`) as Record<string, unknown>;
  const keys = Object.keys(document);
  const itemsKey = keys.at(-1)!;
  const part = (chosen: string[]): string =>
    chosen.length === 0 ? '' : writeYaml(Object.fromEntries(chosen.map((key) => [key, document[key]])));
  yield part(keys.filter((key) => key < itemsKey));
  yield `${itemsKey}:${items.count === 0 ? ' []' : ''}\n`;
  yield* yamlItems(items, pacer);
  yield part(keys.filter((key) => key > itemsKey));
}

function* yamlItems(items: ListItems, pacer: Pacer): Generator<string> {
  const writer = new YamlWriter();
  const scratch = new Scratch();
  for (let index = 0; index < items.count; index++) {
    yield* writer.pieces([itemOf(items, index, scratch)], pieceLength);
    if (pacer.isDue(1)) yield '';
  }
}

/** Memory that is used again and again. */
export class Scratch {
  #bytes = Buffer.allocUnsafeSlow(pieceLength);

  ofSize(size: number): Buffer {
    if (size > this.#bytes.length) this.#bytes = Buffer.allocUnsafeSlow(size);
    return this.#bytes;
  }
}

const comma = 0x2c;

/** An item of a list, parsed. */
export function itemOf(items: ListItems, index: number, scratch: Scratch): unknown {
  const bytes = scratch.ofSize(items.size(index));
  const end = items.write(index, bytes, 0);
  return parseOwnJson(bytes.toString('utf8', bytes[0] === comma ? 1 : 0, end));
}
