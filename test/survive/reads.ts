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

/** The states of one name in the store's order: absent first, then one for each event. */
interface State {
  /** Undefined where it is absent. */
  revision: number | undefined;
  /** Of performance.now(): no read that ended before it can have seen it. */
  notBefore: number;
}

/**
 * Finds reads that no order of all requests explains in which each takes place between its beginning and its end: a read that
 * shows less than what was acknowledged before it began, less than an earlier read, something that was not written yet, or
 * never. The order of the writes is the store's.
 */
export function checkReads(
  history: readonly StoredEvent[],
  writes: readonly Write[],
  reads: readonly Read[],
): string[] {
  const states = statesOf(history, writes);
  const faults: string[] = [];
  const acknowledged = new Bounds();
  const revisions = new Map(history.map(({ id, revision }) => [id, revision]));
  for (const write of writes.toSorted((a, b) => a.ended - b.ended)) {
    if (write.outcome.kind !== 'done') continue;
    const at = indexOfWrite(states, write, revisions);
    if (at !== undefined) acknowledged.add(write.name, write.ended, at);
  }
  const seen = new Bounds();
  // In the order of their ends: each is a bound for those that began after that.
  for (const read of reads.toSorted((a, b) => a.ended - b.ended)) {
    if (read.name === undefined) faults.push(...checkList(history, read));
    for (const name of namesOf(read, states)) {
      const least = Math.max(acknowledged.before(name, read.begun), seen.before(name, read.begun));
      const at = indexOfAnswer(states.get(name) ?? [absent], read.objects.get(name), least);
      if (at === undefined)
        faults.push(`${text(read, name)}, which is older than what was known before, or was never there`);
      else if ((states.get(name)?.[at]?.notBefore ?? 0) > read.ended)
        faults.push(`${text(read, name)}, before anybody asked for that`);
      else seen.add(name, read.ended, at);
    }
  }
  return faults;
}

const absent: State = { revision: undefined, notBefore: 0 };

function statesOf(history: readonly StoredEvent[], writes: readonly Write[]): Map<string, State[]> {
  const begun = new Map(
    writes.map(({ verb, name, id, begun }) => [verb === 'delete' ? `-${name}` : id, begun]),
  );
  const states = new Map<string, State[]>();
  for (const { type, name, id, revision } of history) {
    const of = states.get(name) ?? [absent];
    states.set(name, of);
    const notBefore = begun.get(type === 'DELETED' ? `-${name}` : id!) ?? 0;
    of.push({ revision: type === 'DELETED' ? undefined : revision, notBefore });
  }
  return states;
}

/** A deletion is answered without a revision: a name is used once, so it is the last state. */
function indexOfWrite(
  states: Map<string, State[]>,
  { verb, name, id }: Write,
  revisions: ReadonlyMap<string | undefined, number>,
): number | undefined {
  const of = states.get(name);
  if (of === undefined) return undefined;
  if (verb === 'delete') return of.length - 1;
  const wanted = revisions.get(id);
  const at = of.findIndex(({ revision }) => revision !== undefined && revision === wanted);
  return at === -1 ? undefined : at;
}

/** The earliest state that it can have been, not before `least`. */
function indexOfAnswer(
  states: readonly State[],
  revision: number | undefined,
  least: number,
): number | undefined {
  const at = states.findIndex((state, index) => index >= least && state.revision === revision);
  return at === -1 ? undefined : at;
}

/** A list says nothing of names that it does not show but that they were absent: all that the history knows are looked at. */
const namesOf = ({ name, objects }: Read, states: Map<string, State[]>): Iterable<string> =>
  name === undefined ? new Set([...states.keys(), ...objects.keys()]) : [name];

/** A list is the state of one revision, whole. */
function checkList(history: readonly StoredEvent[], { reader, revision, objects }: Read): string[] {
  const expected = new Map<string, number>();
  for (const event of history) {
    if (event.revision > revision!) break;
    if (event.type === 'DELETED') expected.delete(event.name);
    else expected.set(event.name, event.revision);
  }
  const differing = new Set([...expected.keys(), ...objects.keys()])
    .values()
    .filter((name) => expected.get(name) !== objects.get(name));
  return [...differing].map(
    (name) =>
      `${reader}: the list at ${revision} shows ${name} at ${objects.get(name) ?? 'no revision'}, expected ${expected.get(name) ?? 'none'}`,
  );
}

const text = ({ reader, objects }: Read, name: string): string =>
  `${reader}: ${name} was seen ${objects.has(name) ? `at ${objects.get(name)}` : 'to be absent'}`;

/** For each name the newest state that was known at a time. */
class Bounds {
  /** By time; `at` is the newest state that was known then. */
  readonly #known = new Map<string, { time: number; at: number }[]>();

  /** In the order of time. */
  add(name: string, time: number, at: number): void {
    const of = this.#known.get(name) ?? [];
    this.#known.set(name, of);
    of.push({ time, at: Math.max(at, of.at(-1)?.at ?? 0) });
  }

  before(name: string, time: number): number {
    const of = this.#known.get(name) ?? [];
    let [from, to] = [0, of.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (of[middle]!.time < time) from = middle + 1;
      else to = middle;
    }
    return of[from - 1]?.at ?? 0;
  }
}
