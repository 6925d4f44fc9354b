import protobuf from 'protobufjs';
import { isThere } from '../../../src/api/schema/release-view.ts';
import { namesOf, optionsOf, type WrittenDefinitions } from './definition-fields.ts';
import { gatesOfOlderReleases } from './deviations.ts';
import { type FactField, type FactFile, formOf } from './facts.ts';
import type { FactTypes } from './types.ts';

/** What is compared of a field, aspect by aspect, each as a text; '' stands for what is not there. */
export type Form = Record<string, string>;

/** String types that name what is common: any other value is as good. */
const open = new Set(['ResourceName', 'KeyUsage']);

const sorted = (texts: readonly string[]): string => [...new Set(texts)].sort().join(',');

/** A field of the facts in a release. */
export function factForm(field: FactField, file: FactFile, types: FactTypes, release: string): Form {
  const { number, type, flags } = formOf(field, release);
  const normal = types.normal(type, file.name);
  const inline = flags.has('inline');
  const flagValue = (name: string): string =>
    [...flags].find((flag) => flag.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  const [, list = '', keys = ''] = /^(\w*)(?:\((.*)\))?$/.exec(flagValue('list')) ?? [];
  const isList = normal.startsWith('[]') || type === 'bytes';
  const isOpen = open.has(type.replace(/^.*[\].]/, ''));
  const named = isOpen ? [] : types.valuesOf(type, file.name).filter((value) => isThere(value, release));
  const constant = flagValue('default');
  return {
    number: number === '-' ? '' : number,
    type: normal,
    inline: String(inline),
    nullable: String(flags.has('ptr')),
    presence: inline || !flags.has('keep') ? '' : flags.has('opt') ? 'always' : 'required',
    list: isList ? list : '',
    keys: isList ? keys : '',
    map: flagValue('map') || flagValue('struct'),
    merge: flagValue('merge'),
    patch: flagValue('patch'),
    default: constant.startsWith('ref(') ? '' : constant,
    values: sorted(named.map(({ name, gate }) => name + (gate === undefined ? '' : `(${gate})`))),
    gates: sorted(flags.has('drop') ? field.gates : field.gates.filter((gate) => !ofKinds(file).has(gate))),
    drop: String(flags.has('drop')),
  };
}

/** Gates without which kinds are not served: what is said of their fields says no more. */
const ofKinds = ({ types }: FactFile): ReadonlySet<string | undefined> =>
  new Set([...types.values()].map(({ head }) => (head?.has('resource') ? head.get('gate') : undefined)));

/** A field of the definitions. */
export function definitionForm(field: protobuf.Field, definitions: WrittenDefinitions): Form {
  const options = optionsOf(field);
  const text = (name: string): string => (options.get(`(${name})`) as string | undefined) ?? '';
  const is = (name: string): boolean => options.get(`(${name})`) === true;
  return {
    number: String(field.id),
    type: definitions.typeOf(field),
    inline: String(is('inline')),
    nullable: String(field.options?.['proto3_optional'] === true),
    presence: is('required') ? 'required' : is('always') ? 'always' : '',
    list: text('list'),
    keys: namesOf(options, 'list_keys').join(','),
    map: text('map'),
    merge: text('merge_key'),
    patch: namesOf(options, 'patch').join(','),
    default: text('default'),
    values: sorted(definitions.valuesOf(field)),
    gates: sorted(namesOf(options, 'gate')),
    drop: String(is('drop')),
  };
}

/** The aspects in which two forms differ, as `aspect: fact, not definition`. */
export function differencesOf(fact: Form, definition: Form, field: protobuf.Field): string[] {
  return Object.keys(fact)
    .filter((aspect) => fact[aspect] !== definition[aspect] && !isSame(aspect, fact, definition, field))
    .map((aspect) => `${aspect}: ${shown(fact[aspect])}, not ${shown(definition[aspect])}`);
}

function isSame(aspect: string, fact: Form, definition: Form, field: protobuf.Field): boolean {
  if (aspect === 'number') return fact['number'] === '';
  if (aspect === 'presence') return definition['presence'] === 'always' && isPrinted(fact, field);
  // The facts leave out gates that were settled, or on, in the oldest release that they are about.
  if (aspect === 'gates' || aspect === 'drop')
    return (
      fact['gates'] === '' && definition['gates']!.split(',').every((gate) => gatesOfOlderReleases.has(gate))
    );
  // A list of type map has the merge key as its key unless it says another one.
  if (aspect === 'keys') return definition['keys'] === '' && fact['keys'] === definition['merge'];
  return false;
}

/** A message that is not nullable is printed in any case; whether it is required too is not sure in the facts. */
function isPrinted(fact: Form, field: protobuf.Field): boolean {
  const isMessage = field.resolvedType instanceof protobuf.Type && !field.map && !field.repeated;
  const isScalar = field.resolvedType?.options?.['(json)'] !== undefined;
  return isMessage && field.options?.['proto3_optional'] !== true && !(isScalar && fact['presence'] === '');
}

const shown = (text: string | undefined): string => (text === '' ? 'none' : String(text));
