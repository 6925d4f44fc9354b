/** Characters by the letter of their escape. */
export const escapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
};

const digits: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** The content of a quoted text, unescaped. Undefined for an invalid escape. */
export function unquote(text: string, quote: string): string | undefined {
  if (!text.includes('\\')) return text.includes(quote) ? undefined : text;
  let value = '';
  for (let at = 0; at < text.length; ) {
    const character = text[at++]!;
    if (character === quote) return undefined;
    if (character !== '\\') {
      value += character;
      continue;
    }
    const kind = text[at++] ?? '';
    const code = /^[0-7]{3}/.exec(text.slice(at - 1))?.[0];
    const length = digits[kind];
    if (kind in escapes) value += escapes[kind];
    else if (kind === quote) value += quote;
    else if (code !== undefined) {
      value += String.fromCharCode(Number.parseInt(code, 8));
      at += 2;
    } else {
      const hex = text.slice(at, at + (length ?? 0));
      if (length === undefined || hex.length < length || !/^[0-9a-fA-F]+$/.test(hex)) return undefined;
      const point = Number.parseInt(hex, 16);
      if (point > 0x10ffff) return undefined;
      value += String.fromCodePoint(point);
      at += length;
    }
  }
  return value;
}
