import type { RequestHandler, Response } from 'express';
import type { Filter } from './filters/filter.ts';
import { stateIfAny } from './request-state.ts';

/** Runs the filters of the chain one after the other, each when the one before calls `next`, as one Express handler. */
export function compose(chain: readonly Filter[]): RequestHandler {
  return (request, response, done) => {
    let position = 0;
    const next = (error?: unknown): void => {
      const before = chain[position - 1]?.step;
      const filter = chain[position++];
      if (before !== undefined || filter?.step !== undefined) stateIfAny(request)?.trace.lap(before);
      if (error !== undefined || filter === undefined) return done(error);
      if (isOver(response)) return;
      try {
        const result: unknown = filter.handle(request, response, next);
        if (result instanceof Promise) result.catch(done);
      } catch (thrown) {
        done(thrown);
      }
    };
    next();
  };
}

/**
 * Whether the request was answered (its time was over) or its client went away while a filter was waiting. It must not
 * go on: a seat that is taken after the response has closed would never be released.
 */
const isOver = ({ destroyed, writableEnded }: Response): boolean => destroyed || writableEnded;
