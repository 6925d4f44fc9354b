import { setTimeout as delay } from 'node:timers/promises';
import type { IResponseHeader } from 'etcd3';
import { KvError, type KvEvent, type Watch, type WatchHandler } from '../../kv.ts';
import type { Cluster } from './cluster.ts';
import type { HistoryCheck } from './history-check.ts';
import { integer, toEvent, type WatchEvent } from './messages.ts';
import { type StreamEnd, WatchStream } from './watch-stream.ts';

/** The first rest between streams, in milliseconds. */
const retryInterval = 50;
/** Limit to which rests, and the silence that is borne, grow while streams bring nothing. */
const maxRetryInterval = 2000;
const maxTimeout = 32;

/** An empty store is at revision 1, which no write has made. */
const firstRevision = 2;

export interface EtcdWatchOptions {
  fromRevision: number;
  /** Whether events carry the value before them. */
  previous: boolean;
  /** After how many milliseconds of silence the member is asked whether it is there. */
  livenessInterval: number;
  history: HistoryCheck;
  /** A member seems to be behind what was seen: it lags, or its data are older. */
  onSuspicion(): void;
  /** Called once, when the watch is over. */
  onClosed(): void;
}

/**
 * A watch that outlives connections and members. When a stream breaks, the next one, on the next member, starts
 * after the last revision that was delivered.
 *
 * etcd's own word on where to resume, the revision in a response's header, is never used: it is the store's
 * newest at that time, also on responses that bring old events. Resuming from it loses what lies between.
 *
 * The watch covers the whole keyspace, and in etcd every write makes the next revision: so every revision has an
 * event, and one that is missing was lost. Versions before 3.4.31 and 3.5.13 lose events of a watcher that is slow
 * while they compact, without a word (etcd pull request 17612). A missing revision is asked for once more; when it is
 * missing again it cannot be had, and the watch has expired.
 *
 * Each stream but the first begins with the last revision that was delivered: where its events are others now, the
 * store was replaced by one with another history, and the watch ends.
 *
 *     watch from 5    events 5, 6, 9       5 and 6 are delivered, the stream is left, another one begins at 6
 *                     events 6, 7, 8, 9    7, 8, 9 are delivered; or: 6, 9    Expired; or: compacted    Expired
 *                     another event 6      Replaced
 */
export class EtcdWatch implements Watch {
  readonly #cluster: Cluster;
  readonly #handler: WatchHandler;
  readonly #options: EtcdWatchOptions;
  /** The next revision to deliver. */
  #next: number;
  /** The events of the revision before it, if they are to be compared with those of the next stream. */
  #last: readonly KvEvent[] = [];
  /** The revision that was missing last. */
  #missing: number | undefined;
  #stream: WatchStream | undefined;
  readonly #closing = new AbortController();
  #isPaused = false;

  constructor(cluster: Cluster, handler: WatchHandler, options: EtcdWatchOptions) {
    this.#cluster = cluster;
    this.#handler = handler;
    this.#options = options;
    this.#next = Math.max(options.fromRevision, firstRevision);
    void this.#run();
  }

