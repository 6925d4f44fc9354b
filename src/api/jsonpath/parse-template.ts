import { unquote } from '../go-format/unquote.ts';
import { type Filter, JsonPathError, type Slice, type Step, type TemplatePart } from './steps.ts';

/**
 * Parses the JSONPath dialect of printer columns and of the command line's output option: text with actions in braces.
 *
 *     '{.spec.ports[0].port}'         a field of the first item
 *     '{..name}'                      `name` at any depth
 *     '{.items[?(@.kind=="Pod")]}'    the items whose kind is Pod
 *
 * Throws JsonPathError.
 */
export function parseTemplate(text: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  const reader = new Reader(text);
  for (;;) {
    const plain = reader.until('{');
    if (plain !== '') parts.push(plain);
    if (reader.isAtEnd) return parts;
    reader.take('{');
    parts.push(parseAction(reader));
  }
}

const letterOrDigit = /[\p{L}\p{Nd}_]/u;
const digit = /\p{Nd}/u;

/** Up to the closing brace, which is taken. */
function parseAction(reader: Reader): Step[] {
  const steps: Step[] = [];
  for (;;) {
    if (reader.take('}')) return steps;
    if (reader.take('[?(')) steps.push(parseFilter(reader));
    else if (reader.take('..')) parseDescent(reader, steps);
    else parseStep(reader, steps);
  }
}

function parseStep(reader: Reader, steps: Step[]): void {
  const character = reader.peek();
  if (character === '' || character === '\n' || character === '\r')
    throw new JsonPathError('unclosed action');
  // The current object, and the root, are where every path starts.
  if (reader.take(' ') || reader.take('@') || reader.take('$')) return;
  if (reader.take('[')) steps.push(...parseBrackets(reader));
  else if (character === '"' || character === "'") steps.push({ type: 'literal', value: parseText(reader) });
  else if (reader.take('.')) steps.push(parseField(reader));
  else if (character === '+' || character === '-' || digit.test(character)) steps.push(parseNumber(reader));
  else if (letterOrDigit.test(character)) steps.push(parseWord(reader));
  else throw new JsonPathError(`unrecognized character in action: ${describe(character)}`);
}

function parseDescent(reader: Reader, steps: Step[]): void {
  if (steps.at(-1)?.type === 'descend') throw new JsonPathError('invalid multiple recursive descent');
  steps.push({ type: 'descend' });
  if (letterOrDigit.test(reader.peek())) steps.push(parseField(reader));
}

function parseField(reader: Reader): Step {
  const name = reader.word(true);
  return name === '*' ? { type: 'wildcard' } : { type: 'field', name: name.replaceAll('\\', '') };
}

function parseWord(reader: Reader): Step {
  const name = reader.word(false);
  if (name === 'true' || name === 'false') return { type: 'literal', value: name === 'true' };
  return { type: 'identifier', name };
}

function parseNumber(reader: Reader): Step {
  const text = reader.match(/[+-]?[\p{Nd}.]*/uy);
  const value = Number(text);
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) throw new JsonPathError(`cannot parse number ${text}`);
  return { type: 'literal', value };
}

function parseText(reader: Reader): string {
  const quote = reader.next();
  const from = reader.position;
  for (;;) {
    const character = reader.next();
    if (character === '' || character === '\n') throw new JsonPathError('unterminated quoted string');
    if (character === quote && reader.before(2) !== '\\') break;
  }
  const text = reader.since(from).slice(0, -1);
  const value = unquote(text, quote);
  if (value === undefined)
    throw new JsonPathError(`unquote string ${quote}${text}${quote} error invalid syntax`);
  return value;
}

/** `[…]`: an index, a slice, a name in quotes, or several of these. */
function parseBrackets(reader: Reader): Step[] {
  const text = reader.until(']');
  if (reader.isAtEnd || text.includes('\n')) throw new JsonPathError('unterminated array');
  reader.take(']');
  const members = text.split(',');
  if (members.length === 1) return parseMember(text === '*' ? ':' : text);
  return [{ type: 'union', members: members.map((member) => parseNested(`[${trimSpaces(member)}]`)) }];
}

