import { escapeHtml } from '../go-format/go-syntax.ts';
import { DecodeError } from './decode-error.ts';
import { parseExact } from './exact-numbers.ts';
import { syntaxError } from './json-syntax.ts';
import { surveyText, type TextSurvey } from './text-survey.ts';

export { DecodeError };

/**
 * JSON text to values and back, without loss: an integer that a double cannot hold becomes a bigint. Almost no text
 * has one, so only texts with a long run of digits take the slower exact path.
 */

/** Depth to which objects and arrays may be nested in a text, checked before it is parsed. */
const maxTextDepth = 10_000;

/**
 * Matches numbers of these forms after their first digit. Only in the place of a number: names and hashes are full of
 * digits and of the letter e, also after a colon (`sha256:8e…`). Starts at the first digit of a run, so that a text
 * full of digits is scanned once.
 */
const numberOf = (forms: string): RegExp =>
  new RegExp(`(?<![\\w.])\\d(?:${forms})(?<=(?:^|"\\s*:|[[,])\\s*-?[\\d.]+[eE]?)`);

/** Integers of 16 digits may be inexact, and a number with an exponent may exceed every double. */
const inexact = '\\d{15}|[\\d.]*[eE]';
const maybeInexactNumber = numberOf(inexact);
/** A number with a fraction of zeros is an integer to JavaScript, and none to Go. */
const maybeOddNumber = numberOf(`${inexact}|\\d*\\.0+(?!\\d)`);

/** Matches the escape of a surrogate, which may be a lone one. */
const maybeSurrogateEscape = /\\u[dD][89a-fA-F]/;

/** Escapes of lone surrogates, which UTF-8 cannot hold. Steps over escaped backslashes. */
const loneSurrogate =
  /(?<=(?<!\\)(?:\\\\)*)(?:\\u[dD][89abAB][\da-fA-F]{2}(?!\\u[dD][c-fC-F][\da-fA-F]{2})|(?<!\\u[dD][89abAB][\da-fA-F]{2})\\u[dD][c-fC-F][\da-fA-F]{2})/g;

/** Throws DecodeError. */
export const parseJson = (text: string): unknown => parseSurveyed(text, surveyJson(text));

/**
 * Surveys a text that is to be parsed. A short one cannot be too deep nor have too many parts, so that only its numbers are
 * looked for, by a pattern (measured for a pod of 1.7 KB: 5 us, and 14 for the whole survey).
 */
export function surveyJson(text: string): TextSurvey {
  if (text.length > maxTextDepth) return surveyText(text);
  return { depth: 0, names: 0, containers: 0, hasOddNumber: maybeOddNumber.test(text) };
}

/** Throws DecodeError, and RequestEntityTooLarge for more than `maxExact` numbers that a double cannot hold. */
export function parseSurveyed(
  text: string,
  { depth, hasOddNumber }: TextSurvey,
  maxExact = Number.POSITIVE_INFINITY,
): unknown {
  // Deep values overflow the stack in recursive code.
  if (depth > maxTextDepth) throw new DecodeError('exceeded max depth');
  try {
    const exact = maybeSurrogateEscape.test(text) ? text.replace(loneSurrogate, '\\ufffd') : text;
    return hasOddNumber ? parseExact(exact, true, maxExact) : JSON.parse(exact);
  } catch (error) {
    // From the walk to such numbers, which is recursive.
    if (error instanceof RangeError) throw new DecodeError('exceeded max depth');
    if (!(error instanceof SyntaxError)) throw error;
    throw new DecodeError(syntaxError(text));
  }
}

/** For a text that this server wrote: valid, within the limit of depth, without lone surrogates. */
export function parseOwnJson(text: string): unknown {
  return maybeInexactNumber.test(text) ? parseExact(text, false) : JSON.parse(text);
}

/**
 * Compact JSON. Bigints become plain integers. Signs of markup are escaped, as all JSON of Go is: raw values are the bytes
 * that stand in an answer, and controllers compare them with those that they would send.
 */
export const writeJson = (value: unknown): string => escapeHtml(writePlainJson(value));

/** The same with signs of markup as they are. */
export function writePlainJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // Of JSON values only a bigint makes JSON.stringify throw.
    if (error instanceof TypeError) return JSON.stringify(value, exactInteger);
    throw error;
  }
}

/** JSON indented by two spaces. */
export function writePrettyJson(value: unknown): string {
  return JSON.stringify(value, exactInteger, 2);
}

const rawJson = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON;

function exactInteger(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? rawJson(String(value)) : value;
}
