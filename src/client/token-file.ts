import { readFileSync } from 'node:fs';
import type { Clock } from '../util/clock.ts';

/** Milliseconds after which the file is looked at again: tokens are renewed in place. */
const rereadInterval = 60_000;

/** A bearer token that stands in a file. */
export class TokenFile {
  readonly #path: string;
  readonly #clock: Clock;
  #token = '';
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(path: string, clock: Clock) {
    this.#path = path;
    this.#clock = clock;
  }

  /** Throws when there never was a token to read; one that was there is kept while the file is unusable. */
  read(): string {
    const now = this.#clock.now();
    if (now - this.#readAt < rereadInterval) return this.#token;
    try {
      const token = readFileSync(this.#path, 'utf8').trim();
      if (token === '') throw new Error(`${this.#path} has no token in it`);
      this.#token = token;
      this.#readAt = now;
    } catch (error) {
      if (this.#token === '') throw error;
    }
    return this.#token;
  }
}
