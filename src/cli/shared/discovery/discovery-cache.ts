import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ServedApi } from './served-api.ts';

/** Milliseconds for which a server is not asked again. */
const maxAge = 10 * 60_000;

/** The types that a server served, and when it was asked. */
interface Pointer {
  /** Hash of the document. */
  hash: string;
  /** Milliseconds since 1970. */
  readAt: number;
}

/**
 * Keeps on disk what servers serve. A document is stored under its hash, so that servers that serve the same share
 * one and half a document is never taken for a whole one; each server has a small file that names it. Files that cannot
 * be read or written count as absent: a cache must not stop a command.
 */
export class DiscoveryCache {
  readonly #directory: string;
  readonly #pointer: string;
  readonly #now: () => number;

  /** `server`: its address. */
  constructor(directory: string, server: string, now: () => number) {
    const name = server.replace(/^[a-z]+:\/\//, '').replaceAll(/[^\w.-]/g, '_');
    this.#directory = join(directory, 'orchctl');
    this.#pointer = join(this.#directory, 'servers', `${name}.json`);
    this.#now = now;
  }

  /** Undefined when there is nothing that is new enough. */
  read(): ServedApi | undefined {
    try {
      const { hash, readAt } = JSON.parse(readFileSync(this.#pointer, 'utf8')) as Pointer;
      const age = this.#now() - readAt;
      if (!/^[0-9a-f]{64}$/.test(hash) || !(age >= 0 && age < maxAge)) return undefined;
      const text = readFileSync(this.#document(hash), 'utf8');
      return hashOf(text) === hash ? (JSON.parse(text) as ServedApi) : undefined;
    } catch {
      return undefined;
    }
  }

  write(api: ServedApi): void {
    const text = JSON.stringify(api);
    const pointer: Pointer = { hash: hashOf(text), readAt: this.#now() };
    try {
      writeWhole(this.#document(pointer.hash), text);
      writeWhole(this.#pointer, JSON.stringify(pointer));
    } catch {
      // The next command asks the server again.
    }
  }

  #document(hash: string): string {
    return join(this.#directory, 'documents', `${hash}.json`);
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Others see the old file or the new one, and no part of it. */
function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o750 });
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, text, { mode: 0o640 });
  renameSync(temporary, path);
}
