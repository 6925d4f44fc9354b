import { goQuote } from '../../util/quote.ts';
import { endOfString } from './end-of-string.ts';
import { MessageLimit } from './message-limit.ts';

/** An object or array around the current token. */
interface Level {
  /** Number of times that each name occurred so far; undefined in an array. */
  names: Map<string, number> | undefined;
  /** The path from the level above: `.spec`, `[0]`. */
  step: string;
  index: number;
}

/** A name in an object of a JSON text. */
interface FieldName {
  /** `.name` */
  step: string;
  /** Number of times that the object has had it so far. */
  times: number;
  /** Index at which the text after the name begins. */
  end: number;
  /** `spec.containers[0].name`. As long as the text at worst, so made only when needed. */
  path(): string;
}

/** Calls back at each name in the objects of a JSON text, which must be valid. Not recursive. */
function forEachName(text: string, onName: (name: FieldName) => void): void {
  const levels: Level[] = [];
  let step = '';
  let expectsName = false;
  for (let at = 0; at < text.length; at++) {
    const level = levels.at(-1);
    switch (text[at]) {
      case '{':
        levels.push({ names: new Map(), step: stepInto(level, step), index: 0 });
        expectsName = true;
        break;
      case '[':
        levels.push({ names: undefined, step: stepInto(level, step), index: 0 });
        expectsName = false;
        break;
      case '}':
      case ']':
        levels.pop();
        expectsName = false;
        break;
      case ',':
        level!.index++;
        expectsName = level!.names !== undefined;
        break;
      case '"': {
        const start = at;
        at = endOfString(text, start);
        if (!expectsName) break;
        expectsName = false;
        step = `.${nameIn(text, start, at)}`;
        const last = step;
        const times = countName(level!.names!, step);
        onName({ step, times, end: at + 1, path: () => pathOf(levels, last) });
      }
    }
  }
}

/** The string that begins and ends at these quotes. */
function nameIn(text: string, start: number, end: number): string {
  const name = text.slice(start + 1, end);
  return name.includes('\\') ? JSON.parse(`"${name}"`) : name;
}

/** White space after a name, which hardly any encoder writes. */
const spacedName = /"\s+:/;

/**
 * Whether an object of a JSON text may have a name twice. `value`: the parsed text, which has each once. Five times as
 * fast as going through the names of the text, which few texts need.
 */
export const mayRepeatNames = (text: string, value: unknown): boolean =>
  spacedName.test(text) || namesIn(text) !== nameCount(value);

/** Names in all objects of a JSON text without spaced names: only a name has a colon behind its last quote. */
function namesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('":'); at !== -1; at = text.indexOf('":', at + 2))
    if (!isEscaped(text, at)) count++;
  return count;
}

/** Whether the character is escaped: an odd number of backslashes stands before it. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first--;
  return (at - first) % 2 === 1;
}

/** Names in all objects of a value. Depth costs no stack. */
function nameCount(value: unknown): number {
  let count = 0;
  const open = [value];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (Array.isArray(one)) {
      for (const item of one) if (typeof item === 'object' && item !== null) open.push(item);
    } else {
      for (const name in one as object) {
        count++;
        const member = (one as Record<string, unknown>)[name];
        if (typeof member === 'object' && member !== null) open.push(member);
      }
    }
  }
  return count;
}

/**
 * Paths (`spec.containers[0].name`) of the fields that occur more than once in an object of a JSON text, up to the
 * limits of MessageLimit.
 */
export function duplicateFields(text: string): string[] {
  const found = new Set<string>();
  const limit = new MessageLimit();
  forEachName(text, ({ times, path }) => {
    if (times === 2 && !limit.isReached) found.add(limit.count(path()));
  });
  return [...found];
}

/** Characters of paths that are made to find the places of unknown fields: paths may be as long as the text. */
const maxPathText = 1024 * 1024;

/**
 * Unknown and duplicate fields of a JSON text, in the order of the text: `unknown field "spec.x"`. One that is both is
 * unknown. `unknown` are the paths of the unknown ones.
 */
export function fieldErrors(text: string, unknown: readonly string[]): string[] {
  const steps = new Set(unknown.map((path) => `.${path.slice(path.lastIndexOf('.') + 1)}`));
  const all = new Set(unknown);
  const problems = new Set<string>();
  const limit = new MessageLimit();
  let pathText = 0;
  forEachName(text, ({ step, times, path }) => {
    const mayBeUnknown = steps.has(step) && pathText < maxPathText;
    if (!mayBeUnknown && (times !== 2 || limit.isReached)) return;
    const where = path();
    pathText += where.length;
    if (all.has(where)) problems.add(unknownField(where));
    else if (times === 2 && !limit.isReached) problems.add(duplicateField(limit.count(where)));
  });
  for (const path of unknown) problems.add(unknownField(path));
  return [...problems];
}

export const unknownField = (path: string): string => `unknown field ${goQuote(path)}`;
export const duplicateField = (path: string): string => `duplicate field ${goQuote(path)}`;

/** The names that occur again in an object of a JSON text, as a reader of YAML reports them, which JSON is as well. */
export function repeatedNames(text: string): string[] {
  const found: string[] = [];
  const limit = new MessageLimit();
  let line = 1;
  let counted = 0;
  forEachName(text, ({ step, times, end }) => {
    if (times === 1 || limit.isReached) return;
    // The line is that of the value.
    const value = /\S/g;
    value.lastIndex = text.indexOf(':', end) + 1;
    const at = value.exec(text)!.index;
    for (; counted < at; counted++) if (text[counted] === '\n') line++;
    found.push(limit.count(repeatedKey(line, goQuote(step.slice(1)))));
  });
  return found;
}

/** A key of a map that the map has already, in the words of Go's reader of YAML. */
export const repeatedKey = (line: number, key: string): string =>
  `line ${line}: key ${key} already set in map`;

/** All repeated keys of a YAML text, as one error. */
export const repeatedKeysError = (repeated: readonly string[]): string =>
  ['yaml: unmarshal errors:', ...repeated.map((text) => `  ${text}`)].join('\n');

function countName(names: Map<string, number>, name: string): number {
  const times = (names.get(name) ?? 0) + 1;
  names.set(name, times);
  return times;
}

function stepInto(level: Level | undefined, name: string): string {
  if (level === undefined) return '';
  return level.names === undefined ? `[${level.index}]` : name;
}

function pathOf(levels: readonly Level[], last: string): string {
  return (levels.map(({ step }) => step).join('') + last).replace(/^\./, '');
}
