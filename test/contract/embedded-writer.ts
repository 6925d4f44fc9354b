/**
 * Writes to the embedded store in the directory given as argument until it is killed or a write fails, and says on
 * standard output what has been acknowledged: one line a write, "key revision"; or "failed code".
 */
import { openEmbedded } from '../../src/storage/kv/embedded/open.ts';
import type { KvError } from '../../src/storage/kv.ts';
import { randomValue } from './embedded-child.ts';

const kv = await openEmbedded({ directory: process.argv[2]! });
const run = process.argv[3]!;

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
