/**
 * Reads the part of YAML that configurations are written in: maps and lists in blocks, and values of one line. A program
 * that ends after one request saves the 20 ms that the reader of all YAML needs to be loaded and to read.
 */

/** A line without its indentation. */
interface Line {
  indent: number;
  text: string;
}

/** `key: value`, `key:` */
const entryLine = /^([A-Za-z][\w.-]*):(?: +(\S.*))?$/;
/** Cannot be taken for a number, a comment or anything else. */
const plainText = /^(?:--)?[A-Za-z/](?:[\w./+=@:,-]*[\w/+=])?$/;
const quotedText = /^(?:"([^"\\]*)"|'([^']*)')$/;
/** YAML has other spellings of these. */
const literals = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const otherSpellings = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** Thrown for what this reader leaves to the reader of all YAML. */
class Unusual extends Error {}

/** The document's value; undefined for a text that the other reader has to read, or to refuse. */
export function parsePlainYaml(text: string): unknown {
  if (!/^[\n\x20-\x7e]*$/.test(text)) return undefined;
  const lines = linesOf(text);
  if (lines.length === 0) return undefined;
  try {
    const reader = new Reader(lines);
    const value = reader.block(lines[0]!.indent);
    return reader.isAtEnd ? value : undefined;
  } catch (error) {
    if (error instanceof Unusual) return undefined;
    throw error;
  }
}

function linesOf(text: string): Line[] {
  return text.split('\n').flatMap((line) => {
    const content = line.trimStart();
    if (content === '' || content.startsWith('#')) return [];
    return [{ indent: line.length - content.length, text: content.trimEnd() }];
  });
}

const isItem = ({ text }: Line): boolean => text.startsWith('- ');

class Reader {
  readonly #lines: Line[];
  #at = 0;

  constructor(lines: Line[]) {
    this.#lines = lines;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#lines.length;
  }

  /** The map or list whose lines are indented so far. */
  block(indent: number): unknown {
    return isItem(this.#lines[this.#at]!) ? this.#list(indent) : this.#map(indent);
  }

  #next(indent: number): Line | undefined {
    const line = this.#lines[this.#at];
    return line?.indent === indent ? line : undefined;
  }

  #list(indent: number): unknown[] {
    const items: unknown[] = [];
    for (let line = this.#next(indent); line !== undefined && isItem(line); line = this.#next(indent)) {
      const content = line.text.slice(2).trimStart();
      if (entryLine.test(content)) {
        // The map begins behind the dash.
        const inner = { indent: indent + line.text.length - content.length, text: content };
        this.#lines[this.#at] = inner;
        items.push(this.#map(inner.indent));
      } else {
        items.push(this.#value(content, indent));
      }
    }
    return items;
  }

  #map(indent: number): Record<string, unknown> {
    const map: Record<string, unknown> = {};
    for (let line = this.#next(indent); line !== undefined && !isItem(line); line = this.#next(indent)) {
      const [, key, value] = entryLine.exec(line.text) ?? [];
      // Which of two values of a key counts is for the reader of all YAML to say.
      if (key === undefined || otherSpellings.test(key) || Object.hasOwn(map, key)) throw new Unusual();
      map[key] = value === undefined ? this.#below(indent) : this.#value(value, indent);
    }
    return map;
  }

  /** The value in the lines below a key. A list may be indented as its key is. */
  #below(indent: number): unknown {
    const line = this.#lines[++this.#at];
    if (line === undefined || line.indent < indent) return null;
    return line.indent > indent || isItem(line) ? this.block(line.indent) : null;
  }

  #value(text: string, indent: number): unknown {
    const following = this.#lines[++this.#at];
    // The value may go on there.
    if (following !== undefined && following.indent > indent) throw new Unusual();
    if (text === '{}') return {};
    if (text === '[]') return [];
    if (literals.has(text)) return literals.get(text);
    const quoted = quotedText.exec(text);
    if (quoted !== null) return quoted[1] ?? quoted[2];
    if (!plainText.test(text) || otherSpellings.test(text)) throw new Unusual();
    return text;
  }
}
