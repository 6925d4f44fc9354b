import type { EventType, SeenEvent, StoredEvent, Write } from './writes.ts';

export interface Watched {
  watcher: string;
  events: readonly SeenEvent[];
}

const typeOf = { create: 'ADDED', update: 'MODIFIED', delete: 'DELETED' } as const;

const describe = ({ type, name, revision }: SeenEvent | StoredEvent): string =>
  `${type} ${name}${revision === undefined ? '' : ` at ${revision}`}`;

/**
 * Compares what clients were answered, and what watchers saw, with the store's own history from its first revision on.
 * What was acknowledged stands in it once, where the answer says; what was refused does not; what is unknown stands in it
 * once at most. Each watcher saw all of it, in order. Nothing else wrote.
 */
export function check(
  history: readonly StoredEvent[],
  writes: readonly Write[],
  watched: readonly Watched[],
): string[] {
  return [...checkWrites(history, writes), ...watched.flatMap((one) => checkWatcher(history, one))];
}

/** A deletion is known by the name, which is used once; other writes by the id in the object. */
const keyOf = (type: EventType, name: string, id: string | undefined): string =>
  type === 'DELETED' ? `${type} ${name}` : `${type} ${name} ${id}`;

/** See `check`. */
export function checkWrites(history: readonly StoredEvent[], writes: readonly Write[]): string[] {
  const faults: string[] = [];
  const stored = Map.groupBy(history, ({ type, name, id }) => keyOf(type, name, id));
  for (const write of writes) {
    const { verb, name, id, outcome } = write;
    const key = keyOf(typeOf[verb], name, id);
    const found = stored.get(key) ?? [];
    stored.delete(key);
    const revisions = found.map(({ revision }) => revision).join(', ');
    const what = `${verb} of ${name} (${id})`;
    if (found.length > 1) faults.push(`${what}: carried out more than once, at ${revisions}`);
    if (outcome.kind === 'failed' && found.length > 0)
      faults.push(`${what}: carried out at ${revisions}, though it was answered with ${outcome.why}`);
    if (outcome.kind !== 'done') continue;
    if (found.length === 0) faults.push(`${what}: acknowledged, and not in the history`);
    else if (outcome.revision !== undefined && found[0]!.revision !== outcome.revision)
      faults.push(`${what}: acknowledged at ${outcome.revision}, and carried out at ${revisions}`);
  }
  for (const [event] of stored.values()) faults.push(`${describe(event!)}: no client wrote it`);
  return faults;
}

/** The first difference says all: what follows is a consequence. */
function checkWatcher(history: readonly StoredEvent[], { watcher, events }: Watched): string[] {
  for (let at = 0; at < Math.max(history.length, events.length); at++) {
    const [stored, seen] = [history[at], events[at]];
    if (stored !== undefined && seen !== undefined && isSame(stored, seen)) continue;
    const expected = stored === undefined ? 'nothing more' : describe(stored);
    const got = seen === undefined ? `nothing after ${events.length} of ${history.length}` : describe(seen);
    return [`${watcher}: event ${at + 1} is ${got}, expected ${expected}`];
  }
  return [];
}

const isSame = (stored: StoredEvent, seen: SeenEvent): boolean =>
  stored.type === seen.type &&
  stored.name === seen.name &&
  (seen.revision === undefined || stored.revision === seen.revision);
