import { escapes as escapesByLetter } from '../../go-format/unquote.ts';
import { type CelValue, Uint } from '../values/value.ts';
import type { Token } from './tokens.ts';

const maxInt = 2n ** 63n - 1n;
const minInt = -(2n ** 63n);
const maxUint = 2n ** 64n - 1n;

/** All that is wrong with a literal, without its place. */
export class LiteralError extends Error {}

export function intLiteral(text: string): bigint {
  const isNegative = text.startsWith('-');
  const magnitude = BigInt(isNegative ? text.slice(1) : text);
  const value = isNegative ? -magnitude : magnitude;
  if (value > maxInt || value < minInt) throw new LiteralError('invalid int literal');
  return value;
}

export function uintLiteral(text: string): Uint {
  const value = BigInt(text.slice(0, -1));
  if (value > maxUint) throw new LiteralError('invalid uint literal');
  return new Uint(value);
}

export function doubleLiteral(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new LiteralError('invalid double literal');
  return value;
}

const prefix = /^([bB]?)([rR]?)("""|'''|"|')/;

export function textLiteral({ kind, text }: Token): CelValue {
  const [head, , raw, quote] = prefix.exec(text)!;
  const inner = text.slice(head.length, -quote!.length).replaceAll(/\r\n?/g, '\n');
  if (kind === 'BYTES') return bytesOf(inner, raw !== '');
  return raw === '' ? unescaped(inner) : inner;
}

const escapes = /\\(?:([xX])([0-9a-fA-F]{2})|[uU]([0-9a-fA-F]{8}|[0-9a-fA-F]{4})|([0-3][0-7]{2})|(.))/gs;
function character(code: number): string {
  if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
    throw new LiteralError('invalid unicode code point');
  return String.fromCodePoint(code);
}

function unescaped(text: string): string {
  return text.replaceAll(escapes, (_, _x, hex, unicode, octal, plain) => {
    if (plain !== undefined) return escapesByLetter[plain] ?? plain;
    return character(octal === undefined ? Number.parseInt(hex ?? unicode, 16) : Number.parseInt(octal, 8));
  });
}

/** In bytes a hexadecimal or octal escape is a byte, not a character. */
function bytesOf(text: string, isRaw: boolean): Uint8Array {
  if (isRaw) return new Uint8Array(Buffer.from(text));
  const parts: Buffer[] = [];
  let at = 0;
  for (const match of text.matchAll(escapes)) {
    const [whole, , hex, unicode, octal, plain] = match;
    if (unicode !== undefined) throw new LiteralError('unable to unescape string');
    parts.push(Buffer.from(text.slice(at, match.index)));
    at = match.index + whole.length;
    if (plain !== undefined) parts.push(Buffer.from(escapesByLetter[plain] ?? plain));
    else parts.push(Buffer.of(hex === undefined ? Number.parseInt(octal!, 8) : Number.parseInt(hex, 16)));
  }
  return new Uint8Array(Buffer.concat([...parts, Buffer.from(text.slice(at))]));
}
