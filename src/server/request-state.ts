import type { Request } from 'express';
import type { RequestInfo } from '../api/machinery/request-info.ts';
import type { User } from '../api/machinery/user.ts';

/** What the filters have found out about a request, for those that come after them. */
export interface RequestState {
  readonly info: RequestInfo;
  /** Milliseconds since 1970, when the request came in. */
  readonly received: number;
  readonly auditId: string;
  /** Whether the request is for a resource type that is served. Set by the router. */
  isServed: boolean;
  /** Set by authentication. */
  user: User | undefined;
  /** What the client is to be warned of, in Warning headers. */
  readonly warnings: string[];
}

const states = new WeakMap<object, RequestState>();

export function setState(request: Request, state: RequestState): void {
  states.set(request, state);
}

/** Of a request that has passed the first filter. */
export function stateOf(request: Request): RequestState {
  return states.get(request)!;
}
