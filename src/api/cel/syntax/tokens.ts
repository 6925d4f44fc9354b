import { type Interruptible, Stops } from '../../../util/slices.ts';
import type { Issue } from './source.ts';

/** Tokens in the order in which messages list them: punctuation and words by their text, the others by their names. */
export const tokenOrder = [
  '==',
  '!=',
  'in',
  '<',
  '<=',
  '>=',
  '>',
  '&&',
  '||',
  '[',
  ']',
  '{',
  '}',
  '(',
  ')',
  '.',
  ',',
  '-',
  '!',
  '?',
  ':',
  '+',
  '*',
  '/',
  '%',
  'true',
  'false',
  'null',
  'NUM_FLOAT',
  'NUM_INT',
  'NUM_UINT',
  'STRING',
  'BYTES',
  'IDENTIFIER',
  'ESC_IDENTIFIER',
  'EOF',
] as const;

/** Kinds that messages call by a name of their own. */
export const isNamed = (kind: TokenKind): boolean => /^[A-Z]/.test(kind);

export type TokenKind = (typeof tokenOrder)[number];

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** In UTF-16 units. */
  readonly offset: number;
}

const words = new Set(['in', 'true', 'false', 'null']);

/** By the first character, longest first. */
const punctuation = Map.groupBy(
  tokenOrder.filter((kind) => /^\W/.test(kind)).sort((a, b) => b.length - a.length),
  ([first]) => first,
);

const blank = /(?:[\t \r\n\f]+|\/\/[^\n]*)+/y;
const identifier = /[A-Za-z_][A-Za-z0-9_]*/y;
const escapedIdentifier = /`[A-Za-z0-9_.\-/ ]+`/y;
const numberForms: readonly (readonly [TokenKind, RegExp])[] = [
  ['NUM_FLOAT', /(?:\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)/y],
  ['NUM_UINT', /(?:0x[0-9a-fA-F]+|\d+)[uU]/y],
  ['NUM_INT', /(?:0x[0-9a-fA-F]+|\d+)/y],
];

const escaped = String.raw`\\(?:[abfnrtv"'\\?\x60]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})`;

/** Forms of a text without what stands before it (r, b), by its quote. */
const textForms = formsOf((quote) => [
  new RegExp(`${quote}{3}(?:${escaped}|[^\\\\])*?${quote}{3}`, 'y'),
  new RegExp(`${quote}(?:${escaped}|[^\\\\${quote}\\n\\r])*${quote}`, 'y'),
]);
const rawTextForms = formsOf((quote) => [
  new RegExp(`${quote}{3}[^]*?${quote}{3}`, 'y'),
  new RegExp(`${quote}[^${quote}\\n\\r]*${quote}`, 'y'),
]);

function formsOf(of: (quote: string) => RegExp[]): ReadonlyMap<string, readonly RegExp[]> {
  return new Map(['"', "'"].map((quote) => [quote, of(quote)]));
}

/** All that a text holds before it breaks off. */
const textBeginning = ['"', "'"].map(
  (quote) =>
    new RegExp(`${quote}(?:${quote}{2}(?:${escaped}|[^\\\\])*|(?:${escaped}|[^\\\\${quote}\\n\\r])*)`, 'y'),
);
const rawTextBeginning = ['"', "'"].map(
  (quote) => new RegExp(`${quote}(?:${quote}{2}[^]*|[^${quote}\\n\\r]*)`, 'y'),
);

/** The part of an escape that can still become one. */
const escapeBeginning = /\\(?:[xX][0-9a-fA-F]?|u[0-9a-fA-F]{0,3}|U[0-9a-fA-F]{0,7}|[0-3][0-7]?)?/y;

function matchAt(form: RegExp, source: string, offset: number): number {
  form.lastIndex = offset;
  return form.test(source) ? form.lastIndex : -1;
}

/** Reads the tokens of an expression, with stops. What is none is an issue, and left out. */
export function* tokenize(source: string, issues: Issue[]): Interruptible<Token[]> {
  const tokens: Token[] = [];
  const stops = new Stops();
  let at = 0;
  while (at < source.length) {
    if (stops.due()) yield;
    const behind = matchAt(blank, source, at);
    if (behind > at) {
      at = behind;
      continue;
    }
    const token = tokenAt(source, at);
    if (token !== undefined) {
      tokens.push(token);
      at += token.text.length;
      continue;
    }
    const end = Math.min(brokenEnd(source, at) + 1, source.length);
    issues.push({
      offset: at,
      message: `Syntax error: token recognition error at: '${source.slice(at, end)}'`,
    });
    at = end;
  }
  tokens.push({ kind: 'EOF', text: '<EOF>', offset: source.length });
  return tokens;
}

const letters = /[A-Za-z_]/;
/** The characters that begin a number: a point may, too. */
const digits = /[0-9.]/;
const textBeginnings = new Set(['"', "'", 'b', 'B', 'r', 'R']);

/** The longest token that begins here; of two as long the first that is offered. */
function tokenAt(source: string, offset: number): Token | undefined {
  let kind: TokenKind | undefined;
  let end = offset;
  const offer = (offered: TokenKind, to: number): void => {
    if (to > end) [kind, end] = [offered, to];
  };
  const first = source[offset]!;
  const isWord = letters.test(first);
  for (const mark of punctuation.get(first) ?? [])
    if (source.startsWith(mark, offset)) offer(mark, offset + mark.length);
  if (digits.test(first))
    for (const [form, pattern] of numberForms) offer(form, matchAt(pattern, source, offset));
  const text = textBeginnings.has(first) ? textEnd(source, offset) : undefined;
  if (text !== undefined) offer(text.isBytes ? 'BYTES' : 'STRING', text.end);
  if (isWord) {
    const word = matchAt(identifier, source, offset);
    const name = source.slice(offset, word);
    offer(words.has(name) ? (name as TokenKind) : 'IDENTIFIER', word);
  }
  if (first === '`') offer('ESC_IDENTIFIER', matchAt(escapedIdentifier, source, offset));
  return kind === undefined ? undefined : { kind, text: source.slice(offset, end), offset };
}

/** All that may stand before a text: `b`, `r`, `br`. */
const textPrefix = /([bB]?)([rR]?)(?=["'])/y;

function textEnd(source: string, offset: number): { isBytes: boolean; end: number } | undefined {
  textPrefix.lastIndex = offset;
  const prefix = textPrefix.exec(source);
  if (prefix === null) return undefined;
  const start = offset + prefix[0].length;
  const forms = (prefix[2] === '' ? textForms : rawTextForms).get(source[start]!)!;
  const end = Math.max(...forms.map((form) => matchAt(form, source, start)));
  return end < 0 ? undefined : { isBytes: prefix[1] !== '', end };
}

/** The place where what begins like a token cannot become one any more. */
function brokenEnd(source: string, offset: number): number {
  textPrefix.lastIndex = offset;
  const prefix = textPrefix.exec(source);
  if (prefix !== null) {
    const start = offset + prefix[0].length;
    const forms = prefix[2] === '' ? textBeginning : rawTextBeginning;
    const end = Math.max(...forms.map((form) => matchAt(form, source, start)));
    const open = prefix[2] === '' ? matchAt(escapeBeginning, source, end) : -1;
    return Math.max(end, open);
  }
  const mark = source[offset]!;
  if (mark === '&' || mark === '|' || mark === '=') return offset + 1;
  if (mark !== '`') return (source.codePointAt(offset) ?? 0) > 0xffff ? offset + 1 : offset;
  const rest = /`[A-Za-z0-9_.\-/ ]*/y;
  return matchAt(rest, source, offset);
}
