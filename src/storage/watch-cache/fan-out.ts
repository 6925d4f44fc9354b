import type { TurnQueue } from '../../util/pacer.ts';
import type { CacheEntry, CorruptObjectError } from './entry.ts';
import type { CacheEvent } from './event.ts';
import { pastBatch } from './event-batches.ts';
import type { History } from './history.ts';
import { valueFor } from './index-set.ts';
import type { Selection } from './selection.ts';
import { WatchGroup } from './watch-group.ts';
import type { Past, PastBatch, WatchStream } from './watch-stream.ts';

export interface FanOutOptions {
  /** The latest events, of which streams that are behind get what they have missed. */
  history(): History;
  /** In which streams take turns with those of other resource types. */
  turns: TurnQueue;
  /** Called with the number of events went out: one a watcher. */
  delivered(events: number, bytes: number): void;
}

/**
 * Brings the events of one resource type to its watchers. An event looks only at the groups that can care for
 * it: every group stands in one place, under the narrowest exact condition of its selection. The events
 * of one turn of the event loop go to each connection in one write.
 */
export class FanOut implements Past {
  readonly #options: FanOutOptions;
  readonly #groups = new Map<string, WatchGroup>();
  /** Condition, as text, to the groups that stand under it. */
  readonly #places = new Map<string, Set<WatchGroup>>();
  /** Number of groups that stand under a condition on this field or label key. */
  readonly #fieldNames = new Map<string, number>();
  readonly #labelKeys = new Map<string, number>();
  /** Number of watchers by what their selections say of namespace and name. */
  readonly #ranges = new Map<string, number>();
  #watchers = 0;

  constructor(options: FanOutOptions) {
    this.#options = options;
  }

  get watchers(): number {
    return this.#watchers;
  }

