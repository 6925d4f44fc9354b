import type { DecodedEntry } from './entry.ts';

/** A stored value of a built-in type. */
export interface StoredObject {
  readonly key: string;
  /** That of its resource type: the beginning of the key. */
  readonly prefix: string;
  readonly value: Buffer;
}

/** The same, with the revision of its last write. */
export interface PageObject extends StoredObject {
  readonly modRevision: number;
}

/** Decodes what a large store holds, beside this thread. */
export interface PageDecoder {
  /**
   * The objects in their order; undefined for one that cannot be decoded there. Undefined as a whole while it has enough
   * to do: then the caller decodes them.
   */
  decode(objects: readonly PageObject[]): Promise<(DecodedEntry | undefined)[]> | undefined;
  [Symbol.dispose](): void;
}
