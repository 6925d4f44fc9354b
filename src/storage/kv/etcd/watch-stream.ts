import type { IResponseHeader } from 'etcd3';
import type { Rpc } from '../../grpc/rpc.ts';
import { GrpcCode, RpcError } from '../../grpc/rpc-error.ts';
import type { Channel } from './channel.ts';
import { allKeys, integer, type WatchEvent, type WatchResponse } from './messages.ts';
import { watch } from './methods.ts';

/** Reason why a stream is over. */
export type StreamEnd =
  /** The revision asked for is compacted; the oldest there is. */
  | { kind: 'compacted'; oldest: number }
  /** Not allowed, or not understood: the same again would be refused again. */
  | { kind: 'refused'; reason: string }
  | { kind: 'broken'; reason: string };

export interface WatchStreamHandler {
  /** Called for each response without events. */
  onHeader(header: IResponseHeader | null): void;
  /** Called with whole revisions only. */
  onEvents(events: WatchEvent[]): void;
}

/** Codes of a stream that would end the same way with any member. */
const refusals: number[] = [
  GrpcCode.permissionDenied,
  GrpcCode.invalidArgument,
  GrpcCode.unimplemented,
  GrpcCode.unauthenticated,
];

export interface WatchStreamOptions {
  fromRevision: number;
  /** The last revision that was delivered: if the stream begins with it, it may be left out. */
  delivered: number;
  /** Whether events carry the value before them. */
  previous: boolean;
  /** After how many milliseconds of silence the member is asked whether it is there. */
  interval: number;
}

/**
 * One watch of the whole keyspace on one connection, until it ends one way or another.
 *
 * A member that says nothing for a while is asked for a sign of life (a progress request: its answer comes
 * through the very stream). Without any answer the connection is taken for dead. So a member that is cut off is left
 * after two to three intervals.
 *
 * The answer has the store's revision, and before etcd 3.4.25 and 3.5.8 it may be ahead of events that are still to
 * come. So nothing is concluded from it at once; but when the member is silent for another interval, and has not shown
 * that revision, the stream has lost it, and ends as broken.
 */
export class WatchStream {
  readonly #options: WatchStreamOptions;
  readonly #handler: WatchStreamHandler;
  readonly #end = Promise.withResolvers<StreamEnd>();
  #rpc: Rpc<object, WatchResponse> | undefined;
  /** Part of a response that comes in fragments: the events of the revision that may not be whole yet. */
  #rest: WatchEvent[] = [];
  /** The revision of the last event. */
  #shown: number;
  /** The store's revision by the last sign of life. */
  #claimed = 0;
  #heard = false;
  #asked = false;
  #isPaused = false;
  #isOver = false;
  #lastTick = 0;

  constructor(options: WatchStreamOptions, handler: WatchStreamHandler) {
    this.#options = options;
    this.#handler = handler;
    this.#shown = options.delivered;
  }

  /** Resolves when the stream is over. */
  async run(channel: Channel): Promise<StreamEnd> {
    this.#open(channel).catch((error: unknown) => this.#fail(error));
    this.#lastTick = performance.now();
    const timer = setInterval(() => this.#checkLife(), this.#options.interval);
    const end = await this.#end.promise;
    clearInterval(timer);
    return end;
  }

  /** Ends the stream: no events are delivered any more. */
  close(reason: string): void {
    this.#finish({ kind: 'broken', reason });
  }

  /** Further events wait in the connection's buffers, and then in etcd. */
  pause(): void {
    this.#isPaused = true;
    this.#rpc?.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#rpc?.resume();
  }

  async #open(channel: Channel): Promise<void> {
    const rpc = await channel.stream(watch, {
      onMessage: (response) => this.#receive(response),
      onEnd: (error) => this.#fail(error),
    });
    if (this.#isOver) return rpc.abort();
    this.#rpc = rpc;
    if (this.#isPaused) rpc.pause();
    const { fromRevision, previous } = this.#options;
    rpc.send({
      create_request: { ...allKeys, start_revision: fromRevision, prev_kv: previous, fragment: true },
    });
  }

  #receive(response: WatchResponse): void {
    if (this.#isOver) return;
    this.#heard = true;
    const last = response.events.at(-1);
    if (last === undefined) this.#handler.onHeader(response.header);
    if (response.canceled) {
      this.#finish(cancellation(response));
      return;
    }
    if (last === undefined) {
      // A new watch gets the revision up to which it has to catch up.
      if (!response.created) this.#claimed = integer(response.header.revision);
      return;
    }
    this.#shown = integer(last.kv.mod_revision);
    const events = this.#rest.length === 0 ? response.events : this.#rest.concat(response.events);
    // More of the last revision may come in the next fragment; those before it are whole.
    const whole = response.fragment ? startOfLastRevision(events) : events.length;
    this.#rest = events.slice(whole);
    if (whole > 0) this.#handler.onEvents(whole === events.length ? events : events.slice(0, whole));
  }

  #checkLife(): void {
    const now = performance.now();
    // When this process itself was held up, what has been said may not have been read yet.
    const late = now - this.#lastTick > 1.5 * this.#options.interval;
    this.#lastTick = now;
    if (this.#heard || late || this.#isPaused) {
      this.#heard = false;
      this.#asked = false;
      return;
    }
    if (this.#asked) return this.close('etcd gives no sign of life');
    if (this.#claimed > this.#shown) return this.close(`etcd does not show revision ${this.#claimed}`);
    this.#asked = true;
    this.#rpc?.send({ progress_request: {} });
  }

  #fail(error: unknown): void {
    if (error === undefined) return this.close('etcd has ended the stream');
    const isRefused = error instanceof RpcError && refusals.includes(error.code);
    this.#finish({ kind: isRefused ? 'refused' : 'broken', reason: (error as Error).message });
  }

  #finish(end: StreamEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#rpc?.abort();
    this.#end.resolve(end);
  }
}

function startOfLastRevision(events: WatchEvent[]): number {
  const last = events.length === 0 ? 0 : integer(events.at(-1)!.kv.mod_revision);
  return events.findLastIndex((event) => integer(event.kv.mod_revision) !== last) + 1;
}

function cancellation(response: WatchResponse): StreamEnd {
  const oldest = integer(response.compact_revision);
  if (oldest > 0) return { kind: 'compacted', oldest };
  const reason = response.cancel_reason || 'etcd has canceled the watch';
  return { kind: /permission denied/.test(reason) ? 'refused' : 'broken', reason };
}
