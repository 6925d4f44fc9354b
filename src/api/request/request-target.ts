/**
 * The normal form of a request target. Proxies and backends disagree on the meaning of `//`, `%2f`, `..`, `;` and `\`;
 * a path in normal form has none of them and means the same to all.
 */

const slash = 0x2f;
const percent = 0x25;
const dot = 0x2e;
const semicolon = 0x3b;
const backslash = 0x5c;

export interface ScannedTarget {
  /** Index of the `?`, or the length. */
  pathEnd: number;
  /** Index at which the path stops being in normal form; pathEnd if nowhere. Percent-encoding is still in place. */
  normalEnd: number;
  /** Whether the path has percent-encoded characters. */
  encoded: boolean;
}

/** Undefined if the target is not a path, or has characters that are allowed nowhere. */
export function scanTarget(target: string): ScannedTarget | undefined {
  if (target.charCodeAt(0) !== slash || !isPrintable(target)) return undefined;
  let pathEnd = target.indexOf('?');
  if (pathEnd < 0) pathEnd = target.length;
  let normalEnd = pathEnd;
  let encoded = false;
  let segment = 1;
  for (let i = 1; i <= pathEnd; i++) {
    const code = i === pathEnd ? slash : target.charCodeAt(i);
    if (code === slash) {
      // Only the last segment may be empty: one slash at the end is harmless.
      const bad = i === segment ? i < pathEnd : isDots(target, segment, i);
      if (bad) normalEnd = Math.min(normalEnd, segment);
      segment = i + 1;
    } else if (code === percent) {
      encoded = true;
      if (!isHarmlessEscape(target, i)) normalEnd = Math.min(normalEnd, i);
    } else if (code === semicolon || code === backslash) {
      normalEnd = Math.min(normalEnd, i);
    }
  }
  return { pathEnd, normalEnd, encoded };
}

/** ASCII without control characters, space and `#`. */
function isPrintable(target: string): boolean {
  for (let i = 0; i < target.length; i++) {
    const code = target.charCodeAt(i);
    if (code <= 0x20 || code >= 0x7f || code === 0x23) return false;
  }
  return true;
}

function isDots(target: string, start: number, end: number): boolean {
  return end - start <= 2 && target.charCodeAt(start) === dot && target.charCodeAt(end - 1) === dot;
}

/** Whether two hexadecimal digits follow that encode neither `/` nor `\` nor a control character. */
function isHarmlessEscape(target: string, at: number): boolean {
  const high = hexadecimal(target.charCodeAt(at + 1));
  const low = hexadecimal(target.charCodeAt(at + 2));
  if (high < 0 || low < 0) return false;
  const code = high * 16 + low;
  return code >= 0x20 && code !== slash && code !== backslash && code !== 0x7f;
}

/** The value of a hexadecimal digit; -1 for anything else, also for the NaN behind the end. */
function hexadecimal(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** Decodes a segment once. Undefined if the result is not in normal form or not UTF-8: `%2e%2e`, `%c2%85`, `%ff`. */
export function decodeSegment(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  let text: string;
  try {
    text = decodeURIComponent(segment);
  } catch {
    return undefined;
  }
  return text === '.' || text === '..' || /[\u0000-\u001f\u007f-\u009f]/.test(text) ? undefined : text;
}

/** Whether all percent-encoding in a query can be decoded. */
export function isDecodable(query: string): boolean {
  if (!query.includes('%')) return true;
  try {
    decodeURIComponent(query);
    return true;
  } catch {
    return false;
  }
}
