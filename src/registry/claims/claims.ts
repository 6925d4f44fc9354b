import type { ObjectMeta } from '../../api/meta/metadata.ts';
import type { StorageKeys } from '../../storage/keys.ts';
import type { Kv } from '../../storage/kv.ts';
import type { Clock } from '../../util/clock.ts';
import type { Random } from '../../util/random.ts';
import { type Claim, type Item, readClaim } from './claim.ts';

export interface ClaimsOptions {
  kv: Kv;
  keys: StorageKeys;
  clock: Clock;
  random: Random;
  /** Told of claims that could not be freed; the repair will free them. */
  report(message: string): void;
}

/** The claims of all pools. */
export class Claims {
  readonly options: ClaimsOptions;

  constructor(options: ClaimsOptions) {
    this.options = options;
  }

  key({ pool, item }: Item): string {
    return this.options.keys.shared('claims', pool, item);
  }

  /** Everything that is claimed of a pool. */
  async of(pool: string): Promise<Claim[]> {
    const { items } = await this.options.kv.range(`${this.options.keys.shared('claims', pool)}/`);
    return items.map(readClaim);
  }

  /** Frees the claims of a deleted object. Never rejects. */
  async release(owner: ObjectMeta, items: readonly Item[]): Promise<void> {
    const { kv } = this.options;
    const free = async (item: Item): Promise<void> => {
      const { item: current } = await kv.get(this.key(item));
      if (current === undefined || readClaim(current).owner.uid !== owner.uid) return;
      await kv.delete(current.key, current.modRevision);
    };
    await Promise.all(items.map((item) => this.attempt(item, () => free(item))));
  }

  /** A failure only delays: the repair frees the claim later. */
  async attempt({ pool, item }: Item, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.options.report(`${pool}/${item} is not freed, for now: ${(error as Error).message}`);
    }
  }
}
