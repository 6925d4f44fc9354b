import type { Metrics } from '../metrics/metrics.ts';
import type { RequestState } from '../request-state.ts';
import type { ServedResource } from '../surface/api-surface.ts';

export interface WatchObserver {
  /** Observes the start of a watch; returns the function to call at its end. */
  opened(state: RequestState, served: ServedResource): () => void;
  /** A watch has sent all that there is. */
  listed(state: RequestState, served: ServedResource): void;
  /** A watch was ended because its client was too slow. */
  terminated(served: ServedResource): void;
}

export function watchObserver(metrics: Metrics): WatchObserver {
  const opened: WatchObserver['opened'] = (state, { definition }) => {
    metrics.longRunning(state, 1);
    metrics.watches.open(definition, 1);
    return () => {
      metrics.longRunning(state, -1);
      metrics.watches.open(definition, -1);
    };
  };
  return {
    opened,
    listed: (state, { definition }) =>
      metrics.watches.listed(definition, state.info, Date.now() - state.received),
    terminated: ({ resource }) => metrics.watches.terminated(resource.cache.resourceName),
  };
}
