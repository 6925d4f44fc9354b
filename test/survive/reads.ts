import type { StoredEvent, Write } from './writes.ts';

/** A get or a list that asked for the newest state. Times are of performance.now(). */
export interface Read {
  reader: string;
  begun: number;
  ended: number;
  /** The list's; of a get none. */
  revision?: number;
  /** Revisions of the objects by name; of a get of one object, or of none. */
  objects: ReadonlyMap<string, number>;
  /** The name that a get asked for; undefined of a list. */
  name?: string;
}

/** A state of one name, which lasts until the next one. */
interface State {
  /** The revision from which on it is like that; 0 before all. */
  from: number;
  isAbsent: boolean;
}

/**
 * Finds reads that no order of all requests explains in which each takes place between its beginning and its end. The order
 * of the writes is the store's, so a read takes place at a revision: not before one that was acknowledged, or seen by
 * another read, before it began, of whatever object; and before any that was asked for after it ended.
 */
export function checkReads(
  history: readonly StoredEvent[],
  writes: readonly Write[],
  reads: readonly Read[],
): string[] {
  const order = new WriteOrder(history, writes);
  const states = statesOf(history);
  const seen = new NewestKnown();
  const faults = checkLists(history, reads);
  // In the order of their ends: each is a bound for those that began after that.
  for (const read of reads.toSorted((a, b) => a.ended - b.ended)) {
    const least = Math.max(order.acknowledgedBefore(read.begun), seen.before(read.begun));
    const at = revisionOf(read, states, least);
    if (at === undefined)
      faults.push(`${text(read)}, which is older than what was known before (${least}), or was never there`);
    else if (at >= order.leastBegunAfter(read.ended))
      faults.push(`${text(read)}, before anybody asked for that`);
    else seen.add(read.ended, at);
  }
  return faults;
}

/** The earliest revision, not before `least`, at which it can have taken place; undefined where there is none. */
function revisionOf(
  { name, revision, objects }: Read,
  states: ReadonlyMap<string, readonly State[]>,
  least: number,
): number | undefined {
  if (name === undefined) return revision! >= least ? revision : undefined;
  const of = states.get(name) ?? [absent];
  const found = objects.get(name);
  const at = of.findIndex(({ from, isAbsent }, index) => {
    const ends = of[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    return ends > least && (found === undefined ? isAbsent : from === found);
  });
  return at === -1 ? undefined : Math.max(of[at]!.from, least);
}

const absent: State = { from: 0, isAbsent: true };

/** States by name, in the store's order: absent first, then one for each event. */
function statesOf(history: readonly StoredEvent[]): Map<string, State[]> {
  const states = new Map<string, State[]>();
  for (const { type, name, revision } of history) {
    const of = states.get(name) ?? [absent];
    states.set(name, of);
    of.push({ from: revision, isAbsent: type === 'DELETED' });
  }
  return states;
}

/** A list is the state of its revision, whole. */
function checkLists(history: readonly StoredEvent[], reads: readonly Read[]): string[] {
  const lists = reads.filter(({ name }) => name === undefined);
  const faults: string[] = [];
  const expected = new Map<string, number>();
  let next = 0;
  for (const { reader, revision, objects } of lists.toSorted((a, b) => a.revision! - b.revision!)) {
    for (; next < history.length && history[next]!.revision <= revision!; next++) {
      const event = history[next]!;
      if (event.type === 'DELETED') expected.delete(event.name);
      else expected.set(event.name, event.revision);
    }
    for (const name of new Set([...expected.keys(), ...objects.keys()])) {
      const [is, was] = [objects.get(name), expected.get(name)];
      if (is !== was)
        faults.push(
          `${reader}: the list at ${revision} shows ${name} at ${is ?? 'no revision'}, expected ${was ?? 'none'}`,
        );
    }
  }
  return faults;
}

function text({ reader, name, revision, objects }: Read): string {
  if (name === undefined) return `${reader}: a list was of ${revision}`;
  return `${reader}: ${name} was seen ${objects.has(name) ? `at ${objects.get(name)}` : 'to be absent'}`;
}

/** When the writes of the store's history were asked for, and acknowledged. */
class WriteOrder {
  readonly #acknowledged = new NewestKnown();
  /** By the time of their beginnings; `least`: of this one and those that began later. */
  readonly #begun: { time: number; least: number }[];

  constructor(history: readonly StoredEvent[], writes: readonly Write[]) {
    const revisions = new Map(
      history.map(({ type, name, id, revision }) => [keyOf(type === 'DELETED', name, id), revision]),
    );
    const placed = writes.flatMap((write) => {
      // A deletion is known by the name, which is used once.
      const revision = revisions.get(keyOf(write.verb === 'delete', write.name, write.id));
      return revision === undefined ? [] : { write, revision };
    });
    for (const { write, revision } of placed.toSorted((a, b) => a.write.ended - b.write.ended))
      if (write.outcome.kind === 'done') this.#acknowledged.add(write.ended, revision);
    let least = Number.POSITIVE_INFINITY;
    this.#begun = placed
      .toSorted((a, b) => b.write.begun - a.write.begun)
      .map(({ write, revision }) => ({ time: write.begun, least: (least = Math.min(least, revision)) }))
      .reverse();
  }

  /** The newest revision that was acknowledged before a time. */
  acknowledgedBefore(time: number): number {
    return this.#acknowledged.before(time);
  }

  /** The least revision of a write that began after a time. */
  leastBegunAfter(time: number): number {
    const at = firstIndex(this.#begun.length, (index) => this.#begun[index]!.time > time);
    return this.#begun[at]?.least ?? Number.POSITIVE_INFINITY;
  }
}

const keyOf = (isDeletion: boolean, name: string, id: string | undefined): string =>
  isDeletion ? `-${name}` : `${name} ${id}`;

/** The newest revision that was known at a time. */
class NewestKnown {
  /** By time; `revision` is the newest one that was known then. */
  readonly #known: { time: number; revision: number }[] = [];

  /** In the order of time. */
  add(time: number, revision: number): void {
    this.#known.push({ time, revision: Math.max(revision, this.#known.at(-1)?.revision ?? 0) });
  }

  before(time: number): number {
    const at = firstIndex(this.#known.length, (index) => this.#known[index]!.time >= time);
    return this.#known[at - 1]?.revision ?? 0;
  }
}

/** The first index for which it holds, where it holds for all behind it as well; `length` where it holds for none. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
  let [from, to] = [0, length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
