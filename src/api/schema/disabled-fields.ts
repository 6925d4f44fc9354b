import type { FeatureGates } from '../gates/feature-gates.ts';
import { nameOf, objectsIn, type Place, placesFinder } from './field-places.ts';
import type { FieldSchema, StructSchema } from './schema.ts';

type Gates = Pick<FeatureGates, 'isOn'>;
type Fields = Record<string, unknown>;

/** Fields whose kinds have rules of their own: what was there once was filled in by default. */
const withOwnRules: ReadonlySet<string> = new Set(['core.v1.SecurityContext.procMount']);

/**
 * The fields of a type that a release has behind feature gates that are off. A write empties them without a word, unless
 * the stored object uses them: a field counts as used wherever in the object its message stands.
 */
export class DisabledFields {
  readonly #places: readonly Place[];

  private constructor(places: readonly Place[]) {
    this.#places = places;
  }

  /** Finds those of a type: undefined for one that has none, whose objects are not looked at. `structs`: all messages. */
  static finder(
    structs: Iterable<StructSchema>,
    gates: Gates,
  ): (struct: StructSchema) => DisabledFields | undefined {
    const placesIn = placesFinder(structs, (struct, field) => isDisabled(struct, field, gates), false);
    return (struct) => {
      const places = placesIn(struct);
      return places.length === 0 ? undefined : new DisabledFields(places);
    };
  }

  /** Empties them in a new object. `old`: the stored one, if there is one. */
  drop(object: object, old?: object): void {
    const used = new Set<string>();
    if (old !== undefined) {
      visit(old as Fields, this.#places, (_, name) => void used.add(name));
    }
    visit(object as Fields, this.#places, (fields, name, field) => {
      if (!used.has(name)) delete fields[field];
    });
  }
}

/** One gate of several is enough: a later one adds to what the field can be, or has another name. */
const isDisabled = (struct: StructSchema, field: FieldSchema, gates: Gates): boolean =>
  field.isDropped &&
  field.gates.length > 0 &&
  !field.gates.some((gate) => gates.isOn(gate)) &&
  !withOwnRules.has(nameOf(struct, field));

/** Calls `found` for each disabled field that has a value, with the names of it in all messages and in this one. */
function visit(
  fields: Fields,
  places: readonly Place[],
  found: (fields: Fields, name: string, field: string) => void,
): void {
  for (const place of places) {
    const value = fields[place.name];
    if (value === undefined || value === null) continue;
    if (place.marked !== undefined) found(fields, place.marked.name, place.name);
    else for (const object of objectsIn(value, place)) visit(object, place.inner, found);
  }
}
