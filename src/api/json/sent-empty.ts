/** Names of the lists and maps that a client sent empty: normalized objects have no such fields, and messages show them. */
const sentEmpty = Symbol('sent empty');

interface Marked {
  [sentEmpty]?: readonly string[];
}

/**
 * Remembers for a new form of an object what was sent empty in it: `names`, and what the object itself remembers. Copies
 * of the form remember it as well, its JSON does not. Objects are compared by `equalValues`, which does not look at it.
 */
export function markSentEmpty(from: object, to: object, names: readonly string[] | undefined): void {
  const before = (from as Marked)[sentEmpty];
  const all = before === undefined || names === undefined ? (before ?? names) : [...before, ...names];
  if (all !== undefined) (to as Marked)[sentEmpty] = all;
}

export const isSentEmpty = (object: object, name: string): boolean =>
  (object as Marked)[sentEmpty]?.includes(name) ?? false;

/** Turns what was sent empty into something that was not sent. */
export function forgetSentEmpty(object: object, name: string): void {
  const marked = object as Marked;
  if (isSentEmpty(object, name)) marked[sentEmpty] = marked[sentEmpty]!.filter((each) => each !== name);
}
