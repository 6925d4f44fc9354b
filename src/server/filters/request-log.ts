import { type LoggedRequest, logged } from '../request/logged-request.ts';
import { stateOf } from '../request-state.ts';
import type { Filter } from './filter.ts';

/** Reports every request when it is over, watches included. */
export function requestLog(report: (request: LoggedRequest) => void): Filter {
  return {
    name: 'request-log',
    handle: (request, response, next) => {
      const state = stateOf(request);
      state.whenDone.push(() =>
        report(logged(request, response, state, performance.now() - state.trace.begun)),
      );
      next();
    },
  };
}
