import type { Metrics } from '../metrics/metrics.ts';
import type { RequestState } from '../request-state.ts';
import type { ServedResource } from '../routing/api-surface.ts';

/** Told of watches that begin; gives what is to be called when one ends. */
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
