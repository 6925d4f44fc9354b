import { StatusError } from '../../api/meta/status.ts';
import type { Allocation } from '../write/allocation.ts';
import { type Item, type Owner, type Pool, readClaim, writeClaim } from './claim.ts';
import type { Claims } from './claims.ts';

/**
 * How long claims may wait for their object to be written. The repair leaves an unused claim alone for longer than
 * that (see `graceMs` in repair.ts), so a claim that is about to be used is never freed.
 */
export const holdMs = 15_000;

/** Random guesses at a free value before all claims are read. */
const guesses = 8;

interface Held extends Item {
  key: string;
  modRevision: number;
}

/** The claims that one write of an object makes and releases. */
export class ClaimSet implements Allocation {
  readonly #claims: Claims;
  readonly #owner: Owner;
  readonly #dryRun: boolean;
  /** All that this set has claimed. */
  readonly #keys = new Set<string>();
  /** The claims that this write has made. */
  readonly #made: Held[] = [];
  readonly #givenUp: Held[] = [];
  #since: number | undefined;

  constructor(claims: Claims, owner: Owner, dryRun: boolean) {
    this.#claims = claims;
    this.#owner = owner;
    this.#dryRun = dryRun;
  }

  get isDryRun(): boolean {
    return this.#dryRun;
  }

  /** Claims a value. False when an object has it, or this set has claimed it already. */
  async claim(item: Item): Promise<boolean> {
    const key = this.#claims.key(item);
    if (this.#keys.has(key)) return false;
    const isMine = this.#dryRun ? await this.#isFree(key) : await this.#create(key, item);
    if (isMine) this.#keys.add(key);
    return isMine;
  }

  async #create(key: string, item: Item): Promise<boolean> {
    const { kv, clock } = this.#claims.options;
    this.#since ??= clock.now();
    for (;;) {
      const result = await kv.create(key, writeClaim(this.#owner));
      if (result.done) {
        this.#made.push({ ...item, key, modRevision: result.revision });
        return true;
      }
      const { current } = result;
      // It has just been freed.
      if (current === undefined) continue;
      if (readClaim(current).owner.uid !== this.#owner.uid) return false;
      if (await this.#renew(key, current.modRevision)) return true;
    }
  }

  async #isFree(key: string): Promise<boolean> {
    const { item } = await this.#claims.options.kv.get(key);
    return item === undefined || readClaim(item).owner.uid === this.#owner.uid;
  }

  /**
   * The object has a claim that its stored state does not use: left by a write of it that gives it up, or failed, or
   * goes on at the same time. Writing it anew keeps all of those from freeing it. It is not rolled back either: only
   * the one of these writes that wins knows whether the object uses it, so the repair decides.
   */
  async #renew(key: string, modRevision: number): Promise<boolean> {
    const { kv } = this.#claims.options;
    return (await kv.update(key, writeClaim(this.#owner), modRevision)).done;
  }

  /** Claims any one of a pool; undefined when none is free. */
  async pick(pool: Pool): Promise<string | undefined> {
    const { random } = this.#claims.options;
    if (pool.size === 0) return undefined;
    for (let guess = 0; guess < guesses; guess++) {
      const item = pool.item(random.below(pool.size));
      if (await this.claim({ pool: pool.name, item })) return item;
    }
    return this.#pickOfFree(pool);
  }

  /** Other writes may take the last free values at the same time: after losing one, look for another. */
  async #pickOfFree(pool: Pool): Promise<string | undefined> {
    const { random } = this.#claims.options;
    for (;;) {
      const taken = new Set((await this.#claims.of(pool.name)).map(({ key }) => key));
      const free: string[] = [];
      for (let index = 0; index < pool.size; index++) {
        const item = pool.item(index);
        const key = this.#claims.key({ pool: pool.name, item });
        if (!taken.has(key) && !this.#keys.has(key)) free.push(item);
      }
      if (free.length === 0) return undefined;
      const item = free[random.below(free.length)]!;
      if (await this.claim({ pool: pool.name, item })) return item;
    }
  }

  /**
   * The object has this and will not have it any more once it is written. Reads the claim now: should another write
   * claim it again for the object after this one, the claim is a new one and stays.
   */
  async giveUp(item: Item): Promise<void> {
    if (this.#dryRun) return;
    const { item: current } = await this.#claims.options.kv.get(this.#claims.key(item));
    if (current === undefined || readClaim(current).owner.uid !== this.#owner.uid) return;
    this.#givenUp.push({ ...item, key: current.key, modRevision: current.modRevision });
  }

  ensureHeld(): void {
    const { clock } = this.#claims.options;
    if (this.#since === undefined || clock.now() - this.#since < holdMs) return;
    throw new StatusError(
      500,
      'ServerTimeout',
      'The allocation took too long to be relied upon, please try again.',
      { retryAfterSeconds: 2 },
    );
  }

  commit(): Promise<void> {
    return this.#free(this.#givenUp);
  }

  rollback(): Promise<void> {
    return this.#free(this.#made);
  }

  async #free(list: readonly Held[]): Promise<void> {
    const { kv } = this.#claims.options;
    for (const held of list) {
      await this.#claims.attempt(held, () => kv.delete(held.key, held.modRevision));
    }
  }
}
