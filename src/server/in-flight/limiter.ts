import type { Response } from 'express';
import type { FlowControl } from '../../access/flow-control/flow-control.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { User } from '../../api/meta/user.ts';
import type { RequestInfo } from '../../api/request/request-info.ts';
import type { InFlightSeats, RequestClass, SeatHolder } from './in-flight-seats.ts';

/** A request, as far as its limit depends on it. */
export interface LimitedRequest {
  /** Set once it is authenticated. */
  readonly user: User | undefined;
  readonly info: RequestInfo;
}

/** Finds the limit that a request is subject to. */
export interface Limiter {
  /** Whether watches are limited until they have sent their initial events. */
  readonly limitsWatches: boolean;
  seatsFor(kind: RequestClass, request: LimitedRequest, response: Response): SeatHolder;
}

/** Each request is subject to its priority level, which the answer names. */
export function flowControlLimiter(
  flowControl: FlowControl,
  { schemaExtension }: Dialect,
  limitsWatches: boolean,
): Limiter {
  // `X-Product-`, of `x-product-`.
  const prefix = schemaExtension.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
  return {
    limitsWatches,
    seatsFor: (_kind, { user, info }, response) => {
      const seats = flowControl.seatsFor({ user: user!, info });
      response.setHeader(`${prefix}PF-FlowSchema-UID`, seats.schemaUid);
      response.setHeader(`${prefix}PF-PriorityLevel-UID`, seats.levelUid);
      return seats;
    },
  };
}

/** All requests together are subject to two limits: one for those that read, one for those that write. */
export function inFlightLimiter(inFlight: InFlightSeats): Limiter {
  return { limitsWatches: false, seatsFor: (kind, { user }) => inFlight.seatsFor(kind, user!) };
}
