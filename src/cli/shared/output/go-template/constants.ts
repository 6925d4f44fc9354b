import { unquote } from '../../../../api/go-format/unquote.ts';

/** The value of a constant of the template; undefined for one that is wrong. A character is its code. */
export function constantValue(type: string, text: string): bigint | number | string | undefined {
  if (type === 'number') return numberOf(text.replaceAll('_', ''));
  if (text.startsWith('`')) return text.slice(1, -1).replaceAll('\r', '');
  const value = unquote(text.slice(1, -1), text[0]!);
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
