import type { FieldSchema, StructSchema } from '../schema/schema.ts';

/** Positions of the fields of a struct. */
interface FieldPlaces {
  readonly places: ReadonlyMap<string, number>;
  /** Positions of the fields that are always printed, sorted. */
  readonly always: readonly number[];
}

/** Looking up each of so few fields is faster than reading the names of the source. */
const few = 10;

const placesOf = new WeakMap<StructSchema, FieldPlaces>();

/**
 * The fields of a struct that are present in the source or always printed, in the order of the definition. Returns all
 * fields if the source has another order, as bodies of clients do: looking up each is faster than sorting. Most objects
 * have only few of the fields of their type.
 */
export function presentFields(source: object, schema: StructSchema): readonly FieldSchema[] {
  const { fields } = schema;
  return fields.length <= few ? fields : (presentAmong(Object.keys(source), schema) ?? fields);
}

/** Does that with the names of the source; undefined if they have another order. */
export function presentAmong(names: readonly string[], schema: StructSchema): FieldSchema[] | undefined {
  const { fields } = schema;
  const { places, always } = fieldPlaces(schema);
  const present: FieldSchema[] = [];
  let last = -1;
  let next = 0;
  for (const name of names) {
    const place = places.get(name);
    if (place === undefined) continue;
    if (place < last) return undefined;
    last = place;
    while (always[next]! < place) present.push(fields[always[next++]!]!);
    if (always[next] === place) next++;
    present.push(fields[place]!);
  }
  while (next < always.length) present.push(fields[always[next++]!]!);
  return present;
}

/** Whether a value of the type has fields that are printed even if none is set. */
export const isNeverEmpty = (schema: StructSchema): boolean => fieldPlaces(schema).always.length > 0;

/** Position of a field in the definition. */
export const placeOf = (schema: StructSchema, name: string): number | undefined =>
  fieldPlaces(schema).places.get(name);

function fieldPlaces(schema: StructSchema): FieldPlaces {
  let layout = placesOf.get(schema);
  if (layout === undefined) {
    const places = new Map(schema.fields.map(({ name }, place) => [name, place]));
    layout = { places, always: schema.fields.flatMap(({ always }, place) => (always ? [place] : [])) };
    placesOf.set(schema, layout);
  }
  return layout;
}
