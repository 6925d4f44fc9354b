import type { Request, Response } from 'express';
import { writeJson } from '../../api/codec/json.ts';
import { badRequest } from '../../api/meta/status.ts';
import { isLongRunning } from '../../api/request/request-info.ts';
import { durationMs, formatDuration } from '../../util/duration.ts';
import { cutResponse } from '../http/abort-response.ts';
import { type RequestState, stateOf } from '../request-state.ts';
import { sendError } from '../response/respond.ts';
import type { Filter } from './filter.ts';

/** Milliseconds for what a request may wait for on its way, when the client does not say how long it waits itself. */
const longestTimeout = 34_000;

/** Milliseconds that an answer has at least to get to its client: it may have been given at the last moment. */
const lastRest = 5_000;

/** Counts requests that were ended. */
export interface EndObserver {
  terminated(state: RequestState): void;
  /** Its answer had begun. */
  aborted(state: RequestState): void;
}

/** Ends requests that take too long: `limit` milliseconds, or less if the client says so. */
export function requestTimeout(limit: number, observer: EndObserver): Filter {
  return {
    name: 'timeout',
    handle: (request, response, next) => {
      const state = stateOf(request);
      const { info, whenDone } = state;
      if (isLongRunning(info)) return next();
      const wanted = info.query.get('timeout');
      const own = wanted === undefined || wanted === '' ? undefined : parseTimeout(wanted);
      if (own instanceof Error) return sendError(request, response, badRequest(own.message));
      // A time that is over already is none.
      const isOwn = own !== undefined && own > 0;
      const period = isOwn ? Math.min(limit, own) : limit;
      state.deadline = state.received + (isOwn ? period : Math.min(period, longestTimeout));
      const expire = (): void => {
        const isAnswered = response.writableEnded;
        if (!isAnswered) observer.terminated(state);
        if (!isAnswered && response.headersSent) {
          observer.aborted(state);
          return cutResponse(response);
        }
        if (!isAnswered) answerTimeout(request, response, period, limit);
        // On its way out it has as long as the server gives to requests, not only as long as this client said.
        timer = setTimeout(() => cutResponse(response), Math.max(limit - period, Math.min(limit, lastRest)));
      };
      let timer = setTimeout(expire, period);
      whenDone.push(() => clearTimeout(timer));
      next();
    },
  };
}

function answerTimeout(request: Request, response: Response, period: number, limit: number): void {
  // A body that has not come by now is not waited for.
  if (request.httpVersionMajor === 1 && !request.complete) response.shouldKeepAlive = false;
  response.statusCode = 504;
  response.setHeader('Content-Type', 'application/json');
  response.end(timeoutBody(period, period === limit));
}

function parseTimeout(text: string): number | Error {
  try {
    return durationMs(text);
  } catch (error) {
    return new Error(`invalid timeout specified in the request URL - ${(error as Error).message}`);
  }
}

/** A bare JSON Status: the time may be over before negotiation. */
function timeoutBody(period: number, isServers: boolean): string {
  const shown = formatDuration(BigInt(period) * 1_000_000n);
  const message = isServers
    ? `Timeout: request did not complete within ${shown}`
    : `Timeout: request did not complete within requested timeout ${shown}`;
  return writeJson({ metadata: {}, status: 'Failure', message, reason: 'Timeout', details: {}, code: 504 });
}
