/** An object or array that the reader is inside of. */
interface Level {
  /** The names seen so far; undefined in an array. */
  names: Set<string> | undefined;
  /** What leads here from the level above: `.spec`, `[0]`. */
  step: string;
  index: number;
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/**
 * The fields that a JSON text gives twice in one object, as paths (`spec.containers[0].name`), each once.
 * The text has been parsed before, so it is known to be JSON. Depth costs no stack.
 */
export function duplicateFields(text: string): string[] {
  const found = new Set<string>();
  const levels: Level[] = [];
  let step = '';
  let expectsName = false;
  for (const [token] of text.matchAll(tokens)) {
    const level = levels.at(-1);
    switch (token) {
      case '{':
      case '[':
        levels.push({ names: token === '{' ? new Set() : undefined, step: stepInto(level, step), index: 0 });
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
        if (level!.names!.has(step)) found.add(pathOf(levels, step));
        level!.names!.add(step);
    }
  }
  return [...found];
}

/** An element of an array is reached by its position, a field by its name. */
function stepInto(level: Level | undefined, name: string): string {
  if (level === undefined) return '';
  return level.names === undefined ? `[${level.index}]` : name;
}

function pathOf(levels: readonly Level[], last: string): string {
  return (levels.map(({ step }) => step).join('') + last).replace(/^\./, '');
}
