import type { Metrics } from '../metrics/metrics.ts';
import type { RequestState } from '../request-state.ts';
import type { ServedResource } from '../routing/api-surface.ts';

/** Observes the start of a watch; returns the function to call at its end. */
export type WatchObserver = (state: RequestState, served: ServedResource) => () => void;

export function watchObserver(metrics: Metrics): WatchObserver {
  return (state, { definition: { group, version, kind } }) => {
    metrics.longRunning(state, 1);
    metrics.watchers({ group, version, kind }, 1);
    return () => {
      metrics.longRunning(state, -1);
      metrics.watchers({ group, version, kind }, -1);
    };
  };
}
