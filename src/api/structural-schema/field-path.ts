import { escapes } from '../go-format/unquote.ts';
import { additionalOf, type JsonSchema, propertyOf } from '../schema/json-schema.ts';

/** One step of a path: a field that the schema names, or a key of a map. */
export interface PathStep {
  readonly name: string;
  readonly isKey: boolean;
}

export type ResolvedPath =
  | { readonly schema: JsonSchema; readonly steps: readonly PathStep[] }
  | { readonly problem: string };

interface PathOptions {
  /** `['a.b']` may stand for a name; without it, fields are named with dots alone. */
  readonly allowsBrackets: boolean;
}

/**
 * Finds the schema of a field below one: `.spec.color`, `.labels['a.b']`. Fields of lists have no path. What is unknown to
 * the schema is not found, whether values may have it or not.
 */
export function resolveFieldPath(
  path: string,
  root: JsonSchema,
  { allowsBrackets }: PathOptions,
): ResolvedPath {
  const tokens = tokensOf(path);
  const steps: PathStep[] = [];
  let schema = root;
  for (let at = 0; at < tokens.length; ) {
    const name = nameAt(tokens, at, allowsBrackets);
    if ('problem' in name) return name;
    const next = memberOf(schema, name.text);
    if (next === undefined) return { problem: 'does not refer to a valid field' };
    steps.push({ name: name.text, isKey: next.isKey });
    schema = next.schema;
    at += name.length;
  }
  return { schema, steps };
}

/** Delimiters, quoted names and all between them; what stands behind a quotation mark that is not closed is one token. */
const tokensOf = (path: string): readonly string[] =>
  path.match(/[.[\]]|'(?:[^'\\]|\\[\s\S])*'?|[^.[\]']+/g) ?? [];

type Name = { readonly text: string; readonly length: number } | { readonly problem: string };

function nameAt(tokens: readonly string[], at: number, allowsBrackets: boolean): Name {
  const delimiter = tokens[at]!;
  const text = tokens[at + 1];
  if (delimiter === '[' && !allowsBrackets) return { problem: 'array notation is not allowed' };
  if (delimiter !== '.' && delimiter !== '[') return { problem: `expected [ or . but got: ${delimiter}` };
  if (text === undefined) return { problem: 'unexpected end of JSON path' };
  if (delimiter === '.') return { text, length: 2 };
  const unquoted = unquote(text);
  if (unquoted === undefined) return { problem: `expected single quoted string but got ${text}` };
  const end = tokens[at + 2];
  if (end === undefined) return { problem: 'unexpected end of JSON path' };
  return end === ']' ? { text: unquoted, length: 3 } : { problem: `expected ] but got ${end}` };
}

/** Undefined for what is no text in quotation marks, or has an escape that is none. */
function unquote(text: string): string | undefined {
  if (!/^'(?:[^'\\]|\\[abfnrtv\\'])*'$/.test(text)) return undefined;
  return text
    .slice(1, -1)
    .replaceAll(/\\(.)/g, (_, letter: string) => (letter === "'" ? letter : escapes[letter]!));
}

function memberOf(schema: JsonSchema, name: string): { schema: JsonSchema; isKey: boolean } | undefined {
  if (schema.properties !== undefined) {
    const found = propertyOf(schema, name);
    return found && { schema: found, isKey: false };
  }
  const values = additionalOf(schema);
  return values && { schema: values, isKey: true };
}
