import type { Response } from 'express';
import type { AuditedRequest } from '../../access/audit/audited-request.ts';
import { isLongRunning } from '../../api/request/request-info.ts';
import type { RequestState } from '../request-state.ts';

/**
 * Reports the answer to a request when it begins, if the request is long-running, and when it is complete. If answers
 * wait for their events, the end is held back until then: most answers are nothing but their end.
 */
export function auditResponse(
  response: Response,
  { info, whenDone }: RequestState,
  audited: AuditedRequest,
  waits: boolean,
): void {
  const isLong = isLongRunning(info);
  if (isLong) observeBeginning(response, audited);
  if (waits) holdEnd(response, (code) => audited.completed(code, isLong));
  whenDone.push(() => {
    void audited.completed(response.headersSent ? response.statusCode : undefined, isLong);
  });
}

const switchingProtocols = 101;

function observeBeginning(response: Response, audited: AuditedRequest): void {
  const { writeHead, detachSocket } = response;
  response.writeHead = function (this: Response, ...parameters: unknown[]) {
    const result = Reflect.apply(writeHead, this, parameters);
    void audited.started(response.statusCode);
    return result;
  } as Response['writeHead'];
  // A connection that is taken over answers by itself. Only HTTP/1.1 has these.
  if (detachSocket === undefined) return;
  response.detachSocket = function (this: Response, socket) {
    void audited.started(switchingProtocols);
    return detachSocket.call(this, socket);
  };
}

function holdEnd(response: Response, complete: (code: number) => boolean | Promise<boolean>): void {
  const { end } = response;
  let state: 'open' | 'held' | 'ended' = 'open';
  const endNow = (parameters: unknown[]): unknown => {
    state = 'ended';
    return Reflect.apply(end, response, parameters);
  };
  response.end = function (this: Response, ...parameters: unknown[]) {
    // A request that has run out of time meanwhile gets the answer that says so.
    if (state === 'held') return parameters.length > 0 ? endNow(parameters) : response;
    const stored = state === 'open' ? complete(response.statusCode) : true;
    if (!(stored instanceof Promise)) return endNow(parameters);
    state = 'held';
    void stored.then(() => {
      if (state === 'held' && !response.destroyed) endNow(parameters);
    });
    return response;
  } as Response['end'];
}
