import { checkWrites } from './checker.ts';
import { checkReads, type Read } from './reads.ts';
import type { SeenEvent, StoredEvent, Write } from './writes.ts';

/** A list that a watcher made because it was told to: what it knew no longer holds. */
export interface FreshList {
  revision: number;
  /** Revisions of the objects by name. */
  objects: ReadonlyMap<string, number>;
}

/** What a watcher saw, in order. */
export interface Following {
  watcher: string;
  seen: readonly (SeenEvent | FreshList)[];
}

/** A run in which the store was set back to an older copy: all that was written after the copy was made is lost. */
export interface ForkedRun {
  /** The history that is lost, and the one that is there now; up to the copy they are the same. */
  lost: readonly StoredEvent[];
  present: readonly StoredEvent[];
  /** The store stood still from its last answer with the one history until the first with the other. Of performance.now(). */
  gap: { from: number; to: number };
  writes: readonly Write[];
  reads: readonly Read[];
  following: readonly Following[];
}

/**
 * Finds what is neither of the one history nor of the other: what was answered before the gap is of the lost one, what was
 * asked after it of the present one. A watcher goes from one to the other where they are the same, or with a list that it was
 * told to make.
 */
export function checkForked(run: ForkedRun): string[] {
  return [...checkAnswers(run), ...run.following.flatMap((one) => checkFollowing(run, one))];
}

function checkAnswers({ lost, present, gap, writes, reads }: ForkedRun): string[] {
  const common = new Set(present.slice(0, lengthOfCommon(lost, present)).map(keyOf));
  const before = writes.filter(({ begun }) => begun < gap.to).map((write) => duringGap(write, gap));
  const after = writes
    .filter((write) => write.ended > gap.from || common.has(keyOfWrite(write)))
    .map((write) => duringGap(write, gap));
  const isBefore = ({ ended }: Read): boolean => ended < gap.from;
  const isAfter = ({ begun }: Read): boolean => begun > gap.to;
  const name = (history: string) => (fault: string) => `${history}: ${fault}`;
  return [
    ...[...checkWrites(lost, before), ...checkReads(lost, before, reads.filter(isBefore))].map(
      name('the lost history'),
    ),
    ...[...checkWrites(present, after), ...checkReads(present, after, reads.filter(isAfter))].map(
      name('the present history'),
    ),
    ...checkDuringGap({ lost, present, gap, writes }),
  ];
}

/** Which of the histories has it nobody knows. */
const duringGap = (write: Write, gap: ForkedRun['gap']): Write =>
  write.begun < gap.to && write.ended > gap.from
    ? { ...write, outcome: { kind: 'unknown', why: 'the store was set back' } }
    : write;

/** An acknowledged one stands in one of the two. */
function checkDuringGap({
  lost,
  present,
  gap,
  writes,
}: Pick<ForkedRun, 'lost' | 'present' | 'gap' | 'writes'>): string[] {
  const stored = new Set([...lost, ...present].map(keyOf));
  return writes
    .filter(({ begun, ended, outcome }) => begun < gap.to && ended > gap.from && outcome.kind === 'done')
    .filter((write) => !stored.has(keyOfWrite(write)))
    .map(({ verb, name, id }) => `${verb} of ${name} (${id}): acknowledged, and in neither history`);
}

const keyOf = ({ type, name, id }: StoredEvent): string => (type === 'DELETED' ? `-${name}` : `${id}`);
const keyOfWrite = ({ verb, name, id }: Write): string => (verb === 'delete' ? `-${name}` : id);

const isSame = (a: StoredEvent, b: StoredEvent): boolean =>
  a.revision === b.revision && a.type === b.type && a.name === b.name && a.id === b.id;

function lengthOfCommon(lost: readonly StoredEvent[], present: readonly StoredEvent[]): number {
  const at = present.findIndex((event, index) => lost[index] === undefined || !isSame(event, lost[index]));
  return at === -1 ? present.length : at;
}

/** The watcher stands in the lost history, in the present one, or where they are still the same: then in both. */
function checkFollowing({ lost, present }: ForkedRun, { watcher, seen }: Following): string[] {
  let places = [lost, present].map((history) => ({ history, at: 0 }));
  for (const [n, one] of seen.entries()) {
    const next =
      'objects' in one
        ? [lost, present]
            .filter((history) => isStateOf(history, one))
            .map((history) => ({ history, at: indexAfter(history, one.revision) }))
        : places
            .filter(({ history, at }) => history[at] !== undefined && shows(one, history[at]))
            .map(({ history, at }) => ({ history, at: at + 1 }));
    if (next.length === 0) return [`${watcher}: ${n + 1} is ${text(one)}, which follows in neither history`];
    places = next;
  }
  const end = places.find(({ history }) => history === present);
  if (end === undefined) return [`${watcher}: follows the lost history, and was not told`];
  if (end.at < present.length) return [`${watcher}: has seen ${end.at} of ${present.length}`];
  return [];
}

const shows = (seen: SeenEvent, stored: StoredEvent): boolean =>
  seen.type === stored.type && seen.name === stored.name && seen.revision === stored.revision;

function indexAfter(history: readonly StoredEvent[], revision: number): number {
  const at = history.findIndex((event) => event.revision > revision);
  return at === -1 ? history.length : at;
}

/** Revisions of the objects by name after so many events. */
export function stateAfter(history: readonly StoredEvent[], length = history.length): Map<string, number> {
  const objects = new Map<string, number>();
  for (const { type, name, revision } of history.slice(0, length)) {
    if (type === 'DELETED') objects.delete(name);
    else objects.set(name, revision);
  }
  return objects;
}

const isStateOf = (history: readonly StoredEvent[], { revision, objects }: FreshList): boolean =>
  isEqual(stateAfter(history, indexAfter(history, revision)), objects);

export const isEqual = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean =>
  a.size === b.size && [...a].every(([name, revision]) => b.get(name) === revision);

const text = (one: SeenEvent | FreshList): string =>
  'objects' in one
    ? `a list of ${one.objects.size} at ${one.revision}`
    : `${one.type} ${one.name} at ${one.revision}`;
