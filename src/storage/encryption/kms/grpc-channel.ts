import { type ClientHttp2Session, connect } from 'node:http2';
import { connect as connectSocket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../util/clock.ts';
import { Semaphore } from '../../../util/semaphore.ts';
import { unaryCall } from './grpc-call.ts';
import { GrpcError } from './grpc-error.ts';

/** Calls that are on their way at a time. */
const maxCalls = 32;
/** Between two attempts to connect, in milliseconds. */
const betweenAttempts = 100;
/** For so long after a failure nothing is waited for: thousands of values may be read meanwhile. Milliseconds. */
const impatientFor = 3_000;

/** Calls to a server at a UNIX socket. The connection is made when it is needed. */
export class GrpcChannel {
  readonly #path: string;
  readonly #timeout: number;
  readonly #clock: Clock;
  readonly #calls = new Semaphore(maxCalls);
  #session: ClientHttp2Session | undefined;
  #opening: Promise<ClientHttp2Session> | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;
  /** Of a server that is connected and does not answer. */
  #silence: GrpcError | undefined;
  #isClosed = false;

  /** `timeout` of a call, in milliseconds, with the wait for a connection. `clock` has to be monotonic. */
  constructor(path: string, timeout: number, clock: Clock) {
    this.#path = path;
    this.#timeout = timeout;
    this.#clock = clock;
  }

  /** Rejects with GrpcError. */
  call(path: string, message: Uint8Array): Promise<Buffer> {
    return this.#calls.run(async () => {
      if (this.#isImpatient && this.#silence !== undefined) throw this.#silence;
      const end = this.#clock.now() + this.#timeout;
      try {
        const session = await this.#connected(end);
        const timeout = Math.max(1, end - this.#clock.now());
        const answer = await unaryCall(session, { path, message, timeout });
        this.#failedAt = Number.NEGATIVE_INFINITY;
        return answer;
      } catch (error) {
        this.#remember(error as GrpcError);
        throw error;
      }
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#session?.destroy();
  }

  get #isImpatient(): boolean {
    return this.#clock.now() - this.#failedAt < impatientFor;
  }

  #remember(error: GrpcError): void {
    if (error.code !== 'DeadlineExceeded' && error.code !== 'Unavailable') return;
    this.#failedAt = this.#clock.now();
    this.#silence = error.code === 'DeadlineExceeded' && this.#session !== undefined ? error : undefined;
  }

  /** Tries until the end of the time; once only where that has just failed. */
  async #connected(end: number): Promise<ClientHttp2Session> {
    for (;;) {
      if (this.#isClosed) throw new GrpcError('Unavailable', 'the channel is closed');
      if (this.#session !== undefined) return this.#session;
      try {
        this.#opening ??= this.#open(Math.max(1, end - this.#clock.now())).finally(() => {
          this.#opening = undefined;
        });
        return await this.#opening;
      } catch (error) {
        const { message } = error as Error;
        if (this.#isImpatient || this.#clock.now() + betweenAttempts >= end) {
          const details = `context deadline exceeded, latest connection error: ${message}`;
          throw new GrpcError('DeadlineExceeded', details, error);
        }
      }
      await sleep(betweenAttempts);
    }
  }

  #open(timeout: number): Promise<ClientHttp2Session> {
    return new Promise((resolve, reject) => {
      // The name is of no meaning: it fills the head's authority.
      const session = connect('http://localhost', { createConnection: () => connectSocket(this.#path) });
      const timer = setTimeout(() => session.destroy(new Error('no answer')), timeout);
      session.once('remoteSettings', () => {
        clearTimeout(timer);
        session.unref();
        this.#session = session;
        resolve(session);
      });
      session.on('error', reject);
      const forget = (): void => {
        if (this.#session === session) this.#session = undefined;
      };
      session.once('goaway', forget);
      session.once('close', () => {
        clearTimeout(timer);
        forget();
        reject(new Error('the connection was closed'));
      });
    });
  }
}
