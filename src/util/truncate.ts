/*
 * Messages show values that clients sent. Those of ordinary requests are shown whole; of larger ones only the
 * beginning is shown, and only that is made into text.
 */

/** Characters of one value. Enough to show a certificate request of 2 KB byte by byte. */
export const maxValueLength = 16 * 1024;

/** Characters of the detail of a field error. */
export const maxDetailLength = 16 * 1024;

/** Characters of a whole message; all its causes together may have as many again. */
export const maxMessageLength = 64 * 1024;

/** Adds dots to a text that is longer than `max`. Does not cut a surrogate pair in two. */
export function truncate(text: string, max = maxValueLength): string {
  return text.length > max ? `${text.slice(0, max).replace(/[\ud800-\udbff]$/, '')}...` : text;
}

/** Calls `textOf` only for as many items as are shown. */
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

/** The beginning of a value's JSON. A bigint becomes a plain integer. */
export function truncatedJson(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > maxValueLength ? truncate(value) : value);
  if (Array.isArray(value)) return `[${joinTruncated(value, ',', (item) => truncatedJson(item ?? null))}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = value as Record<string, unknown>;
  const keys = Object.keys(entries).filter((key) => entries[key] !== undefined);
  return `{${joinTruncated(keys, ',', (key) => `${truncatedJson(key)}:${truncatedJson(entries[key])}`)}}`;
}
