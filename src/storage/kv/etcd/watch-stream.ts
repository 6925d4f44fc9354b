import type { Duplex } from 'node:stream';
import type { IDuplexStream, IEvent, IWatchResponse } from 'etcd3';
import type { Connection } from './connection.ts';
import { allKeys } from './messages.ts';
import { GrpcCode, type RpcError } from './rpc-error.ts';

/** The library's types leave out that it is a stream of Node. */
type Stream = IDuplexStream<object, IWatchResponse> & Pick<Duplex, 'pause' | 'resume'>;

/** Why a stream is over. */
export type StreamEnd =
  /** The revision asked for is compacted; the oldest there is. */
  | { kind: 'compacted'; oldest: number }
  /** Not allowed, or not understood: the same again would be refused again. */
  | { kind: 'refused'; reason: string }
  | { kind: 'broken'; reason: string };

/** Codes of a stream that would end the same way with any member. */
const refusals: number[] = [
  GrpcCode.permissionDenied,
  GrpcCode.invalidArgument,
  GrpcCode.unimplemented,
  GrpcCode.unauthenticated,
];

/**
 * One watch of the whole keyspace on one connection, until it ends one way or another.
 *
 * A member that says nothing for a while is asked for a sign of life (a progress request: its answer comes
 * through the very stream, and its revision is not looked at, because it is wrong before etcd 3.5.8). Without
 * any answer the connection is taken for dead. So a member that is cut off is left after two to three intervals.
 */
export class WatchStream {
  readonly #connection: Connection;
  readonly #fromRevision: number;
  readonly #interval: number;
  readonly #previous: boolean;
  readonly #onEvents: (events: IEvent[]) => void;
  readonly #end = Promise.withResolvers<StreamEnd>();
  #stream: Stream | undefined;
  /** Of a response that comes in fragments: the events of the revision that may not be whole yet. */
  #rest: IEvent[] = [];
  #heard = false;
  #asked = false;
  #isPaused = false;
  #timer: NodeJS.Timeout | undefined;
  #lastTick = 0;

  constructor(
    connection: Connection,
    { fromRevision, previous, interval }: { fromRevision: number; previous: boolean; interval: number },
    onEvents: (events: IEvent[]) => void,
  ) {
    this.#connection = connection;
    this.#fromRevision = fromRevision;
    this.#previous = previous;
    this.#interval = interval;
    this.#onEvents = onEvents;
  }

  /** Resolves when the stream is over. `onEvents` is called with whole revisions only. */
  async run(): Promise<StreamEnd> {
    this.#open().catch((error: Error) => this.#finish({ kind: 'broken', reason: error.message }));
    this.#lastTick = performance.now();
    this.#timer = setInterval(() => this.#checkLife(), this.#interval);
    const end = await this.#end.promise;
    clearInterval(this.#timer);
    this.#stream?.cancel();
    return end;
  }

  close(): void {
    this.#finish({ kind: 'broken', reason: 'closed' });
  }

  /** Further events wait in the connection's buffers, and then in etcd. */
  pause(): void {
    this.#isPaused = true;
    this.#stream?.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#stream?.resume();
  }

  async #open(): Promise<void> {
    const stream = (await this.#connection.stream<object, IWatchResponse>('Watch', 'watch')) as Stream;
    this.#stream = stream;
    stream.on('data', (response) => this.#receive(response));
    if (this.#isPaused) stream.pause();
    stream.on('error', (error) => this.#fail(error));
    stream.on('end', () => this.#finish({ kind: 'broken', reason: 'etcd has ended the stream' }));
    stream.write({
      create_request: {
        ...allKeys,
        start_revision: this.#fromRevision,
        prev_kv: this.#previous,
        fragment: true,
      },
    });
  }

  #receive(response: IWatchResponse): void {
    this.#heard = true;
    if (response.canceled) {
      this.#finish(cancellation(response));
      return;
    }
    const events = this.#rest.length === 0 ? response.events : this.#rest.concat(response.events);
    // More of the last revision may come in the next fragment; those before it are whole.
    const whole = response.fragment ? startOfLastRevision(events) : events.length;
    this.#rest = events.slice(whole);
    if (whole > 0) this.#onEvents(events.slice(0, whole));
  }

  #checkLife(): void {
    const now = performance.now();
    // When this process itself was held up, what has been said may not have been read yet.
    const late = now - this.#lastTick > 1.5 * this.#interval;
    this.#lastTick = now;
    if (this.#heard || late || this.#isPaused) {
      this.#heard = false;
      this.#asked = false;
      return;
    }
    if (this.#asked) {
      this.#finish({ kind: 'broken', reason: 'etcd gives no sign of life' });
      return;
    }
    this.#asked = true;
    this.#stream?.write({ progress_request: {} });
  }

  #fail(error: Error): void {
    const { code, details } = error as unknown as RpcError;
    const kind = refusals.includes(code) ? 'refused' : 'broken';
    this.#finish({ kind, reason: details ?? error.message });
  }

  #finish(end: StreamEnd): void {
    this.#end.resolve(end);
  }
}

function startOfLastRevision(events: IEvent[]): number {
  const last = events.at(-1)?.kv.mod_revision;
  return events.findLastIndex((event) => event.kv.mod_revision !== last) + 1;
}

function cancellation(response: IWatchResponse): StreamEnd {
  const oldest = Number(response.compact_revision);
  if (oldest > 0) return { kind: 'compacted', oldest };
  const reason = response.cancel_reason || 'etcd has canceled the watch';
  return { kind: /permission denied/.test(reason) ? 'refused' : 'broken', reason };
}
