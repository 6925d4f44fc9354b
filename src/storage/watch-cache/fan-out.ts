import type { CacheEntry } from './entry.ts';
import type { CacheEvent, EventEncoder } from './event.ts';
import { valueFor } from './index-set.ts';
import type { Selection } from './selection.ts';
import type { WatchStream } from './watch-stream.ts';

/** Watchers of the same selection in the same form: what one gets, all get. */
interface Group {
  readonly id: string;
  readonly selection: Selection;
  readonly encoder: EventEncoder;
  readonly streams: Set<WatchStream>;
  /** Frames of events that are not handed to the streams yet. */
  pending: Buffer[];
}

/**
 * Brings the events of one resource type to its watchers. An event looks only at the groups that can care for
 * it: every group stands in one place, under the narrowest exact condition of its selection. What collects in
 * one turn of the event loop goes to each connection in one write.
 */
export class FanOut {
  readonly #groups = new Map<string, Group>();
  /** Condition, as text, to the groups that stand under it. */
  readonly #places = new Map<string, Set<Group>>();
  /** How many groups stand under a condition on this field or label key. */
  readonly #fieldNames = new Map<string, number>();
  readonly #labelKeys = new Map<string, number>();
  readonly #dirty = new Set<Group>();
  #scheduled = false;
  #watchers = 0;
  /** Counts delivered events: one a watcher. */
  readonly #delivered: (events: number) => void;

  constructor(delivered: (events: number) => void) {
    this.#delivered = delivered;
  }

  get watchers(): number {
    return this.#watchers;
  }

  *streams(): Generator<WatchStream> {
    for (const group of this.#groups.values()) yield* group.streams;
  }

  /** From here on the stream gets every event. Those before it are its own business. */
  join(stream: WatchStream): void {
    const id = `${stream.encoder.id} ${stream.selection.text}`;
    let group = this.#groups.get(id);
    if (group === undefined) {
      group = { id, selection: stream.selection, encoder: stream.encoder, streams: new Set(), pending: [] };
      this.#groups.set(id, group);
      this.#place(group);
    }
    // What the others still wait for is in the newcomer's initial state already.
    this.#flushGroup(group);
    group.streams.add(stream);
    this.#watchers++;
    stream.onClosed = () => this.#leave(group, stream);
  }

  /** Takes an event to the groups that care. */
  dispatch(event: CacheEvent): void {
    if (this.#watchers === 0) return;
    const seen = new Set<Group>();
    for (const condition of this.#conditions(event)) {
      for (const group of this.#places.get(condition) ?? []) {
        if (seen.has(group)) continue;
        seen.add(group);
        const type = event.typeFor(group.selection);
        if (type === undefined) continue;
        group.pending.push(event.frame(type, group.encoder));
        this.#dirty.add(group);
      }
    }
    event.forgetFrames();
    if (this.#dirty.size > 0) this.#schedule();
  }

  /** Hands over what is pending. */
  flush(): void {
    for (const group of [...this.#dirty]) this.#flushGroup(group);
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.flush();
    });
  }

  #flushGroup(group: Group): void {
    this.#dirty.delete(group);
    if (group.pending.length === 0) return;
    const { pending } = group;
    group.pending = [];
    const bytes = pending.length === 1 ? pending[0]! : Buffer.concat(pending);
    this.#delivered(pending.length * group.streams.size);
    for (const stream of [...group.streams]) stream.deliver(bytes);
  }

  #leave(group: Group, stream: WatchStream): void {
    if (!group.streams.delete(stream)) return;
    this.#watchers--;
    if (group.streams.size > 0) return;
    this.#groups.delete(group.id);
    this.#dirty.delete(group);
    this.#unplace(group);
  }

  #place(group: Group): void {
    const { condition, field, label } = narrowest(group.selection);
    if (field !== undefined) count(this.#fieldNames, field, 1);
    if (label !== undefined) count(this.#labelKeys, label, 1);
    let place = this.#places.get(condition);
    if (place === undefined) this.#places.set(condition, (place = new Set()));
    place.add(group);
  }

  #unplace(group: Group): void {
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

const everything = '*';
const inNamespace = (namespace: string): string => `namespace ${namespace}`;
const named = (namespace: string, name: string): string => `name ${namespace}/${name}`;
const withField = (name: string, value: string): string => `field ${name}=${value}`;
const withLabel = (key: string, value: string): string => `label ${key}=${value}`;

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

function count(counts: Map<string, number>, key: string, change: number): void {
  const next = (counts.get(key) ?? 0) + change;
  if (next === 0) counts.delete(key);
  else counts.set(key, next);
}
