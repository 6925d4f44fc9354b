import { objectsIn, type Place, placesFinder, structIn } from './field-places.ts';
import type { FieldSchema, StructSchema } from './schema.ts';

type Fields = Record<string, unknown>;

/** A field with the value that it gets. */
interface Filling {
  name: string;
  value: unknown;
  /** Go's empty value counts as absent: the field is printed empty. */
  isGivenWhenEmpty: boolean;
}

/** A field that gets a value, or in whose messages there are such. */
interface FilledPlace {
  name: string;
  filling: Filling | undefined;
  /** The fields of its message that get a value only here. */
  inside: readonly Filling[];
  inner: readonly FilledPlace[];
  isMap: boolean;
}

/** The fields of a type that get a value, always the same, where a client gives none. */
export class FilledFields {
  readonly #places: readonly FilledPlace[];

  private constructor(places: readonly FilledPlace[]) {
    this.#places = places;
  }

  /** Finds those of a type: undefined for one that has none. `structs`: all messages. */
  static finder(structs: Iterable<StructSchema>): (struct: StructSchema) => FilledFields | undefined {
    const placesIn = placesFinder(structs, (_, field) => hasOwnRule(field), true);
    const known = new Map<readonly Place[], FilledPlace[]>();
    return (struct) => {
      const places = filledPlaces(placesIn(struct), known);
      return places.length === 0 ? undefined : new FilledFields(places);
    };
  }

  /** Fills them in, in each message that is there. A second time changes nothing. */
  fill(object: object): void {
    fillIn(object as Fields, this.#places);
  }
}

const hasOwnRule = ({ filled, filledInside, isUnfilled }: FieldSchema): boolean =>
  filled !== undefined || filledInside !== undefined || isUnfilled === true;

/** `known`: the places that were made. A message that contains itself has its own among them. */
function filledPlaces(places: readonly Place[], known: Map<readonly Place[], FilledPlace[]>): FilledPlace[] {
  const before = known.get(places);
  if (before !== undefined) return before;
  const made: FilledPlace[] = [];
  known.set(places, made);
  for (const { name, marked, inner, isMap } of places) {
    const field = marked?.field;
    const filling = field?.filled === undefined ? undefined : fillingOf(field, field.filled);
    const filledInner = field?.isUnfilled ? [] : filledPlaces(inner, known);
    made.push({ name, filling, inside: insideOf(field), inner: filledInner, isMap });
  }
  return made;
}

function insideOf(field: FieldSchema | undefined): Filling[] {
  if (field?.filledInside === undefined) return [];
  const { byName } = structIn(field.schema)!;
  return Object.entries(field.filledInside).flatMap(([name, value]) => {
    const inner = byName.get(name);
    return inner === undefined ? [] : [fillingOf(inner, value)];
  });
}

const fillingOf = ({ name, nullable }: FieldSchema, value: unknown): Filling => ({
  name,
  value,
  isGivenWhenEmpty: nullable,
});

function fillIn(fields: Fields, places: readonly FilledPlace[]): void {
  for (const place of places) {
    if (place.filling !== undefined) give(fields, place.filling);
    const value = fields[place.name];
    if (typeof value !== 'object' || value === null) continue;
    if (place.inner.length === 0 && place.inside.length === 0) continue;
    if (!place.isMap && !Array.isArray(value)) fillObject(value as Fields, place);
    else for (const item of objectsIn(value, place)) fillObject(item, place);
  }
}

function fillObject(object: Fields, { inside, inner }: FilledPlace): void {
  for (const filling of inside) give(object, filling);
  fillIn(object, inner);
}

function give(fields: Fields, { name, value, isGivenWhenEmpty }: Filling): void {
  const given = fields[name];
  const isGiven =
    given !== undefined && given !== null && (isGivenWhenEmpty || (given !== '' && given !== 0));
  // Objects change: each has a value of its own.
  if (!isGiven) fields[name] = typeof value === 'object' ? structuredClone(value) : value;
}
