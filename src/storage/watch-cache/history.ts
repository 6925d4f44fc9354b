import type { OrderedTree } from '../../util/ordered-tree.ts';
import type { CacheEntry } from './entry.ts';
import type { CacheEvent } from './event.ts';

type Tree = OrderedTree<CacheEntry>;

/** A tree that is kept holds on to its own copies of leaves: about a kilobyte an event, at worst. */
const checkpointEvery = 4096;

export interface HistoryLimits {
  /** Events are kept for so long, in milliseconds… */
  age: number;
  /** …unless they come to more bytes than this, given those of the newest state. */
  bytes(state: number): number;
}

/** In place of an event that was dropped: it would keep its objects until the array is cut. */
const released = undefined as unknown as CacheEvent;

/**
 * The latest events of a resource type, in order of revision: what a watch that was away resumes from, and
 * what the state at an older revision is worked out from.
 *
 * Invariant: every event with a revision after `start` is here. Trees of some of the moments are kept; the
 * others are one of them with a few events undone.
 */
export class History {
  readonly #limits: HistoryLimits;
  readonly #stateBytes: () => number;
  #events: CacheEvent[] = [];
  /** Position in #events of the oldest event that counts; those before it are dropped now and then. */
  #first = 0;
  #bytes = 0;
  /** The state right after a revision; in order. */
  #checkpoints: { revision: number; tree: Tree }[] = [];
  #start: number;
  /** Whether bytes, not age, decided what was dropped last. */
  cutShort = false;

  constructor(limits: HistoryLimits, start: number, stateBytes: () => number) {
    this.#limits = limits;
    this.#stateBytes = stateBytes;
    this.#start = start;
  }

  /** The first revision whose state, and all events after it, can be reconstructed. */
  get start(): number {
    return this.#start;
  }

  get length(): number {
    return this.#events.length - this.#first;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** `tree` is the state after the event. */
  push(event: CacheEvent, tree: Tree): void {
    this.#events.push(event);
    this.#bytes += event.size;
    const last = this.#checkpoints.at(-1);
    // A lease that ends takes many objects in one revision: the state at it is that after the last of them.
    if (last?.revision === event.revision) last.tree = tree;
    else if (last === undefined || this.#events.length % checkpointEvery === 0) {
      this.#checkpoints.push({ revision: event.revision, tree });
    }
    if (this.#bytes > this.#byteLimit()) this.trim(event.time);
  }

  /** Drops what is too old or too much. */
  trim(now: number): void {
    const oldest = now - this.#limits.age;
    const maxBytes = this.#byteLimit();
    let dropped = 0;
    while (this.#first < this.#events.length) {
      const event = this.#events[this.#first]!;
      const tooMuch = this.#bytes > maxBytes;
      if (!tooMuch && event.time >= oldest) break;
      this.cutShort = tooMuch && event.time >= oldest;
      this.#events[this.#first++] = released;
      this.#bytes -= event.size;
      this.#start = event.revision;
      dropped++;
    }
    if (dropped === 0) return;
    if (this.#first > 1024 && this.#first * 2 > this.#events.length) {
      this.#events = this.#events.slice(this.#first);
      this.#first = 0;
    }
    const kept = this.#checkpoints.findIndex(({ revision }) => revision >= this.#start);
    this.#checkpoints = kept === -1 ? [] : this.#checkpoints.slice(kept);
  }

  /** The events after a revision (not before `start`), in order. */
  *after(revision: number): Generator<CacheEvent> {
    for (let at = this.#positionAfter(revision); at < this.#events.length; at++) yield this.#events[at]!;
  }

  /** The state right after a revision (not before `start`), given the newest state. */
  stateAt(revision: number, newest: Tree): Tree {
    const checkpoint = this.#checkpoints.find((candidate) => candidate.revision >= revision);
    let tree = checkpoint?.tree ?? newest;
    const last = checkpoint === undefined ? this.#events.length : this.#positionAfter(checkpoint.revision);
    const first = this.#positionAfter(revision);
    for (let at = last - 1; at >= first; at--) {
      const { key, previous } = this.#events[at]!;
      tree = previous === undefined ? tree.delete(key) : tree.set(key, previous);
    }
    return tree;
  }

  #byteLimit(): number {
    return this.#limits.bytes(this.#stateBytes());
  }

  #positionAfter(revision: number): number {
    let low = this.#first;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#events[middle]!.revision <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
