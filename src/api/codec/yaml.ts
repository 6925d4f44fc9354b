import {
  Composer,
  type CST,
  type Document,
  isCollection,
  isPair,
  isScalar,
  Lexer,
  type Node,
  type Pair,
  Parser,
} from 'yaml';
import { goQuote } from '../../util/quote.ts';
import { repeatedKey } from './duplicate-fields.ts';
import { DecodeError } from './json.ts';
import { MessageLimit } from './message-limit.ts';
import type { YamlScalar } from './yaml-resolve.ts';
import { isMerge, YamlValues } from './yaml-values.ts';

/** Depth to which collections may be nested: the library is recursive, and slow for deep collections. */
const maxDepth = 250;

/** Parsing blocks the event loop for a microsecond or more per lexeme. */
const maxLexemes = 500_000;

/** The library finds out what stands where. What it means is found out here, as readers of YAML 1.1 do not agree. */
const options = {
  version: '1.1',
  schema: 'failsafe',
  resolveKnownTags: false,
  merge: false,
  uniqueKeys: false,
  prettyErrors: false,
  strict: true,
} as const;

/** Bounds of a text of YAML. */
const notAllowed = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/**
 * Parses the first document of a text of YAML 1.1 to the values of the equivalent JSON; what comes after it is not
 * looked at, as by other readers. Throws DecodeError. The number of values is limited, so that a small text cannot
 * expand to a large object by its aliases.
 */
export const parseYaml = (text: string): unknown => readYaml(text).value;

/**
 * Does what `parseYaml` does, and throws for a key that a map has already: configurations of servers are read strictly.
 */
export function parseUniqueYaml(text: string): unknown {
  const { value, repeated } = readYaml(text);
  if (repeated.length === 0) return value;
  throw new DecodeError(`error converting YAML to JSON: yaml: ${repeated[0]}`);
}

/** `repeated`: the keys that a map has already, `line 5: key "name" already set in map`. The last value counts. */
export function readYaml(text: string): { value: unknown; repeated: string[] } {
  try {
    if (notAllowed.test(text)) throw new Error('control characters are not allowed');
    const { contents } = documentOf(parseTokens(text), text.length);
    const values = new YamlValues(contents, text);
    return { value: values.valueOf(contents), repeated: repeatedKeys(contents, values, text) };
  } catch (cause) {
    throw new DecodeError(
      `error converting YAML to JSON: yaml: ${knownText((cause as Error).message, text)}`,
    );
  }
}

/** The words in which clients know what is wrong; in more than one line they also name the line. */
function knownText(message: string, text: string): string {
  const isOneLine = !text.trim().includes('\n');
  if (isOneLine && message.startsWith('Nested mappings are not allowed'))
    return 'mapping values are not allowed in this context';
  return unclosedText(message, text) ?? message;
}

/**
 * The words for a document that begins with a bracket and ends before it is closed. Its end is the beginning of a line:
 *
 *     {         line 1: did not find expected node content
 *     {a: b     line 1: did not find expected ',' or '}'
 */
function unclosedText(message: string, text: string): string | undefined {
  const closing = /^Flow (?:map|sequence) .*end with a ([}\]])$/.exec(message)?.[1];
  if (closing === undefined || !/^[ \t]*[[{]/.test(text)) return undefined;
  const line = text.replace(/\n$/, '').split('\n').length;
  const isAwaited = /[[{,:]\s*$/.test(text);
  const missing = isAwaited
    ? 'did not find expected node content'
    : `did not find expected ',' or '${closing}'`;
  return `line ${line}: ${missing}`;
}

/** Finds the tokens of the first document without recursion, and enforces the limits. */
function parseTokens(text: string): CST.Token[] {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (++lexemes > maxLexemes) throw new Error('too many words and signs');
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      if (token.type === 'document') return tokens;
    }
    if (parser.stack.length > maxDepth) throw new Error(`exceeded max depth of ${maxDepth}`);
  }
  tokens.push(...parser.end());
  return tokens;
}

function documentOf(tokens: readonly CST.Token[], length: number): Document {
  const document = new Composer(options).compose(tokens, true, length).next().value as Document;
  const [error] = document.errors;
  if (error !== undefined) throw error;
  const { explicit, version } = document.directives!.yaml;
  if (explicit && version !== '1.1') throw new Error('found incompatible YAML document');
  return document;
}

/** In the order in which Go's reader finds them: those in a value before the key of it. */
function repeatedKeys(contents: unknown, values: YamlValues, text: string): string[] {
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
      const target = values.targetOf(item.key);
      // Of merges a map may have more than one.
      if (isMerge(item.key) || !isScalar(target)) continue;
      const key = values.scalarOf(target);
      if (keys.size === keys.add(key).size && !limit.isReached)
        found.push(limit.count(repeatedKey(lineOf(item, text), keyText(key))));
    }
  };
  within(contents);
  return found;
}

/** A key as Go prints it. */
function keyText(key: YamlScalar): string {
  return typeof key === 'string' ? goQuote(key) : String(key);
}

/** The line in which the value of a key begins, from 1. */
function lineOf({ key, value }: Pair, text: string): number {
  const start = (value as Node | null)?.range?.[0] ?? (key as Node).range?.[0] ?? 0;
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < start; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
