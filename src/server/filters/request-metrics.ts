import type { Clock } from '../../util/clock.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { stateOf } from '../request-state.ts';
import type { Filter } from './filter.ts';

/** Counts requests, and how long they took, when they are over. */
export function requestMetrics(metrics: Metrics, clock: Clock): Filter {
  return {
    name: 'request-metrics',
    handle: (request, response, next) => {
      const state = stateOf(request);
      state.whenDone.push(() => {
        if (state.isProxied) return;
        const seconds = (clock.now() - state.received) / 1000;
        const bytes = Number(response.getHeader('content-length') ?? 0);
        metrics.requestDone(
          state,
          response.statusCode,
          dryRunOf(state.info.query.all('dryRun')),
          seconds,
          bytes,
        );
      });
      next();
    },
  };
}

/** Label of the dry run, which takes none of the client's words. */
function dryRunOf(values: readonly string[]): string {
  if (values.length === 0) return '';
  return values.every((value) => value === 'All' || value === '') ? 'All' : 'invalid';
}
