import { createHash, hash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Pacer } from '../../util/pacer.ts';
import type { CacheEntry, Fields, Labels } from '../watch-cache/entry.ts';

/** Findings about an object's bytes. */
export interface Verified {
  /** That of the bytes as they are served, by `digestOf`. */
  readonly digest: string;
  readonly labels: Labels | undefined;
  readonly fields: Fields;
}

/** By the whole keys of the store. */
export type VerifiedObjects = ReadonlyMap<string, Verified>;

/** A key and what stands for it in the file. */
type Row = readonly [key: string, digest: string, labels: Labels | null, fields: Fields];

/** The cache's entry at a whole key. */
export type KeyedEntry = readonly [key: string, entry: CacheEntry];

/** Characters of a line: many rows, and one turn of the event loop. */
const lineSize = 64 * 1024;

export const digestOf = (served: Buffer): string => hash('sha1', served, 'base64');

/**
 * A file of lines: for what build and settings it counts, the revision of the state that it has, `Row`s, and at its end the
 * digest of all that, without which the file was not written to its end.
 */
export class VerifiedFile {
  readonly #path: string;
  readonly #head: Buffer;
  /** Revision of the state that the file has; undefined before it is read or written, or when it counts for nothing. */
  revision: number | undefined;

  /** `validFor`: everything that decides how stored bytes are read. */
  constructor(path: string, validFor: object) {
    this.#path = path;
    this.#head = Buffer.from(`${JSON.stringify(validFor)}\n`);
  }

  /** Empty when there is no file, when it is of another build, or not whole. */
  async read(): Promise<VerifiedObjects> {
    const found = new Map<string, Verified>();
    const text = await readFile(this.#path).catch(() => undefined);
    if (text === undefined || !this.#isWhole(text)) return found;
    const pacer = new Pacer();
    const [revision, ...lines] = linesOf(text, this.#head.length);
    for (const [start, end] of lines) {
      for (const [key, digest, labels, fields] of JSON.parse(text.toString('utf8', start, end)) as Row[])
        found.set(key, { digest, labels: labels ?? undefined, fields });
      await pacer.step();
    }
    this.revision = Number(text.toString('utf8', ...revision!));
    return found;
  }

  /** Replaces the file, in pieces. Rejects when it cannot be written: the one before stays. */
  async write(entries: Iterable<KeyedEntry>, revision: number): Promise<void> {
    const path = `${this.#path}.new`;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, 'w', 0o600);
    try {
      const whole = createHash('sha256');
      const add = async (text: Buffer | string): Promise<void> => {
        whole.update(text);
        await file.appendFile(text);
      };
      await add(this.#head);
      await add(`${revision}\n`);
      for (const text of rowLines(entries)) await add(text);
      await file.appendFile(whole.digest('hex'));
      await file.close();
      await rename(path, this.#path);
      this.revision = revision;
    } catch (error) {
      await file.close().catch(() => {});
      await rm(path, { force: true });
      throw error;
    }
  }

  #isWhole(text: Buffer): boolean {
    const end = text.lastIndexOf('\n') + 1;
    return (
      text.subarray(0, this.#head.length).equals(this.#head) &&
      hash('sha256', text.subarray(0, end), 'hex') === text.toString('latin1', end)
    );
  }
}

/** Begin and end of the lines from an index on; what stands behind the last line end is none. */
function linesOf(text: Buffer, from: number): [start: number, end: number][] {
  const lines: [number, number][] = [];
  let start = from;
  for (let end = text.indexOf('\n', start); end !== -1; end = text.indexOf('\n', start)) {
    lines.push([start, end]);
    start = end + 1;
  }
  return lines;
}

function* rowLines(entries: Iterable<KeyedEntry>): Generator<string> {
  let rows: string[] = [];
  let size = 0;
  for (const [key, { json, labels, fields }] of entries) {
    const row: Row = [key, digestOf(json), labels ?? null, fields];
    const text = JSON.stringify(row);
    rows.push(text);
    size += text.length;
    if (size < lineSize) continue;
    yield `[${rows.join(',')}]\n`;
    rows = [];
    size = 0;
  }
  if (rows.length > 0) yield `[${rows.join(',')}]\n`;
}
