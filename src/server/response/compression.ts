import { constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** Answers up to this size are sent as they are: compressing them would cost more than sending them. */
const gzipThresholdBytes = 131_072;

/** Whether the bare word is there: with a quality value the client gets the bytes as they are, which it takes too. */
export function acceptsGzip({ headers }: Pick<Request, 'headers'>): boolean {
  const words = headers['accept-encoding']?.split(',') ?? [];
  return words.some((word) => word.trim() === 'gzip');
}

/** Sends a whole body, compressed when it is large and the client takes it. */
export function sendCompressible(request: Request, response: Response, bytes: Buffer): void {
  if (bytes.length <= gzipThresholdBytes || !acceptsGzip(request)) return sendWhole(request, response, bytes);
  // Off the main thread; when it is done the client may be gone, or the time-out filter has answered.
  gzip(bytes, { level: constants.Z_BEST_SPEED }, (error, compressed) => {
    if (response.destroyed || response.headersSent) return;
    if (error !== null) return sendWhole(request, response, bytes);
    response.setHeader('Content-Encoding', 'gzip');
    response.setHeader('Vary', 'Accept-Encoding');
    sendWhole(request, response, compressed);
  });
}

function sendWhole(request: Request, response: Response, bytes: Buffer): void {
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
