import { parseJson, writeJson } from '../api/codec/json.ts';
import type { ListBody, ListItems } from './list-items.ts';
import type { YamlConverter } from './yaml/converter.ts';

/** Bytes of JSON that are converted at a time: others, too, wait for the thread that does it. */
const batchSize = 256 * 1024;

/**
 * The body of a list, given as JSON, as YAML, piece by piece: the keys that come before that of the items, the
 * items, the keys after it.
 *
 *     apiVersion: v1
 *     items:
 *     - metadata:
 *         name: a
 *     kind: ConfigMapList
 */
export async function* yamlList(
  { head, items, tail }: ListBody,
  yaml: YamlConverter,
): AsyncGenerator<Buffer> {
  const document = parseJson(`${head}${tail}`) as Record<string, unknown>;
  const itemsKey = Object.keys(document).at(-1)!;
  const part = async (keys: string[]): Promise<string> =>
    keys.length === 0
      ? ''
      : yaml.toYaml(writeJson(Object.fromEntries(keys.map((key) => [key, document[key]]))));
  const keys = Object.keys(document);
  const before = await part(keys.filter((key) => key < itemsKey));
  yield Buffer.from(`${before}${itemsKey}:${items.count === 0 ? ' []' : ''}\n`);
  for (const batch of batches(items)) yield Buffer.from(await yaml.toYaml(batch));
  yield Buffer.from(await part(keys.filter((key) => key > itemsKey)));
}

/** The items as arrays of JSON. */
function* batches(items: ListItems): Generator<string> {
  let first = 0;
  let size = 0;
  for (let index = 0; index < items.count; index++) {
    size += items.size(index);
    if (size < batchSize && index < items.count - 1) continue;
    yield arrayOf(items, first, index + 1, size);
    first = index + 1;
    size = 0;
  }
}

const comma = 0x2c;

function arrayOf(items: ListItems, first: number, end: number, size: number): string {
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (let index = first; index < end; index++) at = items.write(index, bytes, at);
  return `[${bytes.toString('utf8', bytes[0] === comma ? 1 : 0, at)}]`;
}
