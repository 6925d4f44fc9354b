import { setTimeout as delay } from 'node:timers/promises';
import type { Method } from '../../grpc/rpc.ts';
import { RpcError } from '../../grpc/rpc-error.ts';
import { KvError } from '../../kv.ts';
import { Channel, type Credentials } from './channel.ts';
import { Race } from './race.ts';
import { judge } from './verdict.ts';

/** A rest after all members have failed once, in milliseconds. */
const retryInterval = 50;

/**
 * The least time for another attempt, in milliseconds: a write that is cut off sooner has an unknown outcome for
 * nothing.
 */
const minAttempt = 500;

export interface ClusterOptions extends Credentials {
  endpoints: string[];
  /** Milliseconds that a request may take in all. */
  requestTimeout: number;
}

/**
 * Requests that may be with more than one member at a time: a cluster that is slow as a whole is not to get twice the
 * work.
 */
const maxRaces = 16;

export interface ReadOptions {
  /** The time of one attempt, in milliseconds. */
  attempt: number;
  /** After how many milliseconds without an answer the next member is asked as well. Absent: never. */
  askNextAfter?: number;
}

/**
 * The members of a cluster. One of them, the preferred one, gets all requests, until it fails: then the next one
 * is it. At first it is the first endpoint, which operators take for the nearest.
 */
export class Cluster {
  readonly members: readonly Channel[];
  readonly #options: ClusterOptions;
  #preferred = 0;
  #races = 0;
  #closed = false;

  constructor(options: ClusterOptions) {
    this.#options = options;
    this.members = options.endpoints.map((endpoint) => new Channel(endpoint, options));
  }

  get preferred(): Channel {
    return this.members[this.#preferred % this.members.length]!;
  }

  /** Makes another member the preferred one, if this one is. */
  avoid(endpoint: string): void {
    if (this.preferred.endpoint === endpoint) this.#preferred++;
  }

  /** Another connection to the preferred member: what waits unread on it keeps no other call waiting. */
  connect(): Channel {
    return new Channel(this.preferred.endpoint, this.#options);
  }

  /** A request that may be made twice. An attempt gets a part of the time, so that there is some for another. */
  read<Request, Response>(
    method: Method<Request, Response>,
    request: Request,
    options: ReadOptions,
  ): Promise<Response> {
    return this.#repeat((member, rest) => {
      const timeout = Math.min(rest, options.attempt);
      const ask = (asked: Channel) => asked.call(method, request, timeout);
      const { askNextAfter } = options;
      if (askNextAfter === undefined || this.members.length === 1) return ask(member);
      return this.#race(member, ask, askNextAfter);
    }, true);
  }

  /** A request that must not be made twice: made again only when it certainly was not executed. */
  write<Request, Response>(method: Method<Request, Response>, request: Request): Promise<Response> {
    return this.#repeat((member, rest) => member.call(method, request, rest), false);
  }

  [Symbol.dispose](): void {
    this.#closed = true;
    for (const member of this.members) member[Symbol.dispose]();
  }

  /** A member that is slower than another one is left, and asked whether it is there at all. */
  #race<T>(first: Channel, ask: (member: Channel) => Promise<T>, askNextAfter: number): Promise<T> {
    const start = this.members.indexOf(first);
    const order = this.members.map((_, at) => this.members[(start + at) % this.members.length]!);
    return new Race(order, ask, {
      askNextAfter,
      begin: () => this.#races < maxRaces && ++this.#races > 0,
      end: () => void this.#races--,
      overtaken: () => {
        this.avoid(first.endpoint);
        first.suspect();
      },
    }).answer;
  }

  async #repeat<T>(attempt: (member: Channel, rest: number) => Promise<T>, mayRepeat: boolean): Promise<T> {
    const deadline = performance.now() + this.#options.requestTimeout;
    for (let failures = 1; ; failures++) {
      const member = this.preferred;
      const rest = deadline - performance.now();
      try {
        return await attempt(member, rest);
      } catch (error) {
        const what = this.#ensureWorthAnother(error, member, mayRepeat);
        if (failures % this.members.length === 0) await delay(retryInterval);
        if (performance.now() + minAttempt < deadline) continue;
        throw new KvError('Unavailable', what, { cause: error });
      }
    }
  }

  /** The error for a message. Throws unless the request may be retried. */
  #ensureWorthAnother(error: unknown, member: Channel, mayRepeat: boolean): string {
    if (this.#closed) throw new KvError('Closed', 'the connection to etcd is closed', { cause: error });
    if (!(error instanceof RpcError)) throw error;
    const verdict = judge(error);
    if (verdict.kind === 'final') throw verdict.error;
    this.avoid(member.endpoint);
    const what = `etcd ${member.endpoint}: ${error.details}`;
    if (verdict.kind === 'unknown' && !mayRepeat) throw new KvError('Unknown', what, { cause: error });
    return what;
  }
}
