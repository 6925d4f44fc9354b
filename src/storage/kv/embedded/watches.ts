import { KvError, type KvEvent, type Watch, type WatchHandler, type WatchOptions } from '../../kv.ts';
import type { Database } from './database.ts';
import { asKvError } from './errors.ts';
import type { Change } from './head.ts';
import { ensureNotCompacted, unreadable } from './reader.ts';
import type { LogEntry, Version } from './records.ts';

/** Events that one turn of the event loop reads for a watch that is behind. */
const catchUpEvents = 500;
const catchUpBytes = 4 * 1024 * 1024;

/** The state of the store that a watch depends on. */
export interface Position {
  /** The newest revision that is on the disk. */
  readonly durable: number;
  /** The oldest revision that can be watched from. */
  readonly compacted: number;
}

/** All watches of a store. */
export class Watches {
  readonly #database: Database;
  readonly #position: Position;
  readonly #open = new Set<OpenWatch>();

  constructor(database: Database, position: Position) {
    this.#database = database;
    this.#position = position;
  }

  open(fromRevision: number, handler: WatchHandler, { previous = true }: WatchOptions = {}): Watch {
    const forget = () => this.#open.delete(watch);
    const watch = new OpenWatch(this.#database, this.#position, fromRevision, handler, previous, forget);
    this.#open.add(watch);
    return watch;
  }

  /** Hands on what has just become durable. */
  publish(changes: readonly Change[]): void {
    if (changes.length === 0 || this.#open.size === 0) return;
    const events = changes.map(({ version, previous }) => toEvent(version, previous));
    for (const watch of [...this.#open]) watch.publish(events);
  }

  endAll(error: KvError): void {
    for (const watch of [...this.#open]) watch.end(error);
  }
}

/** First reads the log, a portion a turn, until it has reached the newest revision; from then on it is handed the new ones. */
class OpenWatch implements Watch {
  readonly #database: Database;
  readonly #position: Position;
  readonly #handler: WatchHandler;
  readonly #previous: boolean;
  readonly #onClosed: () => void;
  /** The next revision to deliver. */
  #next: number;
  #live = false;
  #isPaused = false;
  #isReading = false;
  #closed = false;

  constructor(
    database: Database,
    position: Position,
    fromRevision: number,
    handler: WatchHandler,
    previous: boolean,
    onClosed: () => void,
  ) {
    this.#database = database;
    this.#position = position;
    this.#next = fromRevision;
    this.#handler = handler;
    this.#previous = previous;
    this.#onClosed = onClosed;
    this.#read();
  }

  publish(events: KvEvent[]): void {
    if (!this.#live || this.#closed) return;
    const wanted =
      events[0]!.revision >= this.#next ? events : events.filter((e) => e.revision >= this.#next);
    this.#deliver(wanted);
  }

  end(error: KvError): void {
    if (this.#closed) return;
    this[Symbol.dispose]();
    this.#handler.onEnd(error);
  }

  [Symbol.dispose](): void {
    this.#closed = true;
    this.#onClosed();
  }

  pause(): void {
    this.#isPaused = true;
    // Events of the meantime are read from the log.
    this.#live = false;
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#read();
  }

  /** In a turn of its own. */
  #read(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    setImmediate(() => {
      this.#isReading = false;
      this.#catchUp();
    });
  }

  #catchUp(): void {
    if (this.#closed || this.#isPaused) return;
    try {
      ensureNotCompacted(this.#next, this.#position.compacted);
      this.#deliver(this.#readPortion());
    } catch (error) {
      this.end(asExpired(asKvError(error), this.#position.durable));
      return;
    }
    if (this.#isPaused) return;
    if (this.#next > this.#position.durable) this.#live = true;
    else this.#read();
  }

  #readPortion(): KvEvent[] {
    const events: KvEvent[] = [];
    let bytes = 0;
    for (const entry of this.#database.log(this.#next, this.#position.durable)) {
      const event = this.#readEvent(entry);
      events.push(event);
      bytes += (event.previous?.length ?? 0) + (event.type === 'put' ? event.value.length : 0);
      if (events.length >= catchUpEvents || bytes >= catchUpBytes) break;
    }
    return events;
  }

  #readEvent({ key, revision, deleted, previousRevision }: LogEntry): KvEvent {
    const version = this.#database.version(key, revision, deleted);
    const previous =
      this.#previous && previousRevision && this.#database.version(key, previousRevision, false);
    return toEvent(version, previous || undefined);
  }

  #deliver(events: KvEvent[]): void {
    const last = events.at(-1);
    if (last === undefined) return;
    this.#next = last.revision + 1;
    this.#handler.onEvents(events, last.revision);
  }
}

/** A log that cannot be read from there on is no history to watch: what is there now can be read all the same. */
function asExpired(error: KvError, durable: number): KvError {
  if (error.code !== 'Corrupt') return error;
  return new KvError('Expired', `the history is damaged: ${error.message}`, {
    cause: error,
    oldestRevision: durable,
  });
}

function toEvent(version: Version, previous: Version | undefined): KvEvent {
  const { key, revision, createRevision, value, damage } = version;
  const before = previous === undefined || previous.deleted ? undefined : previous;
  const isBeforeDamaged = before?.damage !== undefined;
  const past = {
    previous: isBeforeDamaged ? undefined : before?.value,
    ...(isBeforeDamaged && { previousUnreadable: unreadable(before.damage!) }),
  };
  if (version.deleted) return { type: 'delete', key, revision, ...past };
  const event: KvEvent = { type: 'put', key, value, createRevision, revision, ...past };
  return damage === undefined ? event : { ...event, unreadable: unreadable(damage) };
}
