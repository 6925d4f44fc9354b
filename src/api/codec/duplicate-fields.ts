import { MessageLimit } from './message-limit.ts';

/** An object or array around the current token. */
interface Level {
  /** How often each name occurred so far; undefined in an array. */
  names: Map<string, number> | undefined;
  /** The path from the level above: `.spec`, `[0]`. */
  step: string;
  index: number;
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/**
 * Paths (`spec.containers[0].name`) of the fields that occur more than once in an object of a JSON text, up to the
 * limits of MessageLimit. The text must be valid JSON. Not recursive.
 */
export function duplicateFields(text: string): string[] {
  const found = new Set<string>();
  const limit = new MessageLimit();
  const levels: Level[] = [];
  let step = '';
  let expectsName = false;
  for (const [token] of text.matchAll(tokens)) {
    const level = levels.at(-1);
    switch (token) {
      case '{':
      case '[':
        levels.push({ names: token === '{' ? new Map() : undefined, step: stepInto(level, step), index: 0 });
        expectsName = token === '{';
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
      case ':':
        break;
      default:
        if (!expectsName) break;
        expectsName = false;
        step = `.${JSON.parse(token)}`;
        if (countName(level!.names!, step) === 2 && !limit.isReached)
          found.add(limit.count(pathOf(levels, step)));
    }
  }
  return [...found];
}

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
