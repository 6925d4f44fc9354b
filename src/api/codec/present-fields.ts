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
  if (fields.length <= few) return fields;
  const { places, always } = fieldPlaces(schema);
  const present: FieldSchema[] = [];
  let last = -1;
  let next = 0;
  for (const name of Object.keys(source)) {
    const place = places.get(name);
    if (place === undefined) continue;
    if (place < last) return fields;
    last = place;
    while (always[next]! < place) present.push(fields[always[next++]!]!);
    if (always[next] === place) next++;
    present.push(fields[place]!);
  }
  while (next < always.length) present.push(fields[always[next++]!]!);
  return present;
}

function fieldPlaces(schema: StructSchema): FieldPlaces {
  let layout = placesOf.get(schema);
  if (layout === undefined) {
    const places = new Map(schema.fields.map(({ name }, place) => [name, place]));
    layout = { places, always: schema.fields.flatMap(({ always }, place) => (always ? [place] : [])) };
    placesOf.set(schema, layout);
  }
  return layout;
}
