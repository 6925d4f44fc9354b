import { unicodeEscape } from '../../../util/quote.ts';

/** A step of indentation, as command-line clients of this API print JSON. */
const step = '    ';

/** JSON with sorted keys, one member a line; `indent` comes before each line but the first. */
export function writeSortedJson(value: unknown, indent = ''): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    const below = indent + step;
    const items = value.map((item) => below + writeSortedJson(item, below));
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value).filter((key) => (value as Record<string, unknown>)[key] !== undefined);
    if (keys.length === 0) return '{}';
    const below = indent + step;
    const members = keys
      .sort()
      .map(
        (key) => `${below}${textOf(key)}: ${writeSortedJson((value as Record<string, unknown>)[key], below)}`,
      );
    return `{\n${members.join(',\n')}\n${indent}}`;
  }
  if (typeof value === 'string') return textOf(value);
  // A whole number that is too large for a double is a bigint.
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

/** Characters that HTML or JavaScript would read as their own are escaped, as they are by others who print the API. */
const textOf = (text: string): string => JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, unicodeEscape);
