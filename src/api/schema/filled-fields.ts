import { objectsIn, type Place, placesFinder } from './field-places.ts';
import type { StructSchema } from './schema.ts';

/** The fields of a type that get a value, always the same, where a client gives none. */
export class FilledFields {
  readonly #places: readonly Place[];

  private constructor(places: readonly Place[]) {
    this.#places = places;
  }

  /** Finds those of a type: undefined for one that has none. `structs`: all messages. */
  static finder(structs: Iterable<StructSchema>): (struct: StructSchema) => FilledFields | undefined {
    const placesIn = placesFinder(structs, (_, { filled }) => filled !== undefined, true);
    return (struct) => {
      const places = placesIn(struct);
      return places.length === 0 ? undefined : new FilledFields(places);
    };
  }

  /** Fills them in, in each message that is there. A second time changes nothing. */
  fill(object: object): void {
    fillIn(object as Record<string, unknown>, this.#places);
  }
}

function fillIn(fields: Record<string, unknown>, places: readonly Place[]): void {
  for (const place of places) {
    const { name, marked, inner } = place;
    if (marked !== undefined) fields[name] ??= copyOf(marked.field.filled);
    const value = fields[name];
    if (inner.length === 0 || value === undefined || value === null) continue;
    for (const each of objectsIn(value, place)) fillIn(each, inner);
  }
}

/** Objects change: each has a value of its own. */
const copyOf = (value: unknown): unknown => (typeof value === 'object' ? structuredClone(value) : value);
