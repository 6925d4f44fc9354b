/**
 * Layout of the embedded store in LMDB. Every LMDB key is a string of single-byte characters, so that the order
 * of strings is the order of bytes. Integers are six bytes, big-endian. Each record has a CRC: `records.ts`.
 *
 *     versions     key NUL inverted-revision kind   -> create-revision lease value    (kind 0, written)
 *                                                   -> nothing                        (kind 1, deleted)
 *     log          revision                         -> kind previous-revision key
 *     leases       lease                            -> seconds-to-live ends-at
 *     attachments  lease key                        -> nothing
 *     meta         name                             -> text or an integer
 *
 * The revision of a version is inverted so that the newest comes first: a seek to (key, inverted 7) lands on
 * what stood there at revision 7, and a walk over the keys alone, without touching a value, tells what exists.
 *
 * Worked example: create('/a', 'x') at 2, update to 'y' at 3, delete at 4.
 *
 *     versions  /a~4 deleted, /a~3 (created 2) y, /a~2 (created 2) x
 *     log       2 written previous 0 /a, 3 written previous 2 /a, 4 deleted previous 3 /a
 *
 * After compact(3) the log begins at 3, and nothing else has gone: an event at 3 still tells what it replaced.
 * After compact(5), when 5 has happened elsewhere, all of the above is gone.
 */

export const integerBytes = 6;
const halfInteger = 2 ** 24;
const maxInteger = 2 ** 48 - 1;
const writtenFlag = '\x00';
const deletedFlag = '\x01';
/** Bytes that a version's LMDB key has behind the store's key: NUL, revision, kind. */
const versionSuffix = 1 + integerBytes + 1;

export function integerText(value: number): string {
  const high = Math.floor(value / halfInteger);
  const low = value % halfInteger;
  return String.fromCharCode(
    high >>> 16,
    (high >>> 8) & 255,
    high & 255,
    low >>> 16,
    (low >>> 8) & 255,
    low & 255,
  );
}

export function parseInteger(text: string, at: number): number {
  const high = (text.charCodeAt(at) << 16) | (text.charCodeAt(at + 1) << 8) | text.charCodeAt(at + 2);
  const low = (text.charCodeAt(at + 3) << 16) | (text.charCodeAt(at + 4) << 8) | text.charCodeAt(at + 5);
  return high * halfInteger + low;
}

export function versionKey(key: string, revision: number, deleted: boolean): string {
  return `${key}\x00${integerText(maxInteger - revision)}${deleted ? deletedFlag : writtenFlag}`;
}

/** Key at which a walk over a key's versions that are not newer than a revision begins. */
export function versionsFrom(key: string, revision: number): string {
  return `${key}\x00${integerText(maxInteger - revision)}`;
}

/** Behind the last version of a key and before the first one of the next key. */
export function versionsEnd(key: string): string {
  return `${key}\x01`;
}

/** First LMDB key of a range that starts at a key. 'a' begins with a; 'a' NUL, the next possible key, after it. */
export function rangeStart(startKey: string): string {
  return startKey.endsWith('\x00') ? versionsEnd(startKey.slice(0, -1)) : startKey;
}

/** End of the keys below a prefix, which ends with '/': '0' is the character after '/'. */
export function rangeEnd(prefix: string): string {
  return `${prefix.slice(0, -1)}0`;
}

/** The part of a version's LMDB key that all versions of the key share: the key and the NUL. */
export function keyPart(versionKey: string): string {
  return versionKey.slice(0, versionKey.length - versionSuffix + 1);
}

export function keyOf(versionKey: string): string {
  return versionKey.slice(0, versionKey.length - versionSuffix);
}

export function revisionOf(versionKey: string): number {
  return maxInteger - parseInteger(versionKey, versionKey.length - versionSuffix + 1);
}

export function isDeletion(versionKey: string): boolean {
  return versionKey.endsWith(deletedFlag);
}