function parseMember(text: string): Step[] {
  const name = /^'([^']*)'$/.exec(text);
  if (name !== null) return parseNested(`.${name[1]}`);
  const match = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(text);
  if (match === null) throw new JsonPathError(`invalid array index ${text}`);
  const [, start, end, step] = match;
  const slice: Slice = {
    ...(start ? { start: indexOf(start) } : {}),
    ...(end && end !== ':' ? { end: indexOf(end.slice(1)) } : {}),
    ...(step && step !== ':' ? { step: indexOf(step.slice(1)) } : {}),
    isIndex: end === undefined,
  };
  return [{ type: 'slice', slice }];
}

function indexOf(text: string): number {
  if (!/^-?\d+$/.test(text)) throw new JsonPathError(`array index ${text} is not a number`);
  return Number(text);
}

const trimSpaces = (text: string): string => text.replace(/^ +| +$/g, '');

const comparison = /^([^!<>=]+)([!<>=~]+)(.+)$/;

/** Behind `[?(`, up to `)]`. A parenthesis between the first quote and its pair is text. */
function parseFilter(reader: Reader): Step {
  const text = filterText(reader);
  const match = comparison.exec(text);
  if (match === null) return { type: 'filter', filter: { left: parseNested(text), right: [] } };
  const filter: Filter = {
    left: parseNested(match[1]!),
    operator: match[2]!,
    right: parseNested(match[3]!),
  };
  return { type: 'filter', filter };
}

function filterText(reader: Reader): string {
  const from = reader.position;
  let quote = '';
  let isQuoteClosed = false;
  for (;;) {
    const character = reader.next();
    if (character === '' || character === '\n') throw new JsonPathError('unterminated filter');
    if (character === '"' || character === "'") {
      if (quote === '') quote = character;
      else if (character === quote && reader.before(2) !== '\\') isQuoteClosed = true;
    }
    if (character === ')' && (quote === '') === !isQuoteClosed) break;
  }
  const text = reader.since(from).slice(0, -1);
  if (!reader.take(']')) throw new JsonPathError('unclosed array expect ]');
  return text;
}

/** The steps of an action of its own. */
function parseNested(text: string): Step[] {
  const [first] = parseTemplate(`{${text}}`);
  return first as Step[];
}

const describe = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')} '${character}'`;

/** A position in a text. Characters are code points. */
class Reader {
  readonly #text: string;
  position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.position >= this.#text.length;
  }

  peek(): string {
    const code = this.#text.codePointAt(this.position);
    return code === undefined ? '' : String.fromCodePoint(code);
  }

  next(): string {
    const character = this.peek();
    this.position += character.length;
    return character;
  }

  /** The code unit so far before the position. */
  before(distance: number): string {
    return this.#text.charAt(this.position - distance);
  }

  since(position: number): string {
    return this.#text.slice(position, this.position);
  }

  take(prefix: string): boolean {
    if (!this.#text.startsWith(prefix, this.position)) return false;
    this.position += prefix.length;
    return true;
  }

  /** Everything before a character, which is not taken; the rest when there is none. */
  until(character: string): string {
    const from = this.position;
    const end = this.#text.indexOf(character, from);
    this.position = end < 0 ? this.#text.length : end;
    return this.since(from);
  }

  match(sticky: RegExp): string {
    sticky.lastIndex = this.position;
    const [text] = sticky.exec(this.#text)!;
    this.position += text.length;
    return text;
  }

  /** Up to what ends a name. A backslash makes the next character part of it. */
  word(hasEscapes: boolean): string {
    return this.match(hasEscapes ? /(?:\\[\s\S]?|[^ \t\r\n.,[\]$@{}\\])*/uy : /[^ \t\r\n.,[\]$@{}]*/uy);
  }
}
