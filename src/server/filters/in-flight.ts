import type { ServerResponse } from 'node:http';
import { trackResponse } from '../http/response-tracking.ts';
import type { UnsentResponses } from '../http/unsent-responses.ts';
import { type InFlightPlaces, Place } from '../in-flight-places.ts';
import type { BodyBudget } from '../request/body-budget.ts';
import { stateOf } from '../request-state.ts';
import { type Filter, isHealth, isLongRunning, isMutating } from './filter.ts';

export interface Budgets {
  places: InFlightPlaces;
  bodies: BodyBudget;
  unsent: UnsentResponses<ServerResponse>;
}

/**
 * Bounds how many requests are worked on at a time, and what they keep in memory. Those beyond are refused, certainly
 * not executed. Health takes no place: who asks whether the server lives would take a refusal for its death.
 */
export function maxInFlight({ places, bodies, unsent }: Budgets): Filter {
  return {
    name: 'in-flight',
    handle: (request, response, next) => {
      const state = stateOf(request);
      const { info } = state;
      if (isLongRunning(info) || isHealth(info)) return next();
      const kind = isMutating(info.verb) ? 'mutating' : 'readOnly';
      const place = new Place(places, bodies, kind, state.user!);
      // A body that comes slowly holds no place: the handler takes it when the body is there.
      if (info.isResourceRequest && kind === 'mutating') place.checkFree();
      else place.take();
      state.place = place;
      trackResponse(response, { unsent, onEnded: () => place.answered() });
      state.whenDone.push(() => {
        place.answered();
        unsent.forget(response);
      });
      next();
    },
  };
}
