const backslash = 0x5c;
const quote = 0x22;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/**
 * Depth to which objects and arrays of a JSON text lie in each other, brackets within strings not counted. One pass, a
 * few nanoseconds a character; whether the text is JSON is for its reader to say.
 */
export function textDepth(text: string): number {
  let depth = 0;
  let max = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === openBrace || code === openBracket) max = Math.max(max, ++depth);
    else if ((code === closeBrace || code === closeBracket) && depth > 0) depth--;
  }
  return max;
}

/** Index of the closing quote of the string that begins at a quote; the end of the text when it has none. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === backslash) before--;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}
