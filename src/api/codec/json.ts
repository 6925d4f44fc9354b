import { syntaxError } from './json-syntax.ts';
import { type TextStructure, textStructure } from './text-structure.ts';

/**
 * JSON text to values and back, with every digit of an integer kept: an integer that a double cannot hold
 * becomes a bigint. Almost no text has one, so text is looked through for a long run of digits first, and only
 * then takes the exact path.
 */

/** What a decoder refuses; the text is for the client. */
export class DecodeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DecodeError';
  }
}

/** How deep objects and arrays may lie in each other in a text, before anybody looks at what they are. */
export const maxTextDepth = 10_000;

/**
 * 16 digits are where integers stop being exact; an exponent can hide a number that no double can hold. Only
 * where a number can stand: names and hashes are full of digits and of the letter e, also after a colon
 * (`sha256:8e…`). Looked for from the first digit on, of which there are fewest; only there, so that a text full of
 * digits is gone through once.
 */
const maybeInexactNumber = /(?<![\w.])\d(?:\d{15}|[\d.]*[eE])(?<=(?:^|"\s*:|[[,])\s*-?[\d.]+[eE]?)/;

/** Half of a character, perhaps, which no UTF-8 can hold. */
const maybeSurrogateEscape = /\\u[dD][89a-fA-F]/;

/** An escape that is half of a character and has no other half beside it. Escaped backslashes are stepped over. */
const loneSurrogate =
  /(?<=(?<!\\)(?:\\\\)*)(?:\\u[dD][89abAB][\da-fA-F]{2}(?!\\u[dD][c-fC-F][\da-fA-F]{2})|(?<!\\u[dD][89abAB][\da-fA-F]{2})\\u[dD][c-fC-F][\da-fA-F]{2})/g;

/**
 * Throws DecodeError, with what is wrong at the place where the text stops being JSON. `structure`: of the text, when
 * it is known already.
 */
export function parseJson(text: string, structure?: TextStructure): unknown {
  checkDepth(text, structure);
  try {
    const exact = maybeSurrogateEscape.test(text) ? text.replace(loneSurrogate, '\\ufffd') : text;
    return maybeInexactNumber.test(exact) ? JSON.parse(exact, exactNumber) : JSON.parse(exact);
  } catch (error) {
    // Reviving is recursive.
    if (error instanceof RangeError) throw new DecodeError('exceeded max depth');
    if (!(error instanceof SyntaxError)) throw error;
    throw new DecodeError(syntaxError(text));
  }
}

/** The same for a text that this server wrote: it is sound, as deep as objects may be, and full of whole characters. */
export function parseOwnJson(text: string): unknown {
  return maybeInexactNumber.test(text) ? JSON.parse(text, exactNumber) : JSON.parse(text);
}

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

const exactNumber = function (
  this: object,
  key: string,
  value: unknown,
  context?: { source?: string },
): unknown {
  // Reviving assigns results by key, which for this one key would set a prototype instead.
  if (key === '__proto__' && !Array.isArray(this)) {
    Object.defineProperty(this, key, { value, writable: true, enumerable: true, configurable: true });
  }
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  if (!Number.isFinite(value)) {
    throw new DecodeError(
      `json: cannot unmarshal number ${context?.source ?? value} into Go value of type float64`,
    );
  }
  return /^-?\d+$/.test(context?.source ?? '') ? BigInt(context!.source!) : value;
} as Reviver as (key: string, value: unknown) => unknown;

/** Deep values end the process in recursive code sooner or later: such texts are refused unread. */
function checkDepth(text: string, structure?: TextStructure): void {
  // A text that is shorter than the limit cannot be too deep: nearly every one.
  if (text.length > maxTextDepth && (structure ?? textStructure(text)).depth > maxTextDepth)
    throw new DecodeError('exceeded max depth');
}

/** Compact JSON. Bigints become plain integers. */
export function writeJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // Only a bigint makes JSON.stringify of a tree of data throw.
    if (error instanceof TypeError) return JSON.stringify(value, exactInteger);
    throw error;
  }
}

/** JSON for people: two spaces a level. */
export function writePrettyJson(value: unknown): string {
  return JSON.stringify(value, exactInteger, 2);
}

const rawJson = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON;

function exactInteger(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? rawJson(String(value)) : value;
}
