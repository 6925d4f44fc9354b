/*
 * What messages repeat of what was sent. The values of ordinary requests stand in them whole; of larger ones the
 * beginning does, and no more than that is ever made into text.
 */

/** Characters of one value: a certificate request of 2 KB is shown byte by byte. */
export const maxValueLength = 16 * 1024;

/** Characters of what is said about one value. */
export const maxDetailLength = 16 * 1024;

/** Characters of a whole message; those of all its causes together may be as many again. */
export const maxMessageLength = 64 * 1024;

/** A text, or its beginning and dots; it is not cut in the middle of a character. */
export function truncate(text: string, max = maxValueLength): string {
  return text.length > max ? `${text.slice(0, max).replace(/[\ud800-\udbff]$/, '')}...` : text;
}

/** The texts of the items of a list, as far as a value is shown: items beyond that are not made into text. */
export function joinTruncated<T>(
  items: readonly T[],
  separator: string,
  textOf: (item: T) => string,
): string {
  let joined = '';
  for (let index = 0; index < items.length && joined.length <= maxValueLength; index++) {
    joined += index === 0 ? textOf(items[index]!) : separator + textOf(items[index]!);
  }
  return joined;
}

/** A value as JSON, as far as it is shown. A bigint becomes a plain integer. */
export function truncatedJson(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > maxValueLength ? truncate(value) : value);
  if (Array.isArray(value)) return `[${joinTruncated(value, ',', (item) => truncatedJson(item ?? null))}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = value as Record<string, unknown>;
  const keys = Object.keys(entries).filter((key) => entries[key] !== undefined);
  return `{${joinTruncated(keys, ',', (key) => `${truncatedJson(key)}:${truncatedJson(entries[key])}`)}}`;
}
