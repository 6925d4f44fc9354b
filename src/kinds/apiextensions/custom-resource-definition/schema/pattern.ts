import { type FieldError, type FieldPath, invalid } from '../../../../api/validation/field-errors.ts';
import { goQuote } from '../../../../util/quote.ts';
import type { JsonSchema } from './json-schema.ts';

/**
 * Patterns are RE2's: without looking around and without references back. What RE2 alone can say is put into
 * other words before the engine at hand is asked; `(?P<a>x)\z` becomes `(?<a>x)_`.
 */
export function validatePattern({ pattern }: JsonSchema, path: FieldPath): FieldError[] {
  const fault = pattern ? patternError(pattern) : undefined;
  if (fault === undefined) return [];
  const text = `must be a valid regular expression, but isn't: error parsing regexp: ${fault}`;
  return [invalid(path.child('pattern'), pattern, text)];
}

/** Nobody writes one that long, and to compile it would take long. */
const maxPatternLength = 64 * 1024;

function patternError(pattern: string): string | undefined {
  if (pattern.length > maxPatternLength) return 'expression too large';
  const bare = withoutLiterals(pattern);
  if (bare === undefined) return `missing closing ]: ${goQuote(pattern)}`;
  const around = /\(\?<?[=!]/.exec(bare)?.[0];
  if (around !== undefined) return `invalid or unsupported Perl syntax: \`${around}\``;
  const back = /\\[1-9]/.exec(bare)?.[0];
  if (back !== undefined) return `invalid escape sequence: \`${back}\``;
  if (nestsTooDeeply(bare)) return 'expression nests too deeply';
  try {
    new RegExp(toJavaScriptSyntax(bare));
    return undefined;
  } catch {
    if (/^[*+?]/.test(bare)) return `missing argument to repetition operator: \`${bare[0]}\``;
    return `not a regular expression: ${goQuote(pattern)}`;
  }
}

/** RE2's bound. The engine at hand takes long for thousands of groups in each other. */
const maxNesting = 1_000;

function nestsTooDeeply(bare: string): boolean {
  let depth = 0;
  for (let at = 0; at < bare.length; at++) {
    if (bare[at] === '(' && ++depth > maxNesting) return true;
    if (bare[at] === ')') depth--;
  }
  return false;
}

/** With `_` for each class and each escaped character: `a[(]\(b` becomes `a__b`. Undefined if a class does not end. */
function withoutLiterals(pattern: string): string | undefined {
  let bare = '';
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]!;
    if (character === '\\' && !/[1-9]/.test(pattern[at + 1] ?? '1')) {
      at++;
      bare += '_';
    } else if (character === '[') {
      at = endOfClass(pattern, at);
      if (at < 0) return undefined;
      bare += '_';
    } else {
      bare += character;
    }
  }
  return bare;
}

/** `xdigit:]`, with room for its colon and bracket: what is longer is no name of a class. */
const maxClassNameLength = 11;

/** Where its `]` stands: not the first character, not behind a backslash, not that of `[:alpha:]`. Or -1. */
function endOfClass(pattern: string, start: number): number {
  let at = start + (pattern[start + 1] === '^' ? 2 : 1);
  if (pattern[at] === ']') at++;
  for (; at < pattern.length; at++) {
    if (pattern[at] === ']') return at;
    if (pattern[at] === '\\') at++;
    else if (pattern.startsWith('[:', at)) {
      const end = pattern.slice(at + 2, at + 2 + maxClassNameLength).indexOf(':]');
      if (end >= 0) at += end + 3;
    }
  }
  return -1;
}

const toJavaScriptSyntax = (bare: string): string =>
  bare
    .replaceAll('(?P<', '(?<')
    .replaceAll(/\(\?[imsU-]+\)/g, '')
    .replaceAll(/\(\?[imsU-]+:/g, '(?:');
