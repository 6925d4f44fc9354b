import { entityTooLarge } from '../meta/status.ts';
import { parseJson } from './json.ts';
import { endOfString } from './text-depth.ts';

/** Names in one body: twice as many as an object has, for managedFields name each field once more. */
const maxNames = 131_072;

/** Objects and arrays in one body: see `bytesOfStruct`. */
const maxContainers = 196_608;

/** Numbers in one body that are more than a double holds, such as integers of 17 digits: each is read on its own. */
const maxExactNumbers = 65_536;

/** Characters below which no text has too many parts: an object with a comma is `{},`, a name is `"":0,`. */
const leastCharacters = 3 * maxContainers;

const quote = 0x22;
const colon = 0x3a;
const openBrace = 0x7b;
const openBracket = 0x5b;

/**
 * The value of a JSON text that a client sent. A text of more parts than an object has is rejected before it is parsed: a
 * million of the smallest take the parser and everything after it ten times as long as the same text in parts of the
 * usual size. Throws DecodeError, and RequestEntityTooLarge.
 */
export function parseBodyJson(text: string): unknown {
  checkParts(text);
  return parseJson(text, maxExactNumbers);
}

function checkParts(text: string): void {
  if (text.length < leastCharacters) return;
  let names = 0;
  let containers = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === colon) names++;
    else if (code === openBrace || code === openBracket) containers++;
  }
  if (names > maxNames) throw entityTooLarge(`limit is ${maxNames} field names, got ${names}`);
  if (containers > maxContainers) {
    throw entityTooLarge(`limit is ${maxContainers} objects and arrays, got ${containers}`);
  }
}
