import { DecodeError } from '../../api/codec/json.ts';
import type { Clock } from '../../util/clock.ts';
import { Bitmap } from './bitmap.ts';
import { holdMs } from './range-claims.ts';
import type { RangeState, SharedRange } from './shared-range.ts';

/**
 * Time for which a member that no object uses is left alone, and number of turns. Counted by one server, from when it first
 * saw the member unused. Twice as long as any write may wait between its claims and its object.
 */
export const graceMs = 2 * holdMs;
const turnsBeforeFreed = 3;

/** Objects of a range's members, by the index of the member. */
export type Uses<O> = ReadonlyMap<number, readonly O[]>;

/** The problems of a member: an object uses it and its bit is not set; several objects use it. */
export type Finding = 'NotAllocated' | 'AlreadyAllocated';

export interface RepairOptions<O> {
  ranges: readonly SharedRange[];
  clock: Clock;
  /** The members that all objects use, in a state at least as new as every write acknowledged before the call. */
  uses(): Promise<(range: SharedRange) => Uses<O>>;
  /** Whether there are objects that cannot be read: what they use is not known, so nothing is freed. */
  hasUnreadable(): boolean;
  found(finding: Finding, range: SharedRange, index: number, object: O): void;
  report(message: string): void;
}

interface Leak {
  since: number;
  turns: number;
}

/**
 * Brings ranges and objects together again, a turn at start and one from time to time: a server that died between the
 * two left members that are taken and have no object; objects that were written behind the server's back have members
 * that are not taken. Every server does it by itself; what one of them does another finds done.
 */
export class RangeRepair<O> {
  readonly #options: RepairOptions<O>;
  /** Members that no object used when they were last looked at. */
  readonly #unused = new Map<SharedRange, Map<number, Leak>>();

  constructor(options: RepairOptions<O>) {
    this.#options = options;
  }

  /** Rejects when the store does not answer. */
  async turn(): Promise<void> {
    const { ranges, uses } = this.#options;
    // First the ranges: an object that is written meanwhile can then only show a use too many, never one too few.
    const states = new Map<SharedRange, RangeState | undefined | DecodeError>();
    for (const range of ranges) states.set(range, await range.read().catch(ifUnreadable));
    const usesOf = await uses();
    for (const [range, state] of states) await this.#repair(range, state, usesOf(range));
  }

  async #repair(
    range: SharedRange,
    state: RangeState | undefined | DecodeError,
    uses: Uses<O>,
  ): Promise<void> {
    const { key, text } = range.options;
    if (state instanceof DecodeError)
      return this.#options.report(`what is stored as ${key} cannot be read: ${state.message}`);
    this.#findShared(range, uses);
    if (state?.text === text) {
      await this.#allocateUsed(range, state.bits, uses);
      return this.#freeUnused(range, state.bits, uses);
    }
    // Another server may be faster: then the next turn finds what is left to do.
    await range.replace(state, bitsOf(range, uses));
  }

  #findShared(range: SharedRange, uses: Uses<O>): void {
    for (const [index, objects] of uses)
      for (const object of objects.slice(1)) this.#options.found('AlreadyAllocated', range, index, object);
  }

  /** A member that an object uses since the range was read is set by now: only a member that is not set now is a finding. */
  async #allocateUsed(range: SharedRange, bits: Bitmap, uses: Uses<O>): Promise<void> {
    const missing = [...uses.keys()].filter((index) => !bits.has(index));
    if (missing.length === 0) return;
    const apply = (current: Bitmap): number[] => missing.filter((index) => current.set(index));
    for (const index of await range.change({ apply }))
      this.#options.found('NotAllocated', range, index, uses.get(index)![0]!);
  }

  async #freeUnused(range: SharedRange, bits: Bitmap, uses: Uses<O>): Promise<void> {
    if (this.#options.hasUnreadable()) return;
    const now = this.#options.clock.now();
    const before = this.#unused.get(range);
    const unused = new Map<number, Leak>();
    const leaked: number[] = [];
    for (const index of bits.taken()) {
      if (uses.has(index)) continue;
      const { since, turns } = before?.get(index) ?? { since: now, turns: 0 };
      if (turns >= turnsBeforeFreed && now - since >= graceMs) leaked.push(index);
      else unused.set(index, { since, turns: turns + 1 });
    }
    this.#unused.set(range, unused);
    if (leaked.length === 0) return;
    const apply = (current: Bitmap): void => {
      for (const index of leaked) current.clear(index);
    };
    await range.change({ apply, isFreeing: true });
  }
}

function bitsOf(range: SharedRange, uses: Uses<unknown>): Bitmap {
  const bits = new Bitmap(range.options.size);
  for (const index of uses.keys()) bits.set(index);
  return bits;
}

function ifUnreadable(error: unknown): DecodeError {
  if (error instanceof DecodeError) return error;
  throw error;
}
