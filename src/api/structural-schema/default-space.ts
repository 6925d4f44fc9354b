import { maxObjectBytes } from '../codec/object-size.ts';

/**
 * Bytes that the defaults of one object may take. Few bytes of an object can ask for many of them: `{}` for a default of
 * a megabyte, and defaults for defaults.
 */
export class DefaultSpace {
  #left = maxObjectBytes;
  readonly #onFull: (() => never) | undefined;

  /** `onFull`: throws; without it, what does not fit is not filled in. */
  constructor(onFull?: () => never) {
    this.#onFull = onFull;
  }

  /** Whether there is room for a default. */
  take(bytes: number): boolean {
    if (bytes > this.#left) {
      this.#onFull?.();
      return false;
    }
    this.#left -= bytes;
    return true;
  }
}
