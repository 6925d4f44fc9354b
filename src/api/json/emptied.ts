/** The key of the names of fields that a client sent as an empty list or map; it is no JSON. */
const emptied = Symbol('emptied');

interface Emptied {
  [emptied]?: ReadonlySet<string>;
}

/**
 * Notes that fields were sent empty which are left out of the object: messages that show a value tell an empty list from
 * an absent one. Copies by spread keep the note; what is stored and answered has nothing of it.
 */
export function noteEmptied(object: object, names: ReadonlySet<string>): void {
  (object as Emptied)[emptied] = names;
}

export const emptiedOf = (object: object): ReadonlySet<string> | undefined => (object as Emptied)[emptied];
