import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Pacer } from '../../util/pacer.ts';
import { type Block, BlockPool, pause } from './block-pool.ts';
import { gzipBlocks } from './gzip-blocks.ts';

/** Text that hardly compresses, in blocks, of which the second half waits for its turn. */
function* blocksIn(pool: BlockPool, count: number): Generator<Block> {
  for (let index = 0; index < count; index++) {
    const block = pool.acquire();
    for (let at = 0; at < block.length; at++) block[at] = (at * at * (index + 7)) >>> 5;
    yield { block, size: block.length - index };
    if (index >= count / 2) yield pause;
  }
}

test('blocks that are used again come out compressed as they were', async () => {
  const expected = [...blocksIn(new BlockPool(), 9)].map(({ block, size }) => block.subarray(0, size));
  const pool = new BlockPool();
  const chunks: Buffer[] = [];
  for await (const { block } of gzipBlocks(blocksIn(pool, 9), pool, new Pacer())) chunks.push(block);
  expect(gunzipSync(Buffer.concat(chunks)).equals(Buffer.concat(expected))).toBe(true);
});

test('nothing is made ahead of a reader that stops', async () => {
  let made = 0;
  const pool = new BlockPool();
  function* counted(): Generator<Block> {
    for (const block of blocksIn(pool, 100)) {
      made++;
      yield block;
    }
  }
  for await (const { size } of gzipBlocks(counted(), pool, new Pacer())) {
    expect(size).toBeGreaterThan(0);
    break;
  }
  expect(made).toBeLessThan(4);
});
