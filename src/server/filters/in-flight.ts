import type { ServerResponse } from 'node:http';
import { isHealth, isLongRunning, isMutating } from '../../api/request/request-info.ts';
import { trackResponse } from '../http/response-tracking.ts';
import type { UnsentResponses } from '../http/unsent-responses.ts';
import type { BodyBudget } from '../in-flight/body-budget.ts';
import type { InFlightObserver } from '../in-flight/in-flight-seats.ts';
import type { Limiter } from '../in-flight/limiter.ts';
import { RequestSlot } from '../in-flight/request-slot.ts';
import { stateOf } from '../request-state.ts';
import type { Filter } from './filter.ts';

export interface Budgets {
  limiter: Limiter;
  bodies: BodyBudget;
  unsent: UnsentResponses<ServerResponse>;
  observer: InFlightObserver;
}

/**
 * Bounds how many requests are worked on at a time, and what they keep in memory. Those beyond wait or are refused,
 * certainly not executed. Health takes no seat: a prober would take a refusal for the death of the server.
 */
export function maxInFlight(budgets: Budgets): Filter {
  const { limiter, bodies, unsent, observer } = budgets;
  return {
    name: 'in-flight',
    step: 'flowControl',
    handle: (request, response, next) => {
      const state = stateOf(request);
      const { info, user } = state;
      const isWatch = info.verb === 'watch' && limiter.limitsWatches;
      if (isLongRunning(info) && !isWatch) return next();
      const kind = isMutating(info.verb) ? 'mutating' : 'readOnly';
      const seats = limiter.seatsFor(kind, state, response);
      if (isHealth(info)) return next();
      const slot = new RequestSlot({ seats, bodies, user: user!, kind, observer });
      state.slot = slot;
      const unsentBytes = unsent.of(response);
      state.whenDone.push(() => {
        slot.answered();
        unsentBytes.forget();
      });
      // The handler of a watch gives its seats back when it has sent the initial events.
      if (!isWatch) trackResponse(response, { unsent: unsentBytes, onEnded: () => slot.answered() });
      // A body that comes slowly holds no seats: the handler takes them when the body is there.
      const isLater = info.isResourceRequest && kind === 'mutating';
      const taken = isLater ? slot.checkFree() : slot.take();
      if (taken === undefined) return next();
      taken.then(() => next(), next);
    },
  };
}
