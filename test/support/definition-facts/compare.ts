import type protobuf from 'protobufjs';
import { isThere } from '../../../src/api/schema/release-view.ts';
import type { WrittenDefinitions } from './definition-fields.ts';
import type { FactFile, FactType } from './facts.ts';
import { definitionForm, differencesOf, factForm } from './forms.ts';
import { kindDifferences } from './kinds.ts';
import type { FactTypes } from './types.ts';

/** A difference, and the releases in which it is one. */
type Found = Map<string, string[]>;

/** The differences of one group-version in some releases: `PodSpec.os 1.25..1.36: gates: IdentifyPodOS, not none`. */
export function compareGroupVersion(
  file: FactFile,
  types: FactTypes,
  views: ReadonlyMap<string, WrittenDefinitions>,
): string[] {
  const found: Found = new Map();
  for (const [release, definitions] of views) {
    if (!isThere(file, release)) continue;
    for (const difference of differencesIn(file, types, definitions, release)) {
      found.set(difference, [...(found.get(difference) ?? []), release]);
    }
  }
  return [...found].map(([difference, releases]) => difference.replace(' @', ` ${rangeOf(releases)}:`));
}

const rangeOf = (releases: readonly string[]): string =>
  releases.length === 1 ? releases[0]! : `${releases[0]}..${releases.at(-1)}`;

function differencesIn(
  file: FactFile,
  types: FactTypes,
  definitions: WrittenDefinitions,
  release: string,
): string[] {
  const messages = definitions.messagesOf(file.name);
  if (messages === undefined) return [`${file.name} @ is not defined`];
  const differences = [...file.types.values()]
    .filter((type) => isThere(type, release) && !isList(type))
    .flatMap((type) => {
      const message = messages.get(type.name);
      if (message === undefined) return [`${type.name} @ is not defined`];
      return [
        ...fieldDifferences({ file, types, definitions, release }, type, message),
        ...kindDifferences(type, message, definitions, release),
      ];
    });
  const isScalar = (name: string) => messages.get(name)!.options?.['(json)'] !== undefined;
  const added = [...messages.keys()].filter((name) => !file.types.has(name) && !isScalar(name));
  return [...differences, ...added.map((name) => `${name} @ is not in the facts`)];
}

/** Lists come with their kinds. */
const isList = ({ name, fields }: FactType): boolean =>
  name.endsWith('List') && name !== 'List' && fields.some((field) => field.name === 'items');

interface Comparison {
  file: FactFile;
  types: FactTypes;
  definitions: WrittenDefinitions;
  release: string;
}

function fieldDifferences(
  { file, types, definitions, release }: Comparison,
  type: FactType,
  message: protobuf.Type,
): string[] {
  // What its JSON is follows from no field.
  if (message.options?.['(json)'] !== undefined) return [];
  const facts = type.fields.filter((field) => field.name !== 'TypeMeta' && isThere(field, release));
  const nameOf = (field: protobuf.Field) => lowerFirst(definitions.jsonNameOf(field));
  const fields = new Map(message.fieldsArray.map((field) => [nameOf(field), field]));
  const names = facts.map(({ name }) => lowerFirst(name));
  const differences = facts.flatMap((fact) => {
    const field = fields.get(lowerFirst(fact.name));
    if (field === undefined) return [`${type.name}.${fact.name} @ is not defined`];
    const form = definitionForm(field, definitions);
    return differencesOf(factForm(fact, file, types, release), form, field).map(
      (difference) => `${type.name}.${fact.name} @ ${difference}`,
    );
  });
  const added = [...fields.keys()].filter((name) => !names.includes(name));
  // Those that are gone stand last in the facts, wherever they were.
  const lasting = facts.filter(({ until }) => until === undefined).map(({ name }) => lowerFirst(name));
  const common = [...fields.keys()].filter((name) => lasting.includes(name));
  const isInOrder = common.join() === lasting.filter((name) => fields.has(name)).join();
  return [
    ...differences,
    ...added.map((name) => `${type.name}.${name} @ is not in the facts`),
    ...(isInOrder ? [] : [`${type.name} @ has its fields in another order`]),
  ];
}

/** Messages that are inlined begin with a capital in the facts. */
const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
