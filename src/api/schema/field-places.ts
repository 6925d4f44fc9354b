import type { FieldSchema, Schema, StructSchema } from './schema.ts';

/** A field that is marked, or on the way to one. */
export interface Place {
  name: string;
  /** The field, and the message and the field (`core.v1.Container.resizePolicy`), when it is marked itself. */
  marked: { field: FieldSchema; name: string } | undefined;
  /** The places in its value, or in each of its items. A message that contains itself has itself among them. */
  inner: readonly Place[];
  /** Its value is a map, whose members are the items. */
  isMap: boolean;
}

type IsMarked = (struct: StructSchema, field: FieldSchema) => boolean;

/**
 * Finds the fields of a message, and of those in it, that are marked: none for a message whose objects need not be looked
 * at. `structs`: all messages. `goesOn`: whether there are marked ones to be found within a marked one.
 */
export function placesFinder(
  structs: Iterable<StructSchema>,
  isMarked: IsMarked,
  goesOn: boolean,
): (struct: StructSchema) => readonly Place[] {
  const affected = affectedBy(new Set(structs), isMarked);
  const known = new Map<StructSchema, Place[]>();
  const placesIn = (struct: StructSchema): readonly Place[] => {
    const before = known.get(struct);
    if (before !== undefined) return before;
    const places: Place[] = [];
    known.set(struct, places);
    for (const field of struct.fields) {
      const { name, schema } = field;
      const inner = structIn(schema);
      const marked = isMarked(struct, field) ? { field, name: nameOf(struct, field) } : undefined;
      const isOnTheWay = inner !== undefined && affected.has(inner) && (marked === undefined || goesOn);
      if (marked === undefined && !isOnTheWay) continue;
      places.push({ name, marked, inner: isOnTheWay ? placesIn(inner) : [], isMap: schema.type === 'map' });
    }
    return places;
  };
  return placesIn;
}

/** The messages that have a marked field, or contain one that does. */
function affectedBy(structs: ReadonlySet<StructSchema>, isMarked: IsMarked): ReadonlySet<StructSchema> {
  const affected = new Set<StructSchema>();
  for (let count = -1; count < affected.size; ) {
    count = affected.size;
    for (const struct of structs) {
      if (affected.has(struct)) continue;
      const isAffected = struct.fields.some((field) => {
        const inner = structIn(field.schema);
        return isMarked(struct, field) || (inner !== undefined && affected.has(inner));
      });
      if (isAffected) affected.add(struct);
    }
  }
  return affected;
}

const nameOf = (struct: StructSchema, { name }: FieldSchema): string => `${struct.name}.${name}`;

/** The message that values of a schema are or can be, or that the items of its lists and maps are. */
export function structIn(schema: Schema): StructSchema | undefined {
  if (schema.type === 'list') return structIn(schema.element);
  if (schema.type === 'map') return structIn(schema.value);
  if (schema.type === 'struct') return schema;
  return 'choice' in schema ? schema.choice?.object?.schema : undefined;
}

/** The objects that the value of a place is, or that are its items. */
export function objectsIn(value: unknown, { isMap }: Pick<Place, 'isMap'>): Record<string, unknown>[] {
  const items: unknown[] = Array.isArray(value) ? value : isMap ? Object.values(value as object) : [value];
  return items.filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null);
}
