import { connectionOf } from '../http/connection.ts';
import { endSession } from '../http/drain.ts';
import { stateOf } from '../request-state.ts';
import { type Filter, isHealth, isLongRunning } from './filter.ts';

const text = 'The apiserver is shutting down, please try again later.\n';

/** Seconds after which a client may try again: a load balancer has then found out. */
const retryAfter = '5';

/**
 * Counts requests, and refuses new ones once the server goes: with 429, so that clients come again by themselves,
 * while those that are open are served to their end. Health and metrics stay readable, and the server's own clients go on.
 */
export class ShutdownGate {
  readonly #ownAgent: string;
  #isClosed = false;
  #open = 0;
  #drained: PromiseWithResolvers<void> | undefined;

  /** `ownAgent`: how the User-Agent of the server's own requests begins. */
  constructor(ownAgent: string) {
    this.#ownAgent = ownAgent;
  }

  /** From now on requests are refused. Resolves when those that are open, but for watches and the like, are done. */
  close(): Promise<void> {
    this.#isClosed = true;
    this.#drained ??= Promise.withResolvers();
    if (this.#open === 0) this.#drained.resolve();
    return this.#drained.promise;
  }

  readonly filter: Filter = {
    name: 'shutdown',
    handle: (request, response, next) => {
      const { info, whenDone } = stateOf(request);
      const isExempt =
        isHealth(info) || info.path === '/metrics' || this.#isOwn(request.headers['user-agent']);
      if (this.#isClosed && !isExempt) {
        response.statusCode = 429;
        response.setHeader('Retry-After', retryAfter);
        response.setHeader('Content-Type', 'text/plain; charset=utf-8');
        response.setHeader('X-Content-Type-Options', 'nosniff');
        if (request.httpVersionMajor === 1) response.setHeader('Connection', 'close');
        response.end(text);
        const { session } = connectionOf(request);
        if (session !== undefined) void endSession(session);
        return;
      }
      if (isLongRunning(info)) return next();
      this.#open++;
      whenDone.push(() => {
        if (--this.#open === 0 && this.#isClosed) this.#drained?.resolve();
      });
      next();
    },
  };

  #isOwn(userAgent: string | undefined): boolean {
    return userAgent?.startsWith(this.#ownAgent) ?? false;
  }
}
