import type { ApiObject } from '../../api/meta/metadata.ts';
import { type CacheEntry, entryAt } from './entry.ts';
import type { Selection } from './selection.ts';

export type EventType = 'ADDED' | 'MODIFIED' | 'DELETED';

/** Frames of so many bytes are worth sharing among watchers that are behind. */
export const largeFrame = 64 * 1024;

/** One change of one object of a resource type. */
export class CacheEvent {
  readonly revision: number;
  readonly key: string;
  /** The object after the change; undefined when it was deleted. */
  readonly entry: CacheEntry | undefined;
  /** The object before the change; undefined when it was created. */
  readonly previous: CacheEntry | undefined;
  /** Time at which the cache learnt of it, in milliseconds. */
  readonly time: number;
  #departed: CacheEntry | undefined;
  /** The object after the change, as its writer has made it: encodings need not read the bytes for it. */
  #object: ApiObject | undefined;
  #frames: Map<string, Buffer> | undefined;
  /** Large frames, as long as a connection holds them. */
  #large: Map<string, WeakRef<Buffer>> | undefined;

  constructor(
    revision: number,
    entry: CacheEntry | undefined,
    previous: CacheEntry | undefined,
    time: number,
    object?: ApiObject,
  ) {
    this.revision = revision;
    this.key = (entry ?? previous!).key;
    this.entry = entry;
    this.previous = previous;
    this.time = time;
    this.#object = object;
  }

  /** Bytes that live as long as the event, beyond those of the object's present state. */
  get size(): number {
    return 300 + (this.previous?.json.length ?? 0);
  }

  /** Bytes of the object after the change, or of the last one. */
  get stateBytes(): number {
    return (this.entry ?? this.previous!).json.length;
  }

  /**
   * The type of the event for a watcher with a selector: an object that comes to match was added for it, one that
   * ceases to match was deleted. Undefined when the watcher need not know.
   */
  typeFor(selection: Selection): EventType | undefined {
    const matches = this.entry !== undefined && selection.matches(this.entry);
    const matched = this.previous !== undefined && selection.matches(this.previous);
    if (matches) return matched ? 'MODIFIED' : 'ADDED';
    return matched ? 'DELETED' : undefined;
  }

  /** The state that goes with the type: the new one, or the last one with the revision of the change. */
  stateFor(type: EventType): CacheEntry {
    if (type !== 'DELETED') return this.entry!;
    return (this.#departed ??= entryAt(this.previous!, this.revision));
  }

  /** The event as bytes for the wire: made once an encoding, however many watchers get it. */
  frame(type: EventType, encoder: EventEncoder): Buffer {
    const id = `${type} ${encoder.id}`;
    this.#frames ??= new Map();
    let frame = this.#frames.get(id);
    if (frame === undefined) {
      frame = this.pastFrame(type, encoder);
      this.#frames.set(id, frame);
    }
    return frame;
  }

  /**
   * The same for a watcher that is behind: a large frame is shared with those that still hold it, small ones are not
   * kept.
   */
  pastFrame(type: EventType, encoder: EventEncoder): Buffer {
    const id = `${type} ${encoder.id}`;
    const kept = this.#large?.get(id)?.deref();
    if (kept !== undefined) return kept;
    const object = type === 'DELETED' ? undefined : this.#object;
    const frame = encoder.frame(type, this.stateFor(type), object);
    if (frame.length >= largeFrame) {
      this.#large ??= new Map();
      this.#large.set(id, new WeakRef(frame));
    }
    return frame;
  }

  /** Lets go of the frames, and of what they are made of: those who come later make them again. */
  forgetFrames(): void {
    this.#frames = undefined;
    this.#object = undefined;
  }
}

/** One form in which watch events travel. */
export interface EventEncoder {
  /** Encoders with the same id give the same bytes. */
  readonly id: string;
  /** `object`: that of the entry, if it is at hand. To be read only. */
  frame(type: EventType, entry: CacheEntry, object?: ApiObject): Buffer;
  /** The frame in pieces, between which others may run; absent where making one takes hardly longer than copying it. */
  pieces?(type: EventType, entry: CacheEntry): Iterable<Buffer>;
  /** A bookmark: nothing but a revision, and whether it ends the initial events. */
  bookmark(revision: number, endsInitialEvents: boolean): Buffer;
}
