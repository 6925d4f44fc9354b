import type { ApiServerOptions } from '../options.ts';
import type { WorkerPlace } from './messages.ts';

/** The options of one worker: the limits of the server are divided, and its port is the one that it has already. */
export function shareOf(options: ApiServerOptions, { index, count, port }: WorkerPlace): ApiServerOptions {
  const share = (limit: number): number => partOf(limit, index, count);
  return {
    ...options,
    securePort: port ?? options.securePort,
    worker: { index, count },
    maxRequestsInFlight: share(options.maxRequestsInFlight),
    maxMutatingRequestsInFlight: share(options.maxMutatingRequestsInFlight),
  };
}

/** The parts add up to the limit, unless it is lower than there are workers: each has one then. 0 is no limit. */
function partOf(limit: number, index: number, count: number): number {
  if (limit === 0) return 0;
  return Math.max(1, Math.floor(limit / count) + (index < limit % count ? 1 : 0));
}
