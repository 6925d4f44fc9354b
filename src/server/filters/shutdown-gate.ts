import type { Request, Response } from 'express';
import { isHealth, isLongRunning } from '../../api/request/request-info.ts';
import { connectionOf } from '../http/connection.ts';
import { endSession } from '../http/drain.ts';
import { stateOf } from '../request-state.ts';
import type { Filter } from './filter.ts';

const text = 'The apiserver is shutting down, please try again later.\n';

/** Seconds after which a client may try again: a load balancer has then found out. */
const retryAfter = '5';

/**
 * Counts requests, so that a server that goes knows when those that are open are answered. Where an operator wants it,
 * new ones are refused from then on: with 429, so that clients come again by themselves. Health and metrics stay
 * readable, and the server's own clients go on.
 */
export class ShutdownGate {
  readonly #ownAgent: string;
  #refuses = false;
  #open = 0;
  #drained: PromiseWithResolvers<void> | undefined;

  /** `ownAgent`: how the User-Agent of the server's own requests begins. */
  constructor(ownAgent: string) {
    this.#ownAgent = ownAgent;
  }

  /** Resolves when no request is open, but for watches and the like. `refuses`: no new ones are served. */
  close({ refuses }: { refuses: boolean }): Promise<void> {
    this.#refuses = refuses;
    this.#drained ??= Promise.withResolvers();
    if (this.#open === 0) this.#drained.resolve();
    return this.#drained.promise;
  }

  readonly filter: Filter = {
    name: 'shutdown',
    handle: (request, response, next) => {
      const { info, whenDone } = stateOf(request);
      if (this.#refuses && !this.#isExempt(request)) return refuse(request, response);
      if (isLongRunning(info)) return next();
      this.#open++;
      whenDone.push(() => {
        if (--this.#open === 0) this.#drained?.resolve();
      });
      next();
    },
  };

  #isExempt(request: Request): boolean {
    const { info } = stateOf(request);
    const isOwn = request.headers['user-agent']?.startsWith(this.#ownAgent) ?? false;
    return isOwn || isHealth(info) || info.path === '/metrics';
  }
}

function refuse(request: Request, response: Response): void {
  response.statusCode = 429;
  response.setHeader('Retry-After', retryAfter);
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (request.httpVersionMajor === 1) response.setHeader('Connection', 'close');
  response.end(text);
  const { session } = connectionOf(request);
  if (session !== undefined) void endSession(session);
}
