import { setTimeout as delay } from 'node:timers/promises';
import type { IEvent } from 'etcd3';
import { KvError, type Watch, type WatchHandler } from '../../kv.ts';
import type { Cluster } from './cluster.ts';
import { toEvent } from './messages.ts';
import { type StreamEnd, WatchStream } from './watch-stream.ts';

/** Rests between streams, in milliseconds: the first one, and the longest that doubling leads to. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 2000;

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
  readonly #livenessInterval: number;
  readonly #onClosed: () => void;
  /** The next revision to deliver. */
  #next: number;
  #stream: WatchStream | undefined;
  #closed = false;

  constructor(
    cluster: Cluster,
    fromRevision: number,
    handler: WatchHandler,
    livenessInterval: number,
    onClosed: () => void,
  ) {
    this.#cluster = cluster;
    this.#next = fromRevision;
    this.#handler = handler;
    this.#livenessInterval = livenessInterval;
    this.#onClosed = onClosed;
    void this.#run();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stream?.close();
    this.#onClosed();
  }

  end(error: KvError): void {
    if (this.#closed) return;
    this.close();
    this.#handler.onEnd(error);
  }

  async #run(): Promise<void> {
    let pause = FIRST_PAUSE;
    while (!this.#closed) {
      const before = this.#next;
      const end = await this.#runStream();
      if (this.#closed) return;
      if (end.kind !== 'broken') {
        this.end(asError(end, this.#next));
        return;
      }
      pause = this.#next > before ? FIRST_PAUSE : Math.min(2 * pause, LONGEST_PAUSE);
      await delay(pause);
    }
  }

  async #runStream(): Promise<StreamEnd> {
    const connection = this.#cluster.connect();
    const deliver = (events: IEvent[]) => this.#deliver(events);
    this.#stream = new WatchStream(connection, this.#next, this.#livenessInterval, deliver);
    const end = await this.#stream.run();
    connection.close();
    if (end.kind === 'broken') this.#cluster.avoid(connection.endpoint);
    return end;
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
