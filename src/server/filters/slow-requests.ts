import { isLongRunning } from '../../api/request/request-info.ts';
import type { Step } from '../../util/tracing/request-trace.ts';
import { type LoggedRequest, logged, rounded } from '../request/logged-request.ts';
import { type RequestState, stateOf } from '../request-state.ts';
import type { Filter } from './filter.ts';

/** Milliseconds from which on a request is slow. */
const slowFrom = 500;
/** Lines a second: clients decide how many requests are slow, for they read as slowly as they like. */
const maxLines = 10;
const second = 1_000;

/** A request that took long, and where the time went. */
export interface SlowRequest extends LoggedRequest {
  /** Milliseconds. Steps overlap: admission contains its webhooks, and what its plugins read from the store. */
  steps: Partial<Record<Step | 'response', number>>;
  /** Slow requests since the last line that have none, for there were too many. */
  unlogged?: number;
}

/** Reports requests that took long, with where the time went. Watches and the like last as long as clients want. */
export function slowRequests(
  report: (request: SlowRequest) => void,
  now = () => performance.now(),
  threshold = slowFrom,
): Filter {
  const lines = new LineBudget(now);
  return {
    name: 'slow-requests',
    handle: (request, response, next) => {
      const state = stateOf(request);
      if (isLongRunning(state.info)) return next();
      state.whenDone.push(() => {
        const latency = now() - state.trace.begun;
        if (latency < threshold) return;
        const unlogged = lines.take();
        if (unlogged === undefined) return;
        report({
          ...logged(request, response, state, latency),
          steps: stepsOf(state, now()),
          ...(unlogged === 0 ? {} : { unlogged }),
        });
      });
      next();
    },
  };
}

/** Steps of at least a tenth of a millisecond; `response`: from the head of the answer to its last byte. */
function stepsOf({ trace: { times, answered } }: RequestState, now: number): SlowRequest['steps'] {
  const steps: SlowRequest['steps'] = {};
  for (const [step, time] of Object.entries(times) as [Step, number][]) {
    if (rounded(time) > 0) steps[step] = rounded(time);
  }
  if (answered > 0 && rounded(now - answered) > 0) steps.response = rounded(now - answered);
  return steps;
}

/** So many lines a second. */
class LineBudget {
  readonly #now: () => number;
  #until = 0;
  #left = 0;
  #unlogged = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Number of requests without a line since the last one; undefined when there is no line for this one. */
  take(): number | undefined {
    const now = this.#now();
    if (now >= this.#until) {
      this.#until = now + second;
      this.#left = maxLines;
    }
    if (this.#left === 0) {
      this.#unlogged++;
      return undefined;
    }
    this.#left--;
    const unlogged = this.#unlogged;
    this.#unlogged = 0;
    return unlogged;
  }
}
