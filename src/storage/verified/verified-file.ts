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
 * A file of three parts: for what build and settings it counts, lines of `Row`s, and the digest of all before it, without
 * which the file was not written to its end.
 */
export class VerifiedFile {
  readonly #path: string;
  readonly #head: string;

  /** `validFor`: everything that decides how stored bytes are read. */
  constructor(path: string, validFor: object) {
    this.#path = path;
    this.#head = JSON.stringify(validFor);
  }

  /** Empty when there is no file, when it is of another build, or not whole. */
  async read(): Promise<VerifiedObjects> {
    const found = new Map<string, Verified>();
    const text = await readFile(this.#path).catch(() => undefined);
    if (text === undefined || !this.#isWhole(text)) return found;
    const pacer = new Pacer();
    let start = this.#head.length + 1;
    for (let end = text.indexOf('\n', start); end !== -1; end = text.indexOf('\n', start)) {
      for (const [key, digest, labels, fields] of JSON.parse(text.toString('utf8', start, end)) as Row[])
        found.set(key, { digest, labels: labels ?? undefined, fields });
      start = end + 1;
      await pacer.step();
    }
    return found;
  }

  /** Replaces the file, in pieces. Rejects when it cannot be written: the one before stays. */
  async write(entries: Iterable<KeyedEntry>): Promise<void> {
    const path = `${this.#path}.new`;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, 'w', 0o600);
    try {
      const whole = createHash('sha256');
      for (const text of this.#lines(entries)) {
        whole.update(text);
        await file.write(text);
      }
      await file.write(whole.digest('hex'));
      await file.close();
      await rename(path, this.#path);
    } catch (error) {
      await file.close().catch(() => {});
      await rm(path, { force: true });
      throw error;
    }
  }

  *#lines(entries: Iterable<KeyedEntry>): Generator<string> {
    yield `${this.#head}\n`;
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

  #isWhole(text: Buffer): boolean {
    const end = text.lastIndexOf('\n') + 1;
    const head = `${this.#head}\n`;
    return (
      text.subarray(0, head.length).toString() === head &&
      hash('sha256', text.subarray(0, end), 'hex') === text.toString('latin1', end)
    );
  }
}
