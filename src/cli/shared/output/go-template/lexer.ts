import { TemplateError } from './template-error.ts';

export interface Token {
  readonly type:
    | 'action-end'
    | 'action-start'
    | 'char'
    | 'end'
    | 'field'
    | 'mark'
    | 'name'
    | 'number'
    | 'space'
    | 'string'
    | 'text'
    | 'variable';
  readonly text: string;
  readonly at: number;
}

/** In an action. What none of them matches at a place is an error. */
const patterns: readonly (readonly [Token['type'], RegExp])[] = [
  ['space', /[ \t\r\n]+/y],
  ['string', /"(?:[^"\\\n]|\\[^\n])*"|`[^`]*`/y],
  ['char', /'(?:[^'\\\n]|\\[^\n])+'/y],
  [
    'number',
    /[+-]?(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)(?![\p{L}\d_])/uy,
  ],
  ['field', /\.[\p{L}_][\p{L}\p{Nd}_]*/uy],
  ['variable', /\$[\p{L}\p{Nd}_]*/uy],
  ['name', /[\p{L}_][\p{L}\p{Nd}_]*/uy],
  ['mark', /:=|[.|(),=]/y],
];

/** The tokens of a template. Throws TemplateError. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let trims = false;
  for (;;) {
    const open = source.indexOf('{{', at);
    const end = open < 0 ? source.length : open;
    const trimsBefore = open >= 0 && /^\{\{-[ \t\r\n]/.test(source.slice(open, open + 4));
    addText(tokens, source.slice(at, end), at, { start: trims, end: trimsBefore });
    if (open < 0) break;
    const inside = open + (trimsBefore ? 3 : 2);
    const comment = /^[ \t\r\n]*\/\*/.exec(source.slice(inside, inside + (trimsBefore ? 64 : 2)));
    const close = comment === null ? readAction(source, inside, open, tokens) : readComment(source, inside);
    trims = close.trims;
    at = close.next;
  }
  tokens.push({ type: 'end', text: '', at: source.length });
  return tokens;
}

function addText(tokens: Token[], text: string, at: number, trim: { start: boolean; end: boolean }): void {
  const front = trim.start ? text.replace(/^[ \t\r\n]+/, '') : text;
  const left = trim.end ? front.replace(/[ \t\r\n]+$/, '') : front;
  if (left !== '') tokens.push({ type: 'text', text: left, at });
}

interface Close {
  next: number;
  /** The text behind loses its blanks. */
  trims: boolean;
}

function readComment(source: string, at: number): Close {
  const end = source.indexOf('*/', at);
  if (end < 0) throw errorAt(source, at, 'unclosed comment');
  const close = closeAt(source, end + 2);
  if (close === undefined) throw errorAt(source, at, 'comment ends before closing delimiter');
  return close;
}

function readAction(source: string, from: number, start: number, tokens: Token[]): Close {
  tokens.push({ type: 'action-start', text: '', at: start });
  let at = from;
  for (;;) {
    const close = closeAt(source, at);
    if (close !== undefined) {
      tokens.push({ type: 'action-end', text: '', at });
      return close;
    }
    const token = tokenAt(source, at);
    tokens.push(token);
    at += token.text.length;
  }
}

function closeAt(source: string, at: number): Close | undefined {
  if (source.startsWith('}}', at)) return { next: at + 2, trims: false };
  const [trimmed] = /^[ \t\r\n]+-\}\}/.exec(source.slice(at, at + 64)) ?? [];
  return trimmed === undefined ? undefined : { next: at + trimmed.length, trims: true };
}

const words: ReadonlySet<string> = new Set(['field', 'name', 'variable']);

/** Behind a word stands what cannot be a part of it: `{{range$x}}` is no template. */
function refuseNeighbour(source: string, at: number): void {
  const character = String.fromCodePoint(source.codePointAt(at) ?? 0x20);
  if (/[ \t\r\n.,|:()]/.test(character) || source.startsWith('}}', at)) return;
  throw errorAt(source, at, `bad character ${codeOf(character)}`);
}

/** `U+0024 '$'` */
function codeOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')} '${character}'`;
}

function tokenAt(source: string, at: number): Token {
  for (const [type, pattern] of patterns) {
    pattern.lastIndex = at;
    const text = pattern.exec(source)?.[0];
    if (text === undefined) continue;
    if (words.has(type)) refuseNeighbour(source, at + text.length);
    return { type, text, at };
  }
  const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
  if (at >= source.length) throw errorAt(source, at, 'unclosed action');
  if (character === '"') throw errorAt(source, at, 'unterminated quoted string');
  if (character === '`') throw errorAt(source, at, 'unterminated raw quoted string');
  if (character === "'") throw errorAt(source, at, 'unterminated character constant');
  const bad = /^[+\-\d][^ \t\r\n}]*/.exec(source.slice(at, at + 64))?.[0];
  if (bad !== undefined) throw errorAt(source, at, `bad number syntax: "${bad}"`);
  throw errorAt(source, at, `unexpected unrecognized character in action: ${codeOf(character)}`);
}

/** Errors of the text have its line. */
export function errorAt(source: string, at: number, problem: string): TemplateError {
  const line = source.slice(0, at).split('\n').length;
  return new TemplateError(`template: output:${line}: ${problem}`);
}