  get #closed(): boolean {
    return this.#closing.signal.aborted;
  }

  [Symbol.dispose](): void {
    if (this.#closed) return;
    this.#closing.abort();
    this.#stream?.close('closed');
    this.#options.onClosed();
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
    this[Symbol.dispose]();
    this.#handler.onEnd(error);
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#closed) {
      const before = this.#next;
      const end = await this.#runStream(failures);
      if (this.#closed) return;
      if (end.kind === 'compacted' && this.#last.length > 0 && end.oldest <= this.#next) {
        // Only what was to be compared is gone.
        this.#last = [];
        continue;
      }
      if (end.kind !== 'broken') {
        this.end(asError(end, this.#next));
        return;
      }
      failures = this.#next > before ? 1 : failures + 1;
      await this.#rest(Math.min(retryInterval * 2 ** failures, maxRetryInterval));
    }
  }

  /**
   * A member that has much to catch up with reads all of it before it says anything, and may be silent for longer
   * than usual; so every failure is followed by more patience.
   */
  async #runStream(failures: number): Promise<StreamEnd> {
    const channel = this.#cluster.connect();
    const { previous, livenessInterval } = this.#options;
    const interval = livenessInterval * Math.min(2 ** failures, maxTimeout);
    const delivered = this.#next - 1;
    const fromRevision = this.#last.length > 0 ? delivered : this.#next;
    this.#stream = new WatchStream({ fromRevision, delivered, previous, interval }, this);
    if (this.#isPaused) this.#stream.pause();
    const end = await this.#stream.run(channel);
    channel[Symbol.dispose]();
    if (end.kind === 'broken') this.#cluster.avoid(channel.endpoint);
    return end;
  }

  async #rest(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.#closing.signal }).catch(() => {});
  }

  /** See WatchStream. */
  onHeader(header: IResponseHeader | null): void {
    this.#options.history.acceptCluster(header);
    if (!this.#closed && header !== null && integer(header.revision) < this.#next - 1)
      this.#options.onSuspicion();
  }

  /** See WatchStream. */
  onEvents(received: WatchEvent[]): void {
    if (this.#closed) return;
    const events = received.map(toEvent);
    if (events[0]!.revision < this.#next) this.#compare(events);
    if (this.#closed) return;
    // A member that lags behind the one before may send what it catches up with (etcd issue 20221).
    const unseen =
      events[0]!.revision >= this.#next ? events : events.filter((e) => e.revision >= this.#next);
    const gap = firstGap(unseen, this.#next);
    this.#deliver(gap === -1 ? unseen : unseen.slice(0, gap));
    if (gap !== -1) this.#askAgain(unseen[gap]!.revision);
  }

  /** An event that is left out of a revision was lost; one that is another was written by another history. */
  #compare(events: readonly KvEvent[]): void {
    const again = events.filter(({ revision }) => revision === this.#next - 1);
    const isSame = again.every(
      (event) => this.#last.length === 0 || this.#last.some((one) => isEqual(one, event)),
    );
    if (!isSame) this.#options.history.replaced(`revision ${this.#next - 1} was another write`);
  }

  #deliver(events: KvEvent[]): void {
    const last = events.at(-1);
    if (last === undefined) return;
    this.#next = last.revision + 1;
    this.#last = events.slice(events.findIndex(({ revision }) => revision === last.revision));
    this.#options.history.saw(last.revision);
    this.#handler.onEvents(events, last.revision);
  }

  #askAgain(shown: number): void {
    if (this.#closed) return;
    const details = `etcd shows revision ${shown} without ${this.#next}`;
    if (this.#missing === this.#next) return this.end(new KvError('Expired', details));
    this.#missing = this.#next;
    this.#stream?.close(details);
  }
}

/** Whether both tell of the same write. */
function isEqual(one: KvEvent, other: KvEvent): boolean {
  if (one.type === 'delete' || other.type === 'delete')
    return one.type === other.type && one.key === other.key;
  return (
    one.key === other.key && one.createRevision === other.createRevision && one.value.equals(other.value)
  );
}

/** The index of the first event before which a revision is missing; -1 if there is none. */
function firstGap(events: readonly KvEvent[], next: number): number {
  let expected = next;
  return events.findIndex(({ revision }) => {
    const isMissing = revision > expected;
    expected = revision + 1;
    return isMissing;
  });
}

function asError(end: Exclude<StreamEnd, { kind: 'broken' }>, next: number): KvError {
  if (end.kind === 'refused') return new KvError('Unavailable', `etcd refuses the watch: ${end.reason}`);
  const message = `revision ${next} is compacted; the oldest is ${end.oldest}`;
  return new KvError('Expired', message, { oldestRevision: end.oldest });
}
