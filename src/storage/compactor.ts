import type { StorageKeys } from './keys.ts';
import { type Kv, KvError } from './kv.ts';

/**
 * Forgets old revisions, about one interval after they were the newest. Replicas agree through one key, by
 * compare-and-swap: whoever moves it on compacts what it said before; the others see that it has moved.
 *
 *     12:00  the key says 100           12:05  one replica writes 900 and compacts up to 100
 *     12:10  one writes 2000 and compacts up to 900
 */
export class Compactor {
  readonly #kv: Kv;
  readonly #key: string;
  readonly #interval: number;
  readonly #report: (error: Error) => void;
  #timer: NodeJS.Timeout | undefined;
  #seen: { modRevision: number; says: number } | undefined;

  constructor(kv: Kv, keys: StorageKeys, interval: number, report: (error: Error) => void) {
    this.#kv = kv;
    this.#key = keys.internal('compaction');
    this.#interval = interval;
    this.#report = report;
  }

  start(): void {
    this.#timer = setInterval(() => void this.turn().catch(this.#report), this.#interval);
    void this.turn().catch(this.#report);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** One turn: compacts unless another replica has since the last one. Rejects when the store does not answer. */
  async turn(): Promise<void> {
    const { item, revision } = await this.#kv.get(this.#key);
    if (item === undefined) {
      await this.#kv.create(this.#key, Buffer.from(String(revision)));
      return;
    }
    const says = Number(item.value.toString());
    const seen = this.#seen;
    this.#seen = { modRevision: item.modRevision, says };
    // A server that has just started waits for one interval: the key may have been moved a moment ago.
    if (seen?.modRevision !== item.modRevision) return;
    const moved = await this.#kv.update(this.#key, Buffer.from(String(revision)), item.modRevision, {
      essential: true,
    });
    if (!moved.done) return;
    this.#seen = { modRevision: moved.revision, says: revision };
    await this.#kv.compact(says).catch((error: unknown) => {
      // Somebody has compacted further already.
      if (!(error instanceof KvError) || error.code !== 'Expired') throw error;
    });
  }
}
