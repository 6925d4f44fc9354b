import { CliError } from '../errors/cli-error.ts';

/** Changes of labels or annotations. */
export interface KeyChanges {
  set: ReadonlyMap<string, string>;
  remove: ReadonlySet<string>;
}

export type KeyKind = 'label' | 'annotation';

/**
 * Parts the words of a command: first the objects, then the changes. `web a=b c-`: the object `web`, the change of `a`
 * and the removal of `c`.
 */
export function splitChanges(words: readonly string[]): {
  objects: readonly string[];
  changes: readonly string[];
} {
  const first = words.findIndex(isChange);
  const at = first < 0 ? words.length : first;
  return { objects: words.slice(0, at), changes: words.slice(at) };
}

const isChange = (word: string): boolean =>
  (word.includes('=') && !word.startsWith('=')) || word.endsWith('-');

/** Parses `a=b` and `c-`. Throws CliError. */
export function parseChanges(changes: readonly string[], kind: KeyKind): KeyChanges {
  const set = new Map<string, string>();
  const remove = new Set<string>();
  for (const change of changes) {
    const at = change.indexOf('=');
    if (at > 0) {
      const value = change.slice(at + 1);
      if (kind === 'label') requireLabelValue(change, value);
      set.set(change.slice(0, at), value);
    } else if (at < 0 && change.endsWith('-') && change !== '-') remove.add(change.slice(0, -1));
    else throw new CliError(`unknown ${kind} spec: ${change}`);
  }
  if (set.size + remove.size === 0) throw new CliError(`at least one ${kind} update is required`);
  if ([...set.keys()].some((key) => remove.has(key))) {
    throw new CliError(
      `can not both modify and remove ${kind === 'label' ? 'a label' : 'an annotation'} in the same command`,
    );
  }
  return { set, remove };
}

function requireLabelValue(change: string, value: string): void {
  if (value.length <= 63 && /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/.test(value)) return;
  const problem =
    value.length > 63
      ? 'must be no more than 63 characters'
      : "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
  throw new CliError(`invalid label value: ${JSON.stringify(change)}: ${problem}`);
}

/**
 * Throws CliError when a key that is to be set has another value, unless it may be overwritten.
 */
export function requireUnset(
  current: Readonly<Record<string, string>>,
  changes: KeyChanges,
  kind: KeyKind,
): void {
  const taken = [...changes.set].filter(
    ([key, value]) => Object.hasOwn(current, key) && current[key] !== value,
  );
  if (taken.length === 0) return;
  const problems = taken.map(([key]) => `'${key}' already has a value (${current[key]})`);
  if (kind === 'label') throw new CliError(`${problems[0]}, and --overwrite is false`);
  throw new CliError(
    `--overwrite is false but found the following declared annotation(s): ${problems.join('; ')}`,
  );
}

/** The map of a merge patch: null takes away. Only keys that exist are taken away. */
export function mapPatch(
  current: Readonly<Record<string, string>>,
  { set, remove }: KeyChanges,
): Record<string, string | null> {
  const removed = [...remove].filter((key) => Object.hasOwn(current, key)).map((key) => [key, null] as const);
  const changed = [...set].filter(([key, value]) => current[key] !== value);
  return Object.fromEntries<string | null>([...changed, ...removed]);
}
