import { setTimeout as delay } from 'node:timers/promises';
import type { IEvent } from 'etcd3';
import { KvError, type Watch, type WatchHandler } from '../../kv.ts';
import type { Cluster } from './cluster.ts';
import { toEvent } from './messages.ts';
import { type StreamEnd, WatchStream } from './watch-stream.ts';

/** The first rest between streams, in milliseconds. */
const pauseMs = 50;
/** How far rests, and the silence that is borne, grow while streams bring nothing. */
const maxPause = 2000;
const maxTimeout = 32;

export interface EtcdWatchOptions {
  /** Whether events carry the value before them. */
  previous: boolean;
  /** After how many milliseconds of silence the member is asked whether it is there. */
  livenessInterval: number;
}

/**
 * A watch that outlives connections and members. When a stream breaks, the next one, on the next member, starts
 * after the last revision that was delivered.
 *
 * etcd's own word on where to resume, the revision in a response's header, is never used: it is the store's
 * newest at that time, also on responses that bring old events. Resuming from it loses what lies between.
 */
export class EtcdWatch implements Watch {
  readonly #cluster: Cluster;
  readonly #handler: WatchHandler;
  readonly #previous: boolean;
  readonly #livenessInterval: number;
  readonly #onClosed: () => void;
  /** The next revision to deliver. */
  #next: number;
  #stream: WatchStream | undefined;
  readonly #closing = new AbortController();
  #isPaused = false;

  constructor(
    cluster: Cluster,
    fromRevision: number,
    handler: WatchHandler,
    { previous, livenessInterval }: EtcdWatchOptions,
    onClosed: () => void,
  ) {
    this.#cluster = cluster;
    this.#next = fromRevision;
    this.#handler = handler;
    this.#previous = previous;
    this.#livenessInterval = livenessInterval;
    this.#onClosed = onClosed;
    void this.#run();
  }

  get #closed(): boolean {
    return this.#closing.signal.aborted;
  }

  close(): void {
    if (this.#closed) return;
    this.#closing.abort();
    this.#stream?.close();
    this.#onClosed();
  }

  pause(): void {
    this.#isPaused = true;
    this.#stream?.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#stream?.resume();
  }

  end(error: KvError): void {
    if (this.#closed) return;
    this.close();
    this.#handler.onEnd(error);
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#closed) {
      const before = this.#next;
      const end = await this.#runStream(failures);
      if (this.#closed) return;
      if (end.kind !== 'broken') {
        this.end(asError(end, this.#next));
        return;
      }
      failures = this.#next > before ? 1 : failures + 1;
      await this.#rest(Math.min(pauseMs * 2 ** failures, maxPause));
    }
  }

  /**
   * A member that has much to catch up with reads all of it before it says anything, and may be silent for longer
   * than usual; so every failure is followed by more patience.
   */
  async #runStream(failures: number): Promise<StreamEnd> {
    const connection = this.#cluster.connect();
    const interval = this.#livenessInterval * Math.min(2 ** failures, maxTimeout);
    const start = { fromRevision: this.#next, previous: this.#previous, interval };
    this.#stream = new WatchStream(connection, start, (events) => this.#deliver(events));
    if (this.#isPaused) this.#stream.pause();
    const end = await this.#stream.run();
    connection.close();
    if (end.kind === 'broken') this.#cluster.avoid(connection.endpoint);
    return end;
  }

  async #rest(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.#closing.signal }).catch(() => {});
  }

  #deliver(received: IEvent[]): void {
    if (this.#closed) return;
    const events = received.map(toEvent);
    // A member that lags behind the one before may send what it catches up with (etcd issue 20221).
    const unseen =
      events[0]!.revision >= this.#next ? events : events.filter((e) => e.revision >= this.#next);
    const last = unseen.at(-1);
    if (last === undefined) return;
    this.#next = last.revision + 1;
    this.#handler.onEvents(unseen, last.revision);
  }
}

function asError(end: Exclude<StreamEnd, { kind: 'broken' }>, next: number): KvError {
  if (end.kind === 'refused') return new KvError('Unavailable', `etcd refuses the watch: ${end.reason}`);
  const message = `revision ${next} is compacted; the oldest is ${end.oldest}`;
  return new KvError('Expired', message, { oldestRevision: end.oldest });
}
