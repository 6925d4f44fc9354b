import { constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** Answers up to this size are sent as they are: compressing them would cost more than sending them. */
const gzipThresholdBytes = 131_072;

/** Whether the bare word is there: with a quality value the client gets the bytes as they are, which it takes too. */
export function acceptsGzip({ headers }: Pick<Request, 'headers'>): boolean {
  const words = headers['accept-encoding']?.split(',') ?? [];
  return words.some((word) => word.trim() === 'gzip');
}

/**
 * Sends a whole body, compressed when it is large and the client takes it. `onSent` is called when its bytes are not
 * read any more; of a response that is cut off it may never be.
 */
export function sendCompressible(
  request: Request,
  response: Response,
  bytes: Buffer,
  onSent?: () => void,
): void {
  if (bytes.length <= gzipThresholdBytes || !acceptsGzip(request)) {
    return sendWhole(request, response, bytes, onSent);
  }
  // Off the main thread; when it is done the client may be gone, or the time-out filter has answered.
  gzip(bytes, { level: constants.Z_BEST_SPEED }, (error, compressed) => {
    if (response.destroyed || response.headersSent) return;
    if (error !== null) return sendWhole(request, response, bytes, onSent);
    onSent?.();
    response.setHeader('Content-Encoding', 'gzip');
    response.setHeader('Vary', 'Accept-Encoding');
    sendWhole(request, response, compressed);
  });
}

function sendWhole(request: Request, response: Response, bytes: Buffer, onSent?: () => void): void {
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes, onSent);
}
