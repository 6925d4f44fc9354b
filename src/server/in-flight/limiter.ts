import type { Response } from 'express';
import type { FlowControl } from '../../access/flow-control/flow-control.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { User } from '../../api/meta/user.ts';
import type { RequestInfo } from '../../api/request/request-info.ts';
import type { InFlightPlaces, RequestClass, Share } from './in-flight-places.ts';

/** A request, as far as its limit depends on it. */
export interface LimitedRequest {
  /** Set once it is authenticated. */
  readonly user: User | undefined;
  readonly info: RequestInfo;
}

/** Which limit a request is subject to. */
export interface Limiter {
  /** Whether watches are limited until they have sent their initial events. */
  readonly limitsWatches: boolean;
  shareOf(kind: RequestClass, request: LimitedRequest, response: Response): Share;
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
    shareOf: (_kind, { user, info }, response) => {
      const admission = flowControl.admission({ user: user!, info });
      response.setHeader(`${prefix}PF-FlowSchema-UID`, admission.schemaUid);
      response.setHeader(`${prefix}PF-PriorityLevel-UID`, admission.levelUid);
      return admission;
    },
  };
}

/** All requests together are subject to two limits: one for those that read, one for those that write. */
export function inFlightLimiter(places: InFlightPlaces): Limiter {
  return { limitsWatches: false, shareOf: (kind, { user }) => places.shareOf(kind, user!) };
}
