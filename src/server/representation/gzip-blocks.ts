import { once } from 'node:events';
import { constants, createGzip } from 'node:zlib';
import type { Pacer } from '../../util/pacer.ts';
import type { Block, BlockPool } from './block-pool.ts';

/** Bytes of what comes out at a time. */
const chunkSize = 64 * 1024;

/** A body in blocks, compressed, off the main thread: a block is made when the one before has been compressed and taken. */
export async function* gzipBlocks(
  blocks: Iterable<Block>,
  pool: BlockPool,
  pacer: Pacer,
): AsyncGenerator<Block> {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize });
  let ready: Block[] = [];
  const takeReady = (): Block[] => {
    const taken = ready;
    ready = [];
    return taken;
  };
  gzip.on('data', (block: Buffer) => void ready.push({ block, size: block.length }));
  try {
    for (const { block, size } of blocks) {
      if (size > 0) await written(gzip, block.subarray(0, size));
      else await pacer.turn();
      pool.release(block);
      yield* takeReady();
    }
    gzip.end();
    await once(gzip, 'end');
    yield* takeReady();
  } finally {
    // Frees what it holds at once, also where the client has gone.
    gzip.destroy();
  }
}

function written(gzip: NodeJS.WritableStream, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    gzip.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
