import { StatusError } from '../../api/meta/status.ts';
import type { Clock } from '../../util/clock.ts';
import type { Random } from '../../util/random.ts';
import type { Allocation } from '../allocation.ts';
import type { Band } from './bands.ts';
import type { SharedRange } from './shared-range.ts';

/**
 * Time for which a claim may wait for its object to be written. The repair leaves what is claimed and unused alone
 * for longer than that (see `graceMs` in repair.ts), so what is about to be used is never freed.
 */
export const holdMs = 15_000;

/** One member of a range. */
export interface Member {
  range: SharedRange;
  index: number;
}

/** Members of several ranges, each once. */
export class MemberSet {
  readonly #byRange = new Map<SharedRange, Set<number>>();

  constructor(members: Iterable<Member> = []) {
    for (const member of members) this.add(member);
  }

  add({ range, index }: Member): void {
    const known = this.#byRange.get(range);
    if (known === undefined) this.#byRange.set(range, new Set([index]));
    else known.add(index);
  }

  has({ range, index }: Member): boolean {
    return this.#byRange.get(range)?.has(index) === true;
  }

  *[Symbol.iterator](): Iterator<Member> {
    for (const [range, indexes] of this.#byRange) for (const index of indexes) yield { range, index };
  }
}

export interface ClaimDependencies {
  clock: Clock;
  random: Random;
  /** Receives members that could not be freed; the repair will free them. */
  report(message: string): void;
}

/** The members that one write of an object takes and frees. */
export class RangeClaims implements Allocation {
  readonly #dependencies: ClaimDependencies;
  readonly isDryRun: boolean;
  readonly #made = new MemberSet();
  readonly #givenUp: Member[] = [];
  #since: number | undefined;

  constructor(dependencies: ClaimDependencies, isDryRun: boolean) {
    this.#dependencies = dependencies;
    this.isDryRun = isDryRun;
  }

  /** Takes a member. False when an object has it, or this write has taken it already. */
  async claim(member: Member): Promise<boolean> {
    if (this.#made.has(member)) return false;
    const { range, index } = member;
    this.hold();
    const isMine = this.isDryRun
      ? (await range.read())?.bits.has(index) === false
      : await range.change({ apply: (bits) => bits.set(index) });
    if (isMine) this.#made.add(member);
    return isMine;
  }

  /** Takes any member of the first band that has a free one; undefined when all are taken. */
  async pick(
    range: SharedRange,
    bands: readonly Band[],
    isKept: (index: number) => boolean = () => false,
  ): Promise<number | undefined> {
    this.hold();
    const starts = bands.map((band) => this.anyOf(band));
    const index = await range.change({
      apply: (bits) => {
        for (const [at, band] of bands.entries()) {
          const next = bits.nextFree(starts[at]!, band, isKept);
          if (next !== undefined && bits.set(next)) return next;
        }
        return undefined;
      },
    });
    if (index !== undefined) this.#made.add({ range, index });
    return index;
  }

  /** Begins the time that this write may take, where what it takes is no member of a range. */
  hold(): void {
    this.#since ??= this.#dependencies.clock.now();
  }

  /** A random index of a band. */
  anyOf({ from, to }: Band): number {
    return from + this.#dependencies.random.below(to - from);
  }

  /** The object has this and will not have it any more once it is written. */
  giveUp(member: Member): void {
    if (!this.isDryRun) this.#givenUp.push(member);
  }

  ensureHeld(): void {
    const { clock } = this.#dependencies;
    if (this.#since === undefined || clock.now() - this.#since < holdMs) return;
    throw new StatusError(
      500,
      'ServerTimeout',
      'The allocation took too long to be relied upon, please try again.',
      { retryAfterSeconds: 2 },
    );
  }

  commit(): Promise<void> {
    return freeMembers(this.#givenUp, this.#dependencies.report);
  }

  rollback(): Promise<void> {
    return freeMembers(this.isDryRun ? [] : [...this.#made], this.#dependencies.report);
  }
}

/** Never rejects: a failure only delays, as the repair frees what is left. */
export async function freeMembers(
  members: readonly Member[],
  report: (message: string) => void,
): Promise<void> {
  const byRange = Map.groupBy(members, ({ range }) => range);
  const free = async (range: SharedRange, indexes: readonly number[]): Promise<void> => {
    const apply = (bits: { clear(index: number): void }): void => {
      for (const index of indexes) bits.clear(index);
    };
    await range.change({ apply, isFreeing: true }).catch((error: Error) => {
      report(`${range.options.resource} are not freed, for now: ${error.message}`);
    });
  };
  await Promise.all(
    Array.from(byRange, ([range, own]) =>
      free(
        range,
        own.map(({ index }) => index),
      ),
    ),
  );
}
