import type { FieldSchema, StructSchema } from '../schema/schema.ts';

/** Where the fields of a struct stand, and which of them are printed whatever is given. */
interface FieldPlaces {
  readonly places: ReadonlyMap<string, number>;
  /** Places, in order. */
  readonly always: readonly number[];
}

/** To look for that few one by one is faster than to look what there is. */
const few = 10;

const placesOf = new WeakMap<StructSchema, FieldPlaces>();

/**
 * The fields of a struct that have to be looked at, in their order: those that are given and those that are always
 * there. All of them where the given ones are not in order, as what clients wrote is not: looking for each is faster
 * than sorting. Most structs have many fields more than are ever given.
 */
export function presentFields(source: object, schema: StructSchema): readonly FieldSchema[] {
  const { fields } = schema;
  if (fields.length <= few) return fields;
  const { places, always } = fieldPlaces(schema);
  const given: FieldSchema[] = [];
  let last = -1;
  let next = 0;
  for (const name of Object.keys(source)) {
    const place = places.get(name);
    if (place === undefined) continue;
    if (place < last) return fields;
    last = place;
    while (always[next]! < place) given.push(fields[always[next++]!]!);
    if (always[next] === place) next++;
    given.push(fields[place]!);
  }
  while (next < always.length) given.push(fields[always[next++]!]!);
  return given;
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
