import type { ServedResource } from './api-surface.ts';
import type { Metrics } from './metrics.ts';
import type { RequestState } from './request-state.ts';

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
