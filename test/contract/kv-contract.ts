import { afterAll, beforeAll, describe, test } from 'vitest';
import { leases, statusAndClosing } from './kv-contract-leases.ts';
import { ranges, reading } from './kv-contract-reading.ts';
import type { It, OpenedStore, OpenStore } from './kv-contract-support.ts';
import { compaction, watching } from './kv-contract-watching.ts';
import { concurrentWriting, writing } from './kv-contract-writing.ts';
import { kvProperties } from './kv-properties.ts';

/** What a store does not do, by the sentence of the suite, and why. */
export type Exceptions = Record<string, string>;

const parts: Record<string, (it: It) => void> = {
  writing,
  'concurrent writing': concurrentWriting,
  reading,
  ranges,
  watching,
  compaction,
  leases,
  'status and closing': statusAndClosing,
};

/** The contract of `src/storage/kv.ts`, sentence by sentence. Every driver passes it. */
export function kvContract(name: string, open: OpenStore, exceptions: Exceptions = {}): void {
  describe(name, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store?.close());

    let count = 0;
    const run = `/contract-${Date.now()}-${Math.floor(Math.random() * 1e6)}`;
    const it: It = (sentence, body, timeout) => {
      const reason = exceptions[sentence];
      const title = reason === undefined ? sentence : `${sentence} (not here: ${reason})`;
      const prefix = `${run}/${++count}/`;
      test.skipIf(reason !== undefined)(title, () => body({ kv: store.kv, open, prefix }), timeout);
    };
    for (const [title, part] of Object.entries(parts)) describe(title, () => part(it));
    describe('as a model has it', () => kvProperties(() => store.kv, `${run}/model`));
  });
}
