import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createDeflateRaw, createGunzip, createGzip, createInflateRaw } from 'node:zlib';
import { rewriteLinks } from './html-links.ts';

/** The encodings in which pages are rewritten; undefined: as they are. */
const encodings: Readonly<Record<string, { decode: () => Transform; encode: () => Transform } | undefined>> =
  {
    '': undefined,
    identity: undefined,
    gzip: { decode: createGunzip, encode: createGzip },
    deflate: { decode: createInflateRaw, encode: createDeflateRaw },
  };

const encodingOf = (headers: IncomingHttpHeaders): string =>
  (headers['content-encoding'] ?? '').trim().toLowerCase();

/** Whether an answer is a page of HTML that can be read here. */
export function hasLinks(headers: IncomingHttpHeaders): boolean {
  const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  return type === 'text/html' && Object.hasOwn(encodings, encodingOf(headers));
}

/** The page with its links rewritten, in the encoding that it came in. Emits an error when it breaks off. */
export async function pageOf(
  body: Readable,
  headers: IncomingHttpHeaders,
  rewrite: (place: string) => string,
): Promise<Readable> {
  const coding = encodings[encodingOf(headers)];
  if (coding === undefined) return rewriteLinks(body, rewrite);
  const page = await rewriteLinks(pipeline(body, coding.decode(), ignored), rewrite);
  return pipeline(page, coding.encode(), ignored);
}

/** The reader of the rewritten page handles the error. */
const ignored = (): void => {};
