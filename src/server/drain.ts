import type { Response } from 'express';

/** Resolves when the response takes more: true; or when its client is gone: false. */
export function drained(response: Response): Promise<boolean> {
  if (response.destroyed) return Promise.resolve(false);
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
