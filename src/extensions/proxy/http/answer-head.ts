import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import { hasLinks } from './page.ts';
import { answeredHeaders } from './proxied-headers.ts';

/** Makes a place that a backend points to one that its client can ask for. */
export type RewriteLocation = (location: string) => string;

/**
 * Gives the head of a backend's answer to the client. Returns whether the body is a page whose links are to be rewritten:
 * then its length is not known yet.
 */
export function copyHead(
  code: number,
  message: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
  response: Response,
  rewrite: RewriteLocation,
): boolean {
  const isPage = hasLinks(message.headers);
  response.statusCode = code;
  for (const [name, value] of answeredHeaders(message)) {
    const key = name.toLowerCase();
    if (isPage && key === 'content-length') continue;
    response.appendHeader(name, key === 'location' ? rewrite(value) : value);
  }
  return isPage;
}
