import { type LoggedRequest, logged } from '../request/logged-request.ts';
import { stateOf } from '../request-state.ts';
import type { Filter } from './filter.ts';

export interface RequestReports {
  /** Asked when a request begins: an operator can change it while the server runs. */
  isWanted: () => boolean;
  report: (request: LoggedRequest) => void;
}

/** Reports every request when it is over, watches included. */
export function requestLog(reports: RequestReports): Filter {
  return {
    name: 'request-log',
    handle: (request, response, next) => {
      if (!reports.isWanted()) return next();
      const state = stateOf(request);
      state.whenDone.push(() =>
        reports.report(logged(request, response, state, performance.now() - state.trace.begun)),
      );
      next();
    },
  };
}
