import protobuf from 'protobufjs';
import { isReleasedBy } from '../meta/release.ts';

/** The releases that have something: all, where nothing is said. */
interface Life {
  since?: string | undefined;
  until?: string | undefined;
}

/** A name that came, or went, with a release. */
export interface LaterValue extends Life {
  name: string;
  /** Feature gate without which it is not taken. */
  gate?: string;
}

/**
 * The form of a field before a release: options in place of those that are declared (an empty text or list for one
 * that it had not), and another type, as the definitions write it.
 */
interface EarlierForm {
  until: string;
  type?: string;
  optional?: boolean;
  [option: string]: unknown;
}

type ParsedOptions = Record<string, unknown>[];

/**
 * Makes the definitions those of one release: takes out the fields and named values that it does not have, and gives
 * the others the form that they had in it. Undefined: all that ever was, each in its newest form.
 */
export function viewOfRelease(root: protobuf.Root, release: string | undefined): void {
  for (const group of root.nestedArray) {
    for (const version of (group as protobuf.Namespace).nestedArray) {
      for (const message of (version as protobuf.Namespace).nestedArray) {
        if (message instanceof protobuf.Type) viewMessage(message, release);
      }
    }
  }
}

function viewMessage(message: protobuf.Type, release: string | undefined): void {
  const declared = message.fieldsArray;
  if (!declared.some(isOfReleases)) return;
  const fields = declared.filter((field) => isThere(lifeOf(field), release));
  // All go before any comes back: fields keep the order in which they are declared.
  for (const field of declared) message.remove(field);
  for (const field of fields) message.add(viewField(field, release));
}

const ofReleases = new Set(['(since)', '(until)', '(earlier)']);

const isOfReleases = ({ parsedOptions }: protobuf.Field): boolean =>
  ((parsedOptions ?? []) as ParsedOptions).some(
    (option) =>
      Object.keys(option).some((name) => ofReleases.has(name)) ||
      (option['(values)'] as Partial<NamedValues> | undefined)?.later !== undefined,
  );

const lifeOf = ({ options }: protobuf.Field): Life => ({
  since: options?.['(since)'],
  until: options?.['(until)'],
});

/** Whether a release has it. */
export const isThere = ({ since, until }: Life, release: string | undefined): boolean =>
  release === undefined ||
  ((since === undefined || isReleasedBy(since, release)) &&
    (until === undefined || !isReleasedBy(until, release)));

function viewField(field: protobuf.Field, release: string | undefined): protobuf.Field {
  const declared = (field.parsedOptions ?? []) as ParsedOptions;
  // `optional` is no option that is written, and not among the parsed ones.
  const options = new Map([
    ['proto3_optional', field.options?.['proto3_optional']],
    ...declared.flatMap((option) => Object.entries(option)),
  ]);
  let type = field.type;
  for (const form of earlierForms(declared, release)) {
    for (const [name, value] of Object.entries(form)) {
      if (name === 'type') type = value as string;
      else if (name === 'optional') options.set('proto3_optional', value);
      else if (name !== 'until') options.set(`(${name})`, value);
    }
  }
  const values = options.get('(values)');
  if (values !== undefined) options.set('(values)', valuesOf(values as NamedValues, release));
  return withOptions(field, type, options) as protobuf.Field;
}

/** Forms that still count in the release, the newest first: an older one says what was different before it as well. */
function earlierForms(declared: ParsedOptions, release: string | undefined): EarlierForm[] {
  if (release === undefined) return [];
  return declared
    .flatMap((option) => ('(earlier)' in option ? [option['(earlier)'] as EarlierForm] : []))
    .filter(({ until }) => !isReleasedBy(until, release))
    .sort((a, b) => (isReleasedBy(a.until, b.until) ? 1 : -1));
}

interface NamedValues {
  names: readonly string[];
  later?: LaterValue | readonly LaterValue[];
}

function valuesOf({ names, later = [] }: NamedValues, release: string | undefined): NamedValues {
  const added = [later].flat().filter((value) => isThere(value, release));
  return { names: [...names, ...added.map(({ name }) => name)] };
}

function withOptions(
  field: protobuf.Field,
  type: string,
  options: ReadonlyMap<string, unknown>,
): protobuf.FieldBase {
  const given = [...options].filter(
    ([name, value]) => value !== undefined && !(name.startsWith('(') && isNone(value)),
  );
  const plain = Object.fromEntries(given);
  const view =
    field instanceof protobuf.MapField
      ? new protobuf.MapField(field.name, field.id, field.keyType, type, plain)
      : new protobuf.Field(
          field.name,
          field.id,
          type,
          field.repeated ? 'repeated' : undefined,
          undefined,
          plain,
        );
  view.comment = field.comment;
  view.parsedOptions = given.map(([name, value]) => ({ [name]: value })) as never;
  return view;
}

/** Whether an option is said not to be there. */
const isNone = (value: unknown): boolean =>
  value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
