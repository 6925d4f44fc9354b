import { endOfString } from './end-of-string.ts';

/** Figures of a JSON text that are asked for before it is parsed. What stands within strings does not count. */
export interface TextSurvey {
  /** Depth to which objects and arrays lie in each other. */
  readonly depth: number;
  readonly names: number;
  /** Number of objects and arrays. */
  readonly containers: number;
  /** Whether a number may be inexact as a double, or is an integer that is not written as one: `1.0`, `1e2`. */
  readonly hasOddNumber: boolean;
}

const quote = 0x22;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
/** The bit by which a small letter differs from the capital one. */
const smallBit = 0x20;
const exponent = 0x65;

/** Digits of integers that any double holds. */
const exactDigits = 15;

/** Surveys a text in one pass, some nanoseconds a character; whether the text is JSON is for its reader to say. */
export function surveyText(text: string): TextSurvey {
  let [depth, deepest, names, containers] = [0, 0, 0, 0];
  let hasOddNumber = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (isDigit(code)) {
      const end = endOfNumber(text, at);
      hasOddNumber ||= end < 0;
      at = Math.abs(end) - 1;
    } else if (code === colon) names++;
    else if (code === openBrace || code === openBracket) {
      containers++;
      if (++depth > deepest) deepest = depth;
    } else if ((code === closeBrace || code === closeBracket) && depth > 0) depth--;
  }
  return { depth: deepest, names, containers, hasOddNumber };
}

const isDigit = (code: number): boolean => code >= zero && code <= nine;

/** Index behind the digits of a number and of its fraction; negative for an odd one. */
function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  while (isDigit(text.charCodeAt(at))) at++;
  let isOdd = at - start > exactDigits;
  if (text.charCodeAt(at) === point) {
    let hasOnlyZeros = true;
    while (isDigit(text.charCodeAt(++at))) hasOnlyZeros &&= text.charCodeAt(at) === zero;
    isOdd ||= hasOnlyZeros;
  }
  return isOdd || (text.charCodeAt(at) | smallBit) === exponent ? -at : at;
}
