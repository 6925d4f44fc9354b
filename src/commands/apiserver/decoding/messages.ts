import type { DecodedEntry } from '../../../storage/watch-cache/entry.ts';
import type { StoredObject } from '../../../storage/watch-cache/page-decoder.ts';

/** The settings of a server that decide how it reads what is stored. */
export interface ThreadSettings {
  dialect: string;
  release: string;
  /** The release whose group-versions are known, where some are served ahead of their time. */
  known: string;
  /** The release in whose versions objects are written. */
  storedFor: string;
  /** Settings of the feature gates, as the operator gave them. */
  gates: readonly string[];
  allowsPrivileged: boolean;
  storesProtobuf: boolean;
  /** Path of the definitions. */
  definitions: string;
  /** Prefix of all keys. */
  prefix: string;
}

/** The objects of a page: their values one behind the other. */
export interface DecodingJob {
  readonly keys: readonly string[];
  readonly prefixes: readonly string[];
  readonly lengths: readonly number[];
  readonly values: Uint8Array<ArrayBuffer>;
}

/** A decoded object. `length`: the number of its bytes in `DecodingResult.bytes` to keep; undefined: keep the value as sent. */
export type Outcome = Omit<DecodedEntry, 'stored'> & { length: number | undefined };

export interface DecodingResult {
  /** The values that were sent: their memory is used again. */
  readonly values: Uint8Array<ArrayBuffer>;
  /** JSON of an `Outcome | null` an object: faster than a copy of so many small objects. */
  readonly outcomes: string;
  /** Bytes that are not those that were sent, one behind the other. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Uses the given memory where it is large enough. */
export function jobOf(objects: readonly StoredObject[], memory: ArrayBuffer | undefined): DecodingJob {
  const size = objects.reduce((sum, { value }) => sum + value.length, 0);
  const values = new Uint8Array(
    memory !== undefined && memory.byteLength >= size ? memory : new ArrayBuffer(size),
  );
  let end = 0;
  for (const { value } of objects) {
    values.set(value, end);
    end += value.length;
  }
  return {
    keys: objects.map(({ key }) => key),
    prefixes: objects.map(({ prefix }) => prefix),
    lengths: objects.map(({ value }) => value.length),
    values,
  };
}

export function* objectsOf({ keys, prefixes, lengths, values }: DecodingJob): Generator<StoredObject> {
  let start = 0;
  for (const [at, key] of keys.entries()) {
    const value = Buffer.from(values.buffer, values.byteOffset + start, lengths[at]!);
    start += value.length;
    yield { key, prefix: prefixes[at]!, value };
  }
}
