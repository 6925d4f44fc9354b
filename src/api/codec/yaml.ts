import {
  Composer,
  type CST,
  type Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  Lexer,
  type Node,
  type Pair,
  Parser,
  type Tags,
  visit,
} from 'yaml';
import { goQuote } from '../../util/quote.ts';
import { repeatedKey } from './duplicate-fields.ts';
import { DecodeError } from './json.ts';
import { MessageLimit } from './message-limit.ts';

/** How deep collections may be nested: the library is recursive, and slow for deep collections. */
const maxDepth = 250;

/** Anchors and aliases together. The library searches all of them for each alias. */
const maxAnchors = 2_000;

/** Parsing blocks the event loop for a microsecond or more per lexeme. */
const maxLexemes = 500_000;

/** To the library a point alone is a number; it is the name of a field set in managedFields. */
export const customTags = (tags: Tags): Tags =>
  tags.map((tag) =>
    typeof tag === 'object' && 'test' in tag && tag.test?.test('.') ? { ...tag, test: floatWithDigit } : tag,
  );
const floatWithDigit = /^[-+]?(?:[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)$/;

const options = {
  customTags,
  version: '1.1',
  schema: 'yaml-1.1',
  merge: true,
  uniqueKeys: false,
  intAsBigInt: true,
  prettyErrors: false,
  strict: true,
} as const;

/**
 * Parses YAML 1.1 to the values of the equivalent JSON. Throws DecodeError. The number of resolved aliases is limited,
 * so that a small text cannot expand to a large object.
 */
export const parseYaml = (text: string): unknown => readYaml(text).value;

/** `repeated`: the keys that a map has already, `line 5: key "name" already set in map`. The last value counts. */
export function readYaml(text: string): { value: unknown; repeated: string[] } {
  try {
    const document = documentOf(parseTokens(text), text.length);
    checkKeys(document);
    return { value: plain(document.toJS({ maxAliasCount: 100 })), repeated: repeatedKeys(document, text) };
  } catch (cause) {
    throw new DecodeError(`error converting YAML to JSON: yaml: ${(cause as Error).message}`);
  }
}

/** Finds the tokens of a text without recursion, and enforces the limits. */
function parseTokens(text: string): CST.Token[] {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let lexemes = 0;
  let marks = 0;
  let before = '';
  for (const lexeme of new Lexer().lex(text)) {
    if (++lexemes > maxLexemes) throw new Error('too many words and signs');
    tokens.push(...parser.next(lexeme));
    if (parser.stack.length > maxDepth) throw new Error(`exceeded max depth of ${maxDepth}`);
    // The lexer announces the text of a scalar, which may begin with any character.
    if (before !== scalarAhead && /^[&*]/.test(lexeme) && ++marks > maxAnchors)
      throw new Error('too many anchors and aliases');
    before = lexeme;
  }
  tokens.push(...parser.end());
  return tokens;
}

const scalarAhead = '\x1f';

function documentOf(tokens: readonly CST.Token[], length: number): Document {
  const documents = new Composer(options).compose(tokens, true, length);
  const document = documents.next().value as Document;
  const [error] = document.errors;
  if (error !== undefined) throw error;
  if (!documents.next().done) throw new Error('the text has more than one document');
  return document;
}

/** Rejects collections as keys: JSON has none, and the library prints each as text. */
function checkKeys(document: Document): void {
  visit(document, {
    Pair: (_, { key }) => {
      if (isCollection(key)) throw new Error('invalid map key');
    },
  });
}

/** In the order in which Go's reader finds them: those in a value before the key of it. */
function repeatedKeys({ contents }: Document, text: string): string[] {
  const found: string[] = [];
  const limit = new MessageLimit();
  const within = (node: unknown): void => {
    if (!isCollection(node)) return;
    const keys = new Set<unknown>();
    for (const item of node.items) {
      if (!isPair(item)) {
        within(item);
        continue;
      }
      within(item.value);
      const key = isScalar(item.key) ? item.key.value : item.key;
      // Of those of merges a map may have more than one.
      const isNew = !isMap(node) || typeof key === 'symbol' || key === '<<' || keys.size < keys.add(key).size;
      if (!isNew && !limit.isReached) found.push(limit.count(repeatedKey(lineOf(item, text), keyText(key))));
    }
  };
  within(contents);
  return found;
}

/** A key as Go prints it. */
function keyText(key: unknown): string {
  if (key === null) return '<nil>';
  return typeof key === 'string' ? goQuote(key) : String(key);
}

/** The line in which the value of a key begins, from 1. */
function lineOf({ key, value }: Pair, text: string): number {
  const start = (value as Node | null)?.range?.[0] ?? (key as Node).range?.[0] ?? 0;
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < start; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** Integers that a double can hold become numbers; timestamps and keys become text. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new Error(`${value} has no form in JSON`);
  }
  if (typeof value === 'string') return wholeText(value);
  if (value instanceof Date) return value.toISOString().replace('.000Z', 'Z');
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1');
  if (value instanceof Set)
    return Object.fromEntries([...value].map((key) => [wholeText(String(key)), null]));
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return plainEntries(value.entries());
  if (value !== null && typeof value === 'object') return plainEntries(Object.entries(value));
  return value;
}

/** Rejects lone surrogates from escapes, which UTF-8 cannot hold. */
function wholeText(text: string): string {
  if (text.isWellFormed()) return text;
  throw new Error('found invalid Unicode character escape code');
}

function plainEntries(entries: Iterable<[unknown, unknown]>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, value] of entries) {
    Object.defineProperty(result, wholeText(String(key)), {
      value: plain(value),
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return result;
}
