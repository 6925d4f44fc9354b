import type { IncomingMessage } from 'node:http';
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

const encodingOf = ({ headers }: IncomingMessage): string =>
  (headers['content-encoding'] ?? '').trim().toLowerCase();

/** Whether an answer is a page of HTML that can be read here. */
export function hasLinks(message: IncomingMessage): boolean {
  const type = (message.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  return type === 'text/html' && Object.hasOwn(encodings, encodingOf(message));
}

/** The page with its links rewritten, in the encoding that it came in. Emits an error when it breaks off. */
export async function pageOf(
  message: IncomingMessage,
  rewrite: (place: string) => string,
): Promise<Readable> {
  const coding = encodings[encodingOf(message)];
  if (coding === undefined) return rewriteLinks(message, rewrite);
  const page = await rewriteLinks(pipeline(message, coding.decode(), ignored), rewrite);
  return pipeline(page, coding.encode(), ignored);
}

/** The reader of the rewritten page handles the error. */
const ignored = (): void => {};