  /**
   * Watchers that may hear of a change, as far as namespace and name tell, which are empty where they do not say. Those of
   * single nodes are not among them: each has a node of its own.
   */
  watchersOf({ namespace, name }: { namespace: string; name: string }): number {
    const ranges = new Set([everything, inNamespace(namespace), named(namespace, name), named('', name)]);
    return ranges.values().reduce((sum, range) => sum + (this.#ranges.get(range) ?? 0), 0);
  }

  *streams(): Generator<WatchStream> {
    for (const group of this.#groups.values()) yield* group.streams;
  }

  /** From here on the stream gets every event after a revision, when it has got the initial bytes, if there are any. */
  join(stream: WatchStream, revision: number, initial?: Iterable<Buffer>): void {
    const group = this.#groupOf(stream);
    group.join(stream);
    this.#watchers++;
    count(this.#ranges, rangeOf(stream.selection), 1);
    stream.onClosed = () => this.#leave(group, stream);
    if (initial === undefined) stream.resume(revision, this);
    else stream.begin(initial, revision, this);
  }

  /** Takes an event to the groups that care. */
  dispatch(event: CacheEvent): void {
    if (this.#watchers === 0) return event.forgetFrames();
    const seen = new Set<WatchGroup>();
    for (const condition of this.#conditions(event)) {
      for (const group of this.#places.get(condition) ?? []) {
        if (seen.has(group)) continue;
        seen.add(group);
        const type = event.typeFor(group.selection);
        if (type !== undefined) group.add(event.frame(type, group.encoder), event.revision);
      }
    }
    event.forgetFrames();
  }

  /** Ends the watches that what cannot be read may belong to, after what was dispatched. */
  fail(error: CorruptObjectError): void {
    for (const group of [...this.#groups.values()]) {
      if (!group.selection.mayMatch(error.key)) continue;
      group.flush();
      for (const stream of [...group.streams]) stream.fail(error);
    }
  }

  /** Hands over what is pending, all of it now. */
  flush(): void {
    for (const group of [...this.#groups.values()]) group.flush();
  }

  /**
   * Sends the bookmarks that are due, ends the watches whose time is over. Every event up to `revision` was dispatched.
   * Returns the bytes that wait to be sent: what is asked of every watcher each second is asked in one pass over them.
   */
  tick(now: number, revision: number): number {
    let backlog = 0;
    for (const group of this.#groups.values()) backlog += group.tick(now, revision);
    return backlog;
  }

  /** See Past. */
  next(stream: WatchStream): PastBatch | 'gone' {
    const history = this.#options.history();
    if (stream.revision < history.start) return 'gone';
    const batch = pastBatch(history.after(stream.revision), stream);
    if (batch.events > 0) this.#options.delivered(batch.events, batch.bytes.length);
    return batch;
  }

  caughtUp(stream: WatchStream): void {
    this.#groups.get(idOf(stream))?.seal();
  }

  later(task: () => void): void {
    this.#options.turns.add(task);
  }

  #groupOf(stream: WatchStream): WatchGroup {
    const id = idOf(stream);
    let group = this.#groups.get(id);
    if (group === undefined) {
      const { turns, delivered } = this.#options;
      group = new WatchGroup(stream.selection, stream.encoder, turns, delivered);
      this.#groups.set(id, group);
      this.#place(group);
    }
    return group;
  }

  #leave(group: WatchGroup, stream: WatchStream): void {
    if (!group.streams.delete(stream)) return;
    this.#watchers--;
    count(this.#ranges, rangeOf(stream.selection), -1);
    if (group.streams.size > 0) return;
    this.#groups.delete(idOf(stream));
    this.#unplace(group);
  }

  #place(group: WatchGroup): void {
    const { condition, field, label } = narrowest(group.selection);
    if (field !== undefined) count(this.#fieldNames, field, 1);
    if (label !== undefined) count(this.#labelKeys, label, 1);
    let place = this.#places.get(condition);
    if (place === undefined) this.#places.set(condition, (place = new Set()));
    place.add(group);
  }

  #unplace(group: WatchGroup): void {
    const { condition, field, label } = narrowest(group.selection);
    if (field !== undefined) count(this.#fieldNames, field, -1);
    if (label !== undefined) count(this.#labelKeys, label, -1);
    const place = this.#places.get(condition);
    place?.delete(group);
    if (place?.size === 0) this.#places.delete(condition);
  }

  /** The conditions that the object fulfils after the event, or did before it. */
  *#conditions({ entry, previous }: CacheEvent): Generator<string> {
    const present = entry ?? previous!;
    yield everything;
    yield inNamespace(present.namespace);
    yield named(present.namespace, present.name);
    if (present.namespace !== '') yield named('', present.name);
    for (const state of [entry, previous]) {
      if (state === undefined) continue;
      for (const name of this.#fieldNames.keys()) yield withField(name, fieldOf(state, name));
      for (const key of this.#labelKeys.keys()) {
        const value = valueFor(state.labels, key);
        if (value !== undefined) yield withLabel(key, value);
      }
    }
  }
}

/** Streams of the same get the same bytes. */
const idOf = ({ encoder, selection }: WatchStream): string => `${encoder.id} ${selection.text}`;

const everything = '*';
const inNamespace = (namespace: string): string => `namespace ${namespace}`;
const named = (namespace: string, name: string): string => `name ${namespace}/${name}`;
const withField = (name: string, value: string): string => `field ${name}=${value}`;
const withLabel = (key: string, value: string): string => `label ${key}=${value}`;

const nodeField = 'spec.nodeName';

const fieldOf = (entry: CacheEntry, name: string): string => valueFor(entry.fields, name) ?? '';

function narrowest(selection: Selection): { condition: string; field?: string; label?: string } {
  if (selection.name !== undefined) return { condition: named(selection.namespace, selection.name) };
  for (const { field, operator, value } of selection.fields?.requirements ?? []) {
    if (operator === '=' && field !== 'metadata.namespace')
      return { condition: withField(field, value), field };
  }
  for (const [key, value] of selection.labels?.exactPairs() ?? []) {
    return { condition: withLabel(key, value), label: key };
  }
  return { condition: selection.namespace === '' ? everything : inNamespace(selection.namespace) };
}

/** The narrowest of the conditions on namespace and name, or that on a node. */
function rangeOf({ namespace, name, fields }: Selection): string {
  if (name !== undefined) return named(namespace, name);
  const node = fields?.exactValue(nodeField);
  if (node !== undefined) return withField(nodeField, node);
  return namespace === '' ? everything : inNamespace(namespace);
}

function count(counts: Map<string, number>, key: string, change: number): void {
  const next = (counts.get(key) ?? 0) + change;
  if (next === 0) counts.delete(key);
  else counts.set(key, next);
}
