import { isPrivileged } from '../../access/authorization/privileged-group.ts';
import { sendText } from '../health.ts';
import { stateOf } from '../request-state.ts';
import { type Filter, isLongRunning, isMutating } from './filter.ts';

export interface InFlightLimits {
  /** Requests that only read; 0: no limit. */
  readOnly: number;
  mutating: number;
}

export interface InFlightObserver {
  inFlight(kind: 'readOnly' | 'mutating', count: number): void;
  dropped(kind: 'readOnly' | 'mutating'): void;
}

/** Bounds how many requests are being worked on at a time. Those beyond are refused, certainly not executed. */
export function maxInFlight(limits: InFlightLimits, observer: InFlightObserver): Filter {
  const counts = { readOnly: 0, mutating: 0 };
  return {
    name: 'in-flight',
    handle: (request, response, next) => {
      const { info, user, whenDone } = stateOf(request);
      if (isLongRunning(info)) return next();
      const kind = isMutating(info.verb) ? 'mutating' : 'readOnly';
      const isFull = limits[kind] > 0 && counts[kind] >= limits[kind];
      // Someone must be able to look at an overloaded server.
      if (isFull && !isPrivileged(user!)) {
        observer.dropped(kind);
        response.setHeader('Retry-After', '1');
        return sendText(response, 429, 'Too many requests, please try again later.\n');
      }
      observer.inFlight(kind, ++counts[kind]);
      whenDone.push(() => observer.inFlight(kind, --counts[kind]));
      next();
    },
  };
}
