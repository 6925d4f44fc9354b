import type { Request, Response } from 'express';
import type { Negotiated } from '../api/codec/negotiation.ts';
import type { RequestInfo } from '../api/request/request-info.ts';
import type { ApiContext } from './api-context.ts';
import type { RequestState } from './request-state.ts';
import type { ServedResource } from './surface/api-surface.ts';

/** A request for a resource type that is served, and its response, on the way through a handler. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly state: RequestState;
  readonly info: RequestInfo;
  readonly served: ServedResource;
  readonly accept: Negotiated;
  readonly api: ApiContext;
}

/**
 * Serves a verb of a resource or subresource. Each is made once, by `xHandler({ … })` in `handlers/x.ts`, and called by
 * `ResourceRouter.handle` (`routing/router.ts`), which sends the errors that it throws.
 */
export type Handler = (exchange: Exchange) => Promise<void> | void;
