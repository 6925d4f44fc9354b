/**
 * The normal form of a request target. Whoever stands before the server (or behind it) may read `//`, `%2f`,
 * `..`, `;` and `\` in ways of their own; a path that says the same to everyone has none of them.
 */

const slash = 0x2f;
const percent = 0x25;
const dot = 0x2e;
const semicolon = 0x3b;
const backslash = 0x5c;

export interface ScannedTarget {
  /** Where the path ends: at the `?` or at the end. */
  pathEnd: number;
  /** Where the path stops to be in normal form; pathEnd when nowhere. What is percent-encoded is not decoded yet. */
  normalEnd: number;
  /** Whether the path has percent-encoded characters. */
  encoded: boolean;
}

/** undefined: not a path at all, or with characters that may stand nowhere. */
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
      // An empty segment may only be the last one: one slash at the end is harmless.
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

/** ASCII without control characters, space and the sign of fragments. */
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

/** Not of `/` and `\`, not of a control character, and two hexadecimal digits at all. */
function isHarmlessEscape(target: string, at: number): boolean {
  const high = hexadecimal(target.charCodeAt(at + 1));
  const low = hexadecimal(target.charCodeAt(at + 2));
  if (high < 0 || low < 0) return false;
  const code = high * 16 + low;
  return code >= 0x20 && code !== slash && code !== backslash && code !== 0x7f;
}

/** -1 for anything else, also for the NaN behind the end. */
function hexadecimal(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/**
 * A segment decoded, once; undefined when that gives a segment that is not in normal form, or no text at all:
 * `%2e%2e`, `%ff`, `%c2%85`.
 */
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

/** Whether everything percent-encoded in a query can be decoded. */
export function isDecodable(query: string): boolean {
  if (!query.includes('%')) return true;
  try {
    decodeURIComponent(query);
    return true;
  } catch {
    return false;
  }
}
