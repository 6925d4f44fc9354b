import type { FeatureGates } from '../gates/feature-gates.ts';
import type { FieldSchema, Schema, StructSchema } from './schema.ts';

type Gates = Pick<FeatureGates, 'isOn'>;
type Fields = Record<string, unknown>;

/** A field that is disabled, or on the way to one. */
interface Place {
  name: string;
  /** The message and the field, `core.v1.Container.resizePolicy`, when it is disabled itself. */
  disabled: string | undefined;
  /** The places in its value, or in each of its items. A message that contains itself has itself among them. */
  inner: readonly Place[];
  /** Its value is a map, whose members are the items. */
  isMap: boolean;
}

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
    const all = new Set(structs);
    const affected = affectedBy(all, gates);
    const known = new Map<StructSchema, Place[]>();
    const placesIn = (struct: StructSchema): readonly Place[] => {
      const before = known.get(struct);
      if (before !== undefined) return before;
      const places: Place[] = [];
      known.set(struct, places);
      for (const field of struct.fields) {
        const { name, schema } = field;
        const inner = structIn(schema);
        if (isDisabled(struct, field, gates))
          places.push({ name, disabled: nameOf(struct, field), inner: [], isMap: false });
        else if (inner !== undefined && affected.has(inner))
          places.push({ name, disabled: undefined, inner: placesIn(inner), isMap: schema.type === 'map' });
      }
      return places;
    };
    return (struct) => {
      const places = placesIn(struct);
      return places.length === 0 ? undefined : new DisabledFields(places);
    };
  }

  /** Empties them in a new object. `old`: the stored one, if there is one. */
  drop(object: object, old?: object): void {
    const used = new Set<string>();
    if (old !== undefined) {
      visit(old as Fields, this.#places, (_, { disabled }) => void used.add(disabled!));
    }
    visit(object as Fields, this.#places, (fields, { name, disabled }) => {
      if (!used.has(disabled!)) delete fields[name];
    });
  }
}

/** The messages that have a disabled field, or contain one that does. */
function affectedBy(structs: ReadonlySet<StructSchema>, gates: Gates): ReadonlySet<StructSchema> {
  const affected = new Set<StructSchema>();
  for (let count = -1; count < affected.size; ) {
    count = affected.size;
    for (const struct of structs) {
      if (affected.has(struct)) continue;
      const isAffected = struct.fields.some((field) => {
        const inner = structIn(field.schema);
        return isDisabled(struct, field, gates) || (inner !== undefined && affected.has(inner));
      });
      if (isAffected) affected.add(struct);
    }
  }
  return affected;
}

const nameOf = (struct: StructSchema, { name }: FieldSchema): string => `${struct.name}.${name}`;

/** One gate of several is enough: a later one adds to what the field can be, or has another name. */
const isDisabled = (struct: StructSchema, field: FieldSchema, gates: Gates): boolean =>
  field.isDropped &&
  field.gates.length > 0 &&
  !field.gates.some((gate) => gates.isOn(gate)) &&
  !withOwnRules.has(nameOf(struct, field));

function structIn(schema: Schema): StructSchema | undefined {
  if (schema.type === 'list') return structIn(schema.element);
  if (schema.type === 'map') return structIn(schema.value);
  return schema.type === 'struct' ? schema : undefined;
}

/** Calls `found` for each disabled field that has a value. */
function visit(
  fields: Fields,
  places: readonly Place[],
  found: (fields: Fields, place: Place) => void,
): void {
  for (const place of places) {
    const value = fields[place.name];
    if (value === undefined || value === null) continue;
    if (place.disabled !== undefined) found(fields, place);
    else for (const object of objectsIn(value, place.isMap)) visit(object, place.inner, found);
  }
}

/** The objects that a value is, or that are its items. */
function objectsIn(value: unknown, isMap: boolean): Fields[] {
  const items: unknown[] = Array.isArray(value) ? value : isMap ? Object.values(value as Fields) : [value];
  return items.filter((item): item is Fields => typeof item === 'object' && item !== null);
}
