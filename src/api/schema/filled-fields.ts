import { type Gates, isDisabled } from './disabled-fields.ts';
import { objectsIn, type Place, placesFinder, structIn } from './field-places.ts';
import type { FieldSchema, StructSchema } from './schema.ts';

type Fields = Record<string, unknown>;

/** A field with the value that it gets. */
interface Filling {
  name: string;
  value: unknown;
  /** Value as JSON, if it is an object or a list: those change, and each object has its own. */
  text: string | undefined;
  /** Go's empty value counts as absent: the field is printed empty. */
  isGivenWhenEmpty: boolean;
}

/** The fields of a message that get a value, and those in whose messages there are such. */
interface FilledMessage {
  fillings: readonly Filling[];
  inner: ReadonlyMap<string, InnerMessage>;
}

/** A message, or the items of a list or a map, with the fields of it that get a value only there. */
interface InnerMessage {
  inside: readonly Filling[];
  message: FilledMessage;
  isMap: boolean;
}

/** Rule of a definition for the values that a field gets. */
type Rule = Pick<FieldSchema, 'filled' | 'filledInside' | 'isUnfilled'>;
type RuleOf = (field: FieldSchema) => Rule;
type Finder = (struct: StructSchema) => FilledFields | undefined;

/** The fields of a type that get a value, always the same, where a client gives none. */
export class FilledFields {
  readonly #message: FilledMessage;

  private constructor(message: FilledMessage) {
    this.#message = message;
  }

  /**
   * Finds those of a type: undefined for one that has none. `structs`: all messages. `gates`: with them, what a write
   * empties is not filled in.
   */
  static finder(structs: Iterable<StructSchema>, gates?: Gates): Finder {
    return FilledFields.#finderBy(structs, (field) => ruleWith(field, gates));
  }

  /** The same of what is filled in in a version that is not the stored one, before objects are brought into that. */
  static firstFinder(structs: Iterable<StructSchema>): Finder {
    return FilledFields.#finderBy(structs, ({ filledFirst }) => ({ filled: filledFirst }));
  }

  static #finderBy(structs: Iterable<StructSchema>, ruleOf: RuleOf): Finder {
    const placesIn = placesFinder(structs, (_, field) => isRule(ruleOf(field)), true);
    const known = new Map<readonly Place[], FilledMessage>();
    return (struct) => {
      const places = placesIn(struct);
      return places.length === 0 ? undefined : new FilledFields(filledMessage(places, ruleOf, known));
    };
  }

  /** Fills them in, in each message that is there. A second time changes nothing. */
  fill(object: object): void {
    fillIn(object as Fields, this.#message);
  }
}

/** The rule of a field, without what a write would empty again. */
function ruleWith(field: FieldSchema, gates: Gates | undefined): Rule {
  if (gates === undefined) return field;
  const { filledInside, isUnfilled } = field;
  const filled = isEmptied(field, gates) ? undefined : field.filled;
  if (filledInside === undefined) return { filled, filledInside, isUnfilled };
  const { byName } = structIn(field.schema)!;
  const stays = (name: string): boolean => {
    const inner = byName.get(name);
    return inner !== undefined && !isEmptied(inner, gates);
  };
  const inside = Object.entries(filledInside).filter(([name]) => stays(name));
  return { filled, filledInside: Object.fromEntries(inside), isUnfilled };
}

/** One whose gate is off is not always emptied: what it guards may be a value alone. */
const isEmptied = (field: FieldSchema, gates: Gates): boolean =>
  field.droppedTo === undefined && isDisabled(field, gates);

const isRule = ({ filled, filledInside, isUnfilled }: Rule): boolean =>
  filled !== undefined || filledInside !== undefined || isUnfilled === true;

/** `known`: those that were made. A message that contains itself has itself among those within it. */
function filledMessage(
  places: readonly Place[],
  ruleOf: RuleOf,
  known: Map<readonly Place[], FilledMessage>,
): FilledMessage {
  const before = known.get(places);
  if (before !== undefined) return before;
  const fillings: Filling[] = [];
  const inner = new Map<string, InnerMessage>();
  const made = { fillings, inner };
  known.set(places, made);
  for (const place of places) {
    const field = place.marked?.field;
    const rule = field && ruleOf(field);
    if (rule?.filled !== undefined) fillings.push(fillingOf(field!, rule.filled));
    const within = rule?.isUnfilled ? [] : place.inner;
    const inside = insideOf(field, rule);
    if (within.length > 0 || inside.length > 0)
      inner.set(place.name, { inside, message: filledMessage(within, ruleOf, known), isMap: place.isMap });
  }
  return made;
}

function insideOf(field: FieldSchema | undefined, rule: Rule | undefined): Filling[] {
  if (rule?.filledInside === undefined) return [];
  const { byName } = structIn(field!.schema)!;
  return Object.entries(rule.filledInside).flatMap(([name, value]) => {
    const inner = byName.get(name);
    return inner === undefined ? [] : [fillingOf(inner, value)];
  });
}

const fillingOf = ({ name, nullable }: FieldSchema, value: unknown): Filling => ({
  name,
  value,
  text: typeof value === 'object' ? JSON.stringify(value) : undefined,
  isGivenWhenEmpty: nullable,
});

/** Goes by what is there: of the many sources that a volume can have, it has one. */
function fillIn(fields: Fields, { fillings, inner }: FilledMessage): void {
  for (const filling of fillings) give(fields, filling);
  if (inner.size === 0) return;
  for (const name in fields) {
    const within = inner.get(name);
    if (within !== undefined) fillInside(fields[name], within);
  }
}

function fillInside(value: unknown, within: InnerMessage): void {
  if (typeof value !== 'object' || value === null) return;
  if (!within.isMap && !Array.isArray(value)) fillObject(value as Fields, within);
  else for (const item of objectsIn(value, within)) fillObject(item, within);
}

function fillObject(object: Fields, { inside, message }: InnerMessage): void {
  for (const filling of inside) give(object, filling);
  fillIn(object, message);
}

function give(fields: Fields, { name, value, text, isGivenWhenEmpty }: Filling): void {
  const given = fields[name];
  const isGiven =
    given !== undefined && given !== null && (isGivenWhenEmpty || (given !== '' && given !== 0));
  if (!isGiven) fields[name] = text === undefined ? value : JSON.parse(text);
}
