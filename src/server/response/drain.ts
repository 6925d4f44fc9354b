import type { Response } from 'express';
import { stateOf } from '../request-state.ts';

/** Milliseconds after which a reader is one that is waited for. A list is read in less, block by block. */
const readingTime = 500;

/**
 * Resolves when the response takes more: true; or when its client is gone: false. A request whose reader takes its time
 * holds no seats. It gives them up a little later: without that, thousands of lists could
 * begin at once that are never read.
 */
export async function drained(response: Response): Promise<boolean> {
  if (response.destroyed) return false;
  const { slot } = stateOf(response.req);
  const timer = setTimeout(() => slot?.pause(), readingTime);
  const isOpen = await flowing(response);
  clearTimeout(timer);
  if (isOpen) slot?.resume();
  return isOpen;
}

function flowing(response: Response): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve(!response.destroyed);
    };
    response.on('drain', done);
    response.on('close', done);
  });
}
