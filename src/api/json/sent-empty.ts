/** Names of the lists and maps that a client sent empty: normalized objects have no such fields, and messages show them. */
const sentEmpty = Symbol('sent empty');

interface Marked {
  [sentEmpty]?: ReadonlySet<string>;
}

/** Remembers that a field was sent empty. Copies of the object remember it as well, its JSON does not. */
export function markSentEmpty(object: object, name: string): void {
  const marked = object as Marked;
  marked[sentEmpty] = new Set([...(marked[sentEmpty] ?? []), name]);
}

export const isSentEmpty = (object: object, name: string): boolean =>
  (object as Marked)[sentEmpty]?.has(name) ?? false;
