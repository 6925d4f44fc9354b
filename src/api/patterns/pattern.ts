import { goQuote } from '../../util/quote.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { type FieldError, type FieldPath, invalid } from '../validation/field-errors.ts';
import { maxPatternWeight, patternWeight } from './pattern-weight.ts';

/**
 * Patterns are in the syntax of RE2: no lookaround, no backreferences. RE2's own syntax is translated before
 * JavaScript compiles the pattern: `(?P<a>x)\z` becomes `(?<a>x)_`.
 */
export function validatePattern({ pattern }: JsonSchema, path: FieldPath): FieldError[] {
  const error = pattern ? patternError(pattern) : undefined;
  if (error === undefined) return [];
  const text = `must be a valid regular expression, but isn't: error parsing regexp: ${error}`;
  return [invalid(path.child('pattern'), pattern, text)];
}

/** Longer patterns would take long to compile. */
const maxPatternLength = 64 * 1024;

/** Undefined for a pattern of RE2. */
export function patternError(pattern: string): string | undefined {
  if (pattern.length > maxPatternLength || patternWeight(pattern) > maxPatternWeight)
    return 'expression too large';
  const skeleton = withoutLiterals(pattern);
  if (skeleton === undefined) return `missing closing ]: ${goQuote(pattern)}`;
  const lookaround = /\(\?<?[=!]/.exec(skeleton)?.[0];
  if (lookaround !== undefined) return `invalid or unsupported Perl syntax: \`${lookaround}\``;
  const backreference = /\\[1-9]/.exec(skeleton)?.[0];
  if (backreference !== undefined) return `invalid escape sequence: \`${backreference}\``;
  if (nestsTooDeeply(skeleton)) return 'expression nests too deeply';
  try {
    new RegExp(toJavaScriptSyntax(skeleton));
    return undefined;
  } catch {
    if (/^[*+?]/.test(skeleton)) return `missing argument to repetition operator: \`${skeleton[0]}\``;
    return `not a regular expression: ${goQuote(pattern)}`;
  }
}

/** The limit of RE2. JavaScript takes long to compile thousands of nested groups. */
const maxNesting = 1_000;

function nestsTooDeeply(skeleton: string): boolean {
  let depth = 0;
  for (let at = 0; at < skeleton.length; at++) {
    if (skeleton[at] === '(' && ++depth > maxNesting) return true;
    if (skeleton[at] === ')') depth--;
  }
  return false;
}

/** The pattern with `_` for each class and escaped character: `a[(]\(b` gives `a__b`. Undefined if a class has no end. */
function withoutLiterals(pattern: string): string | undefined {
  let skeleton = '';
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]!;
    if (character === '\\' && !/[1-9]/.test(pattern[at + 1] ?? '1')) {
      at++;
      skeleton += '_';
    } else if (character === '[') {
      at = endOfClass(pattern, at);
      if (at < 0) return undefined;
      skeleton += '_';
    } else {
      skeleton += character;
    }
  }
  return skeleton;
}

/** Length of the longest name with its end, `xdigit:]`, and some room. */
const maxClassNameLength = 11;

/** The index of the closing `]`, or -1. Skips `]` as the first character, after a backslash and in `[:alpha:]`. */
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

const toJavaScriptSyntax = (skeleton: string): string =>
  skeleton
    .replaceAll('(?P<', '(?<')
    .replaceAll(/\(\?[imsU-]+\)/g, '')
    .replaceAll(/\(\?[imsU-]+:/g, '(?:');
