import type { Kv } from '../../storage/kv.ts';
import type { Clock } from '../../util/clock.ts';
import { type Claim, type Item, type Owner, writeClaim } from './claim.ts';
import { holdMs } from './claim-set.ts';
import type { Claims } from './claims.ts';

/**
 * How long a claim that no object uses is left alone. Counted by one server, from when it first saw the claim unused,
 * and anew when the claim was renewed: clocks of servers need not agree. Twice as long as any write may wait between
 * its claims and its object, so what is freed here belongs to nobody who still counts on it.
 */
export const graceMs = 2 * holdMs;

/** Something that an object uses. */
export interface Use extends Item {
  owner: Owner;
}

export interface RepairOptions {
  kv: Kv;
  claims: Claims;
  pools: readonly string[];
  clock: Clock;
  /** The values that all objects use, in a state at least as new as every write acknowledged before the call. */
  uses(): Promise<Use[]>;
  /** Whether the object is there and cannot be read: what it uses is not known, and its claims stay. */
  isUnreadable(owner: Owner): boolean;
  report(message: string): void;
}

/**
 * Brings claims and objects together again, a turn at start and one from time to time: a server that died between the two left
 * claims without objects, whoever wrote objects behind the server's back left objects without claims. Every replica
 * does it by itself; what one of them does another finds done.
 */
export class ClaimRepair {
  readonly #options: RepairOptions;
  /** Claims that no object used when they were last looked at, by key. */
  #unused = new Map<string, { modRevision: number; since: number }>();

  constructor(options: RepairOptions) {
    this.#options = options;
  }

  /** Rejects when the store does not answer. */
  async turn(): Promise<void> {
    const { claims, pools } = this.#options;
    // First the claims: an object that is written meanwhile can then only show a use too many, never one too few.
    const claimed = new Map<string, Claim>();
    for (const pool of pools) for (const claim of await claims.of(pool)) claimed.set(claim.key, claim);
    const used = new Map<string, Owner>();
    for (const use of await this.#options.uses()) {
      const key = claims.key(use);
      const other = used.get(key);
      if (other !== undefined && other.uid !== use.owner.uid) this.#reportDouble(use, other);
      // Of two the one that has the claim counts.
      if (other === undefined || claimed.get(key)?.owner.uid === use.owner.uid) used.set(key, use.owner);
    }
    await this.#claimUsed(used, claimed);
    await this.#freeUnused(used, claimed);
  }

  #reportDouble({ pool, item, owner }: Use, other: Owner): void {
    const [one, two] = [other, owner].map(({ namespace, name }) => `${namespace}/${name}`);
    this.#options.report(
      `${pool}/${item} is used twice, by ${one} and by ${two}: one of them has to be made anew`,
    );
  }

  /** Of two claims of one thing the first stays: taking it over could give away what its owner is about to use. */
  async #claimUsed(used: ReadonlyMap<string, Owner>, claimed: ReadonlyMap<string, Claim>): Promise<void> {
    for (const [key, owner] of used) {
      if (!claimed.has(key)) await this.#options.kv.create(key, writeClaim(owner));
    }
  }

  async #freeUnused(used: ReadonlyMap<string, Owner>, claimed: ReadonlyMap<string, Claim>): Promise<void> {
    const now = this.#options.clock.now();
    const unused = new Map<string, { modRevision: number; since: number }>();
    for (const { key, owner, modRevision } of claimed.values()) {
      if (used.get(key)?.uid === owner.uid || this.#options.isUnreadable(owner)) continue;
      const before = this.#unused.get(key);
      const since = before?.modRevision === modRevision ? before.since : now;
      if (now - since < graceMs) unused.set(key, { modRevision, since });
      else await this.#options.kv.delete(key, modRevision);
    }
    this.#unused = unused;
  }
}
