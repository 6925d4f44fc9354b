/**
 * Writes to the embedded store in the directory given as argument until it is killed or a write fails, and says on
 * standard output what has been acknowledged: one line a write, "key revision"; or "failed code".
 */
import { createHash } from 'node:crypto';
import { openEmbedded } from '../../src/storage/kv/embedded/open.ts';
import type { KvError } from '../../src/storage/kv.ts';

const kv = await openEmbedded({ directory: process.argv[2]! });
const run = process.argv[3]!;

/** Two kilobytes that cannot be compressed, and that a reader can make again from the key. */
function randomValue(key: string): Buffer {
  return createHash('shake256', { outputLength: 2000 }).update(key).digest();
}

async function write(client: number): Promise<void> {
  for (let i = 0; ; i++) {
    const key = `/${run}/${client}-${i}`;
    try {
      const { revision } = await kv.create(key, randomValue(key));
      process.stdout.write(`${key} ${revision}\n`);
    } catch (error) {
      process.stdout.write(`failed ${(error as KvError).code}\n`);
      return;
    }
  }
}

await Promise.all(Array.from({ length: 16 }, (_, client) => write(client)));
await kv.close();
