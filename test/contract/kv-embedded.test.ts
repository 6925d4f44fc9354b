import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../../src/storage/kv/embedded/open.ts';
import { kvContract } from './kv-contract.ts';

kvContract('the embedded store', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'kv-embedded-'));
  const kv = await openEmbedded({ directory });
  return {
    kv,
    close: async () => {
      await kv.close();
      rmSync(directory, { recursive: true });
    },
  };
});
