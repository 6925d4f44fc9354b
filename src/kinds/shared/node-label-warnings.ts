import { type Dialect, fillPlaceholders } from '../../api/meta/dialect.ts';
import type { CoreV1NodeSelectorTerm } from '../../api/schema/types.gen.ts';
import type { FieldPath } from '../../api/validation/field-errors.ts';

/** Labels of nodes that have a newer name: by the older one the release since when, and the newer one. */
const newerNames: readonly [older: string, since: string, newer: string][] = [
  ['beta.{label}/arch', '1.14', '{label}/arch'],
  ['beta.{label}/os', '1.14', '{label}/os'],
  ['failure-domain.beta.{label}/region', '1.17', 'topology.{label}/region'],
  ['failure-domain.beta.{label}/zone', '1.17', 'topology.{label}/zone'],
  ['beta.{label}/instance-type', '1.17', 'node.{label}/instance-type'],
];

/** The warning of a key that is a deprecated label of nodes: `at` is where it stands. */
export function warnOfNodeLabel(key: string, at: FieldPath, dialect: Dialect): string[] {
  const found = newerNames.find(([older]) => fillPlaceholders(dialect, older) === key);
  if (found === undefined) return [];
  const [, since, newer] = found;
  return [`${at}: ${key} is deprecated since v${since}; use "${fillPlaceholders(dialect, newer)}" instead`];
}

/** Warnings about a term by which nodes are selected. */
export const warnOfSelectedLabels = (
  { matchExpressions = [] }: CoreV1NodeSelectorTerm,
  at: FieldPath,
  dialect: Dialect,
): string[] =>
  matchExpressions.flatMap(({ key }, index) =>
    warnOfNodeLabel(key, at.child('matchExpressions').index(index).child('key'), dialect),
  );
