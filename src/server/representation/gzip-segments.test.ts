import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { BlockPool, blockSize } from './block-pool.ts';
import { compress, gzipMember } from './gzip-segments.ts';

async function member(head: string, texts: readonly Buffer[], tail: string): Promise<Buffer[]> {
  const pool = new BlockPool();
  const text = { head: Buffer.from(head), segments: texts.map(compress), tail: Buffer.from(tail) };
  const blocks: Buffer[] = [];
  for await (const { block, size } of gzipMember(text, pool)) {
    blocks.push(Buffer.from(block.subarray(0, size)));
    pool.release(block);
  }
  return blocks;
}

test('a gzip member of segments is the text of its head, its segments and its tail', async () => {
  const texts = ['a'.repeat(70_000), 'b', ''].map((text) => Buffer.from(text));
  const blocks = await member('{"items":[', texts, ']}\n');
  expect(gunzipSync(Buffer.concat(blocks)).toString()).toBe(`{"items":[${texts.join('')}]}\n`);
});

test('a gzip member without segments is its head and its tail', async () => {
  expect(gunzipSync(Buffer.concat(await member('{', [], '}'))).toString()).toBe('{}');
});

test('small segments share a block, and a segment that is larger than a block is one', async () => {
  const small = Array.from({ length: 100 }, () => randomBytes(10_000));
  const texts = [...small, randomBytes(blockSize + 1), randomBytes(10)];
  const blocks = await member('<', texts, '>');
  const expected = Buffer.concat([Buffer.from('<'), ...texts, Buffer.from('>')]);
  expect(gunzipSync(Buffer.concat(blocks)).equals(expected)).toBe(true);
  expect(blocks.length).toBeLessThan(10);
  expect(blocks.filter(({ length }) => length > blockSize)).toHaveLength(1);
});
