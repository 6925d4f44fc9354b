import { type Kv, KvError } from './kv.ts';

/** Outside the prefix: all servers of a store share it, whichever clusters are theirs. */
const key = 'compact_rev_key';

/**
 * Forgets old revisions, about one interval after they were the newest. Servers, also those of other makes, agree
 * through one key, by compare-and-swap: the one that moves it on compacts what was the newest at its last turn; the
 * other servers see that it has moved. A server that has just started moves nothing but a key that is not there.
 *
 *     12:00  the store is at 100          12:05  one server writes "100" and compacts up to 100; the store is at 900
 *     12:10  it writes "900" and compacts up to 900; another server finds the key moved, and does nothing
 */
export class Compactor {
  readonly #kv: Kv;
  readonly #interval: number;
  readonly #report: (message: string) => void;
  readonly #forgotten: (revision: number) => void;
  #timer: NodeJS.Timeout | undefined;
  /** Revision of the key at the last turn, 0 before the first one, and the revision that the store was at. */
  #last = { keyRevision: 0, revision: 0 };

  /** `forgotten`: receives each revision before which this or another server has made the store forget all states. */
  constructor(
    kv: Kv,
    interval: number,
    report: (message: string) => void,
    forgotten: (revision: number) => void = () => {},
  ) {
    this.#kv = kv;
    this.#interval = interval;
    this.#report = report;
    this.#forgotten = forgotten;
  }

  start(): void {
    this.#timer = setInterval(
      () => void this.turn().catch(({ message }: Error) => this.#report(message)),
      this.#interval,
    );
    void this.turn().catch(({ message }: Error) => this.#report(message));
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  /** One turn: compacts unless another server has since the last one. Rejects when the store does not answer. */
  async turn(): Promise<void> {
    const { keyRevision, revision } = this.#last;
    const value = Buffer.from(String(revision));
    const moved =
      keyRevision === 0
        ? await this.#kv.create(key, value)
        : await this.#kv.update(key, value, keyRevision, { essential: true });
    this.#last = {
      keyRevision: moved.done ? moved.revision : (moved.current?.modRevision ?? 0),
      revision: moved.revision,
    };
    if (!moved.done) return this.#hearOf(moved.current?.value);
    // A store that was restored may be at an earlier revision than at the last turn.
    if (revision === 0 || moved.revision < revision) return;
    await this.#kv.compact(revision).catch((error: unknown) => {
      // Another server has compacted further already.
      if (!(error instanceof KvError) || error.code !== 'Expired') throw error;
    });
    this.#forgotten(revision);
  }

  /** The key says how far another server has compacted. */
  #hearOf(value: Buffer | undefined): void {
    const revision = Number(value?.toString());
    if (Number.isSafeInteger(revision) && revision > 0) this.#forgotten(revision);
  }
}
