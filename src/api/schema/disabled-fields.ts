import type { FeatureGates } from '../gates/feature-gates.ts';
import { objectsIn, type Place, placesFinder } from './field-places.ts';
import type { FieldSchema, StructSchema } from './schema.ts';

export type Gates = Pick<FeatureGates, 'isOn'>;
type Fields = Record<string, unknown>;

/**
 * The fields of a type that a release has behind feature gates that are off. A write empties them without a word, unless
 * the stored object uses them: a field counts as used wherever in the object its message stands. A definition may say that
 * use does not matter, what a value is set to instead, and where in an object its fields are left alone.
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
    const isMarked = (_: StructSchema, field: FieldSchema) =>
      field.undropped !== undefined || isDisabled(field, gates);
    const placesIn = placesFinder(structs, isMarked, true);
    return (struct) => {
      const places = placesIn(struct);
      return places.length === 0 ? undefined : new DisabledFields(places);
    };
  }

  /** Empties them in a new object. `old`: the stored one, if there is one. */
  drop(object: object, old?: object): void {
    const used = new Set<string>();
    if (old !== undefined) {
      visit(old as Fields, this.#places, (fields, name, { name: own, droppedTo }) => {
        if (fields[own] !== droppedTo) used.add(name);
      });
    }
    visit(object as Fields, this.#places, (fields, name, field) => {
      if (used.has(name) && !field.isDroppedWhenUsed) return;
      if (field.droppedTo === undefined) delete fields[field.name];
      else fields[field.name] = field.droppedTo;
    });
  }
}

/** One gate of several is enough: a later one adds to what the field can be, or has another name. */
export const isDisabled = ({ isDropped, gates: own }: FieldSchema, gates: Gates): boolean =>
  isDropped && !own.some((gate) => gates.isOn(gate));

/** Calls `found` for each disabled field that has a value, with its name among all messages. `kept`: fields left alone. */
function visit(
  fields: Fields,
  places: readonly Place[],
  found: (fields: Fields, name: string, field: FieldSchema) => void,
  kept: readonly string[] = [],
): void {
  for (const place of places) {
    const value = fields[place.name];
    if (value === undefined || value === null || kept.includes(place.name)) continue;
    const { marked, inner } = place;
    const undropped = marked?.field.undropped;
    if (marked !== undefined && undropped === undefined) found(fields, marked.name, marked.field);
    else for (const object of objectsIn(value, place)) visit(object, inner, found, undropped ?? kept);
  }
}
