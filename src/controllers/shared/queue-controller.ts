import { isAlreadyExists, isConflict } from '../../client/api/api-error.ts';
import type { QueueMeter } from '../../util/metrics/queue-meter.ts';
import { WorkQueue } from '../../util/work-queue.ts';
import type { Controller, ControllerLog } from '../controller.ts';

/** Milliseconds. */
const defaultTimes = { firstRetry: 5, maxRetryDelay: 1_000_000 };

/** The caches do not show yet what the server says: it is not worth a word in the log to look again. */
export class StaleCacheError extends Error {
  override readonly name = 'StaleCacheError';
}

const isStale = (error: Error): boolean =>
  error instanceof StaleCacheError || isConflict(error) || isAlreadyExists(error);

export interface KeyedWork {
  log: ControllerLog;
  /** Keys that are worked on at a time. */
  workers: number;
  /** Works on a key. When it rejects, the key comes again after a while, and the error is reported. */
  work: (key: string) => Promise<void>;
  /** Logs a warning by default, unless the caches were behind. */
  report?: (key: string, error: Error) => void;
  firstRetry?: number;
  maxRetryDelay?: number;
  meter?: QueueMeter | undefined;
}

/** A queue whose keys come again later and later while they fail. */
export function keyedQueue({ log, work, ...others }: KeyedWork): WorkQueue {
  const queue = new WorkQueue({
    ...defaultTimes,
    report: (key, error) => {
      if (!isStale(error)) log.warn(`${key}: ${error.message}`);
    },
    ...others,
    work: async (key) => {
      await work(key);
      queue.forget(key);
    },
  });
  return queue;
}

/** `observe` begins to add keys to the queues, and stops when what it put on the stack is disposed of. */
export function queueController(
  queues: readonly WorkQueue[],
  observe: (observers: DisposableStack) => void,
): Controller {
  const observers = new DisposableStack();
  return {
    start: () => {
      observe(observers);
      for (const queue of queues) queue.start();
    },
    close: async () => {
      observers.dispose();
      await Promise.all(queues.map((queue) => queue.close()));
    },
  };
}
