import type { Response } from 'express';
import { stateOf } from './request-state.ts';

/**
 * Resolves when the response takes more: true; or when its client is gone: false. While its reader is waited for, the
 * request holds no place among those that are worked on.
 */
export async function drained(response: Response): Promise<boolean> {
  if (response.destroyed) return false;
  const { place } = stateOf(response.req);
  place?.pause();
  const isOpen = await flowing(response);
  if (isOpen) place?.resume();
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

/** Sends a body piece by piece, as fast as the client reads. */
export async function sendPieces(response: Response, pieces: AsyncIterable<Buffer>): Promise<void> {
  for await (const piece of pieces) {
    if (!response.write(piece) && !(await drained(response))) return;
  }
  response.end();
}
