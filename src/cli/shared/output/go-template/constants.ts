const short: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
  "'": "'",
};

/** The value of a constant of the template; undefined for one that is wrong. A character is its code. */
export function unquote(type: string, text: string): bigint | number | string | undefined {
  if (type === 'number') return numberOf(text.replaceAll('_', ''));
  if (text.startsWith('`')) return text.slice(1, -1).replaceAll('\r', '');
  const value = unescaped(text.slice(1, -1));
  if (type !== 'char' || value === undefined) return value;
  const characters = Array.from(value);
  return characters.length === 1 ? BigInt(characters[0]!.codePointAt(0)!) : undefined;
}

function numberOf(text: string): bigint | number | undefined {
  const sign = text.startsWith('-') ? -1n : 1n;
  const digits = text.replace(/^[+-]/, '');
  if (/^0[0-7]+$/.test(digits)) return sign * BigInt(`0o${digits.slice(1)}`);
  if (/^(?:\d+|0[xXbBoO][\da-fA-F]+)$/.test(digits)) return sign * BigInt(digits.toLowerCase());
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

const escapes = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{3})|([abfnrtv\\"'])|)/g;

function unescaped(text: string): string | undefined {
  let isWrong = false;
  const value = text.replace(
    escapes,
    (_, x?: string, u?: string, long?: string, octal?: string, letter?: string) => {
      if (letter !== undefined) return short[letter]!;
      const hex = x ?? u ?? long;
      const code = hex === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(hex, 16);
      if (!(code <= 0x10_ffff)) isWrong = true;
      return isWrong ? '' : String.fromCodePoint(code);
    },
  );
  return isWrong ? undefined : value;
}
