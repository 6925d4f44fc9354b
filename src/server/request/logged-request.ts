import type { Request, Response } from 'express';
import { connectionOf } from '../http/connection.ts';
import type { RequestState } from '../request-state.ts';

/** Characters of each thing that the client sent: the whole line has to fit into one write to a pipe. */
const maxText = 512;

/** The fields that the log has of a request. */
export interface LoggedRequest {
  verb: string;
  URI: string;
  resp: number;
  /** Milliseconds. */
  latency: number;
  user: string;
  userAgent: string;
  'audit-ID': string;
  srcIP: string;
}

/** `latency`: milliseconds. */
export function logged(
  request: Request,
  { statusCode: resp }: Response,
  { info, user, auditId }: RequestState,
  latency: number,
): LoggedRequest {
  return {
    verb: cut(info.verb),
    URI: cut(request.originalUrl),
    resp,
    latency: rounded(latency),
    user: cut(user?.name ?? ''),
    userAgent: cut(request.headers['user-agent'] ?? ''),
    'audit-ID': auditId,
    // A client may be gone by now, and its socket with it.
    srcIP: connectionOf(request).remoteAddress,
  };
}

/** To a tenth of a millisecond. */
export const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

const cut = (text: string): string => text.slice(0, maxText);
