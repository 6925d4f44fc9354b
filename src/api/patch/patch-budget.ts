import { GrowthError, PatchError } from './patch-error.ts';

/** Bytes of JSON that the `copy` operations of one patch may add in total. */
const copyableBytes = 3 * 1024 * 1024;

/**
 * The work that the operations of one patch may do in total, counted in items of lists that move up or down by a place: a second
 * or two of work. Ten thousand operations at the beginning of a list of a million items are as much.
 */
const maxWork = 10_000_000_000;

/** Work of a key or value that is looked at or copied. */
const workOfPart = 500;

/** Budget of the operations of a JSON patch, however few they are. Each is charged before it is done. */
export class PatchBudget {
  /** The work that was done so far. */
  work = 0;
  #copyableBytes = copyableBytes;

  /** Throws GrowthError. */
  copy(bytes: number): void {
    this.work += workOfPart;
    this.#copyableBytes -= bytes;
    if (this.#copyableBytes < 0) throw new GrowthError();
  }

  /** Throws PatchError. */
  moveItems(count: number): void {
    this.work += count;
    if (this.work > maxWork) {
      throw new PatchError(
        'TooLarge',
        'the operations of the JSON patch go through too much of the document',
      );
    }
  }

  /** Throws PatchError. */
  lookAt(parts: number): void {
    this.moveItems(parts * workOfPart);
  }
}
