import type { Interruptible } from '../../util/slices.ts';
import { referencePrefix } from './names.ts';

const prefix = referencePrefix.v2;

/** Names of the definitions that a value of an OpenAPI v2 document refers to, at any depth. */
function referencesOf(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) referencesOf(item, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      if (key === '$ref' && typeof member === 'string' && member.startsWith(prefix))
        found.add(member.slice(prefix.length));
      else referencesOf(member, found);
    }
  }
  return found;
}

/** A copy that refers to definitions under other names, at `to`. */
export function withReferences(value: unknown, names: ReadonlyMap<string, string>, to = prefix): unknown {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, names, to));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key !== '$ref' || typeof member !== 'string' || !member.startsWith(prefix))
        return [key, withReferences(member, names, to)];
      const name = member.slice(prefix.length);
      return [key, to + (names.get(name) ?? name)];
    }),
  );
}

/**
 * The definitions that are reached from these values, by name; those that are not there are left out. Stops after each
 * value.
 */
export function* reachedFrom(
  values: Iterable<unknown>,
  definitions: Readonly<Record<string, object>>,
): Interruptible<Map<string, object>> {
  const reached = new Map<string, object>();
  const open = new Set<string>();
  for (const value of values) {
    referencesOf(value, open);
    yield;
  }
  // The loop also visits names that are added meanwhile.
  for (const name of open) {
    const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    if (definition === undefined) continue;
    reached.set(name, definition);
    referencesOf(definition, open);
    yield;
  }
  return reached;
}
