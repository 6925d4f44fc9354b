import { MessageLimit } from './message-limit.ts';

/** An object or array that the reader is inside of. */
interface Level {
  /** The names seen so far, and how often; undefined in an array. */
  names: Map<string, number> | undefined;
  /** What leads here from the level above: `.spec`, `[0]`. */
  step: string;
  index: number;
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/**
 * The fields that a JSON text gives twice in one object, as paths (`spec.containers[0].name`), each once; of
 * very many the first. The text has been parsed before, so it is known to be JSON. Depth costs no stack.
 */
export function duplicateFields(text: string): string[] {
  const found = new Set<string>();
  const budget = new MessageLimit();
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
        if (countName(level!.names!, step) === 2 && !budget.isReached)
          found.add(budget.count(pathOf(levels, step)));
    }
  }
  return [...found];
}

function countName(names: Map<string, number>, name: string): number {
  const times = (names.get(name) ?? 0) + 1;
  names.set(name, times);
  return times;
}

/** An element of an array is reached by its position, a field by its name. */
function stepInto(level: Level | undefined, name: string): string {
  if (level === undefined) return '';
  return level.names === undefined ? `[${level.index}]` : name;
}

function pathOf(levels: readonly Level[], last: string): string {
  return (levels.map(({ step }) => step).join('') + last).replace(/^\./, '');
}
