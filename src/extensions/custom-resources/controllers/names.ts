import { equalValues } from '../../../api/json/json-values.ts';
import { aggregate } from '../../../util/aggregate.ts';
import { goQuote } from '../../../util/quote.ts';
import type { Definition } from '../definition/definition.ts';

type Names = Definition['status']['acceptedNames'];

/** The names that other definitions of a group have. */
export interface TakenNames {
  resources: ReadonlySet<string>;
  kinds: ReadonlySet<string>;
}

export interface NamesDecision {
  accepted: Names;
  /** Undefined when all are accepted. */
  conflict: { reason: string; message: string } | undefined;
}

export function takenNames(others: Iterable<Names>): TakenNames {
  const resources = new Set<string>();
  const kinds = new Set<string>();
  for (const { plural, singular, shortNames, kind, listKind } of others) {
    for (const name of [plural, singular, ...(shortNames ?? [])]) if (name) resources.add(name);
    for (const name of [kind, listKind]) if (name) kinds.add(name);
  }
  return { resources, kinds };
}

/** Whether all wanted names are those that are accepted. */
export const hasWantedNames = ({ spec, status }: Definition): boolean =>
  equalValues(spec.names, status.acceptedNames);

/** Accepts the names that are free; those that are not stay what they were. The last conflict is reported. */
export function decideNames({ spec, status }: Definition, { resources, kinds }: TakenNames): NamesDecision {
  const wanted = spec.names;
  const accepted: Names = { ...status.acceptedNames };
  let conflict: NamesDecision['conflict'];
  const decide = (field: 'plural' | 'singular' | 'kind' | 'listKind', taken: ReadonlySet<string>): void => {
    const name = wanted[field] ?? '';
    if (name !== (accepted[field] ?? '') && taken.has(name)) {
      conflict = { reason: `${field[0]!.toUpperCase()}${field.slice(1)}Conflict`, message: inUse(name) };
    } else if (name === '') delete accepted[field];
    else accepted[field] = name;
  };
  decide('plural', resources);
  decide('singular', resources);
  const own = new Set(accepted.shortNames);
  const lost = (wanted.shortNames ?? []).filter((name) => !own.has(name) && resources.has(name));
  if (lost.length > 0) {
    conflict = { reason: 'ShortNamesConflict', message: aggregate(lost.map(inUse)) };
  } else if (wanted.shortNames === undefined) delete accepted.shortNames;
  else accepted.shortNames = wanted.shortNames;
  decide('kind', kinds);
  decide('listKind', kinds);
  if (wanted.categories === undefined) delete accepted.categories;
  else accepted.categories = wanted.categories;
  return { accepted, conflict };
}

const inUse = (name: string): string => `${goQuote(name)} is already in use`;
