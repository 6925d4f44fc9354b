import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../util/clock.ts';
import { Semaphore } from '../../../util/semaphore.ts';
import { Connection } from '../../grpc/connection.ts';
import type { ClientSession } from '../../grpc/http2/session.ts';
import { callOnce, type Method } from '../../grpc/rpc.ts';
import { GrpcCode, RpcError } from '../../grpc/rpc-error.ts';

/** Calls that are on their way at a time. */
const maxCalls = 32;
/** Between two attempts to connect, in milliseconds. */
const betweenAttempts = 100;
/** For so long after a failure nothing is waited for: thousands of values may be read meanwhile. Milliseconds. */
const impatientFor = 3_000;

/** Calls to a plugin at a UNIX socket. */
export class PluginChannel {
  readonly #connection: Connection;
  readonly #timeout: number;
  readonly #clock: Clock;
  readonly #observe: (path: string, code: string, seconds: number) => void;
  readonly #calls = new Semaphore(maxCalls);
  #failedAt = Number.NEGATIVE_INFINITY;
  /** The error of a plugin that is connected and does not answer. */
  #silence: RpcError | undefined;

  /**
   * `timeout` of a call, in milliseconds, with the wait for a connection. `clock` has to be monotonic. `observe` receives
   * the end of each call.
   */
  constructor(
    path: string,
    timeout: number,
    clock: Clock,
    observe: (path: string, code: string, seconds: number) => void = () => {},
  ) {
    this.#observe = observe;
    this.#connection = new Connection({
      // The name is of no meaning: it fills the head's authority.
      url: 'http://localhost',
      dial: () => connect(path),
      // The socket of a process that is stopped takes connections all the same.
      waitsForPeer: true,
      onOpen: (session) => session.unref(),
    });
    this.#timeout = timeout;
    this.#clock = clock;
  }

  /** `within`: milliseconds for this call, in place of the channel's. Rejects with RpcError. */
  call<Request, Response>(
    method: Method<Request, Response>,
    request: Request,
    within = this.#timeout,
  ): Promise<Response> {
    return this.#calls.run(async () => {
      if (this.#isImpatient && this.#silence !== undefined) throw this.#silence;
      const end = this.#clock.now() + within;
      const begun = performance.now();
      let code = 'OK';
      try {
        const session = await this.#connected(end);
        const timeout = Math.max(1, end - this.#clock.now());
        const headers = { 'grpc-timeout': `${Math.ceil(timeout)}m` };
        const response = await callOnce(session, method, { request, timeout, headers });
        this.#failedAt = Number.NEGATIVE_INFINITY;
        return response;
      } catch (error) {
        this.#remember(error as RpcError);
        code = (error as RpcError).codeName ?? 'Unknown';
        throw error;
      } finally {
        this.#observe(method.path, code, (performance.now() - begun) / 1000);
      }
    });
  }

  [Symbol.dispose](): void {
    this.#connection[Symbol.dispose]();
  }

  get #isImpatient(): boolean {
    return this.#clock.now() - this.#failedAt < impatientFor;
  }

  #remember(error: RpcError): void {
    if (error.code !== GrpcCode.deadlineExceeded && error.code !== GrpcCode.unavailable) return;
    this.#failedAt = this.#clock.now();
    const isSilent = error.code === GrpcCode.deadlineExceeded && this.#connection.current !== undefined;
    this.#silence = isSilent ? error : undefined;
  }

  /** Tries until the end of the time; once only where that has just failed. */
  async #connected(end: number): Promise<ClientSession> {
    for (;;) {
      if (this.#connection.isClosed) throw new RpcError(GrpcCode.unavailable, 'the channel is closed');
      try {
        return (
          this.#connection.current ?? (await this.#connection.open(Math.max(1, end - this.#clock.now())))
        );
      } catch (error) {
        const { message } = error as Error;
        if (this.#isImpatient || this.#clock.now() + betweenAttempts >= end) {
          const details = `context deadline exceeded, latest connection error: ${message}`;
          throw new RpcError(GrpcCode.deadlineExceeded, details, error);
        }
      }
      await sleep(betweenAttempts);
    }
  }
}
