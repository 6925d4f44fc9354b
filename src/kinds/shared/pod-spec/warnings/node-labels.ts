import { type Dialect, dialects, fillPlaceholders } from '../../../../api/meta/dialect.ts';
import type { CoreV1NodeSelectorTerm, CoreV1PodSpec } from '../../../../api/schema/types.gen.ts';
import type { FieldPath } from '../../../../api/validation/field-errors.ts';
import type { PodFeatures } from '../features.ts';
import { warnOfNoSelector } from './selectors.ts';

/** Labels of nodes that have a newer name: by the older one the release since when, and the newer one. */
const newerNames: Readonly<Record<string, readonly [since: string, name: string]>> = {
  'beta.{label}/arch': ['1.14', '{label}/arch'],
  'beta.{label}/os': ['1.14', '{label}/os'],
  'failure-domain.beta.{label}/region': ['1.17', 'topology.{label}/region'],
  'failure-domain.beta.{label}/zone': ['1.17', 'topology.{label}/zone'],
  'beta.{label}/instance-type': ['1.17', 'node.{label}/instance-type'],
};

/** The warning for a node selector with a deprecated label, by the label. */
type DeprecatedLabels = ReadonlyMap<string, string>;

export const deprecatedLabels = (dialect: Dialect): DeprecatedLabels => labelsIn.get(dialect)!;

/** Worked out once: every pod is looked at with them. */
const labelsIn: ReadonlyMap<Dialect, DeprecatedLabels> = new Map(
  dialects.map((dialect) => [
    dialect,
    new Map(
      Object.entries(newerNames).map(([older, [since, newer]]) => [
        fillPlaceholders(dialect, older),
        `deprecated since v${since}; use "${fillPlaceholders(dialect, newer)}" instead`,
      ]),
    ),
  ]),
);

/** All places where a pod asks for nodes by their labels. */
export function warnOfNodeLabels(
  { nodeSelector = {}, affinity, topologySpreadConstraints = [] }: CoreV1PodSpec,
  path: FieldPath,
  labels: DeprecatedLabels,
  { since28 }: PodFeatures,
): string[] {
  const named = (name: string, at: FieldPath): string[] =>
    labels.has(name) ? [`${at}: ${name} is ${labels.get(name)}`] : [];
  const inTerm = ({ matchExpressions = [] }: CoreV1NodeSelectorTerm, at: FieldPath): string[] =>
    matchExpressions.flatMap(({ key }, index) =>
      named(key, at.child('matchExpressions').index(index).child('key')),
    );
  const nodes = affinity?.nodeAffinity;
  const affinityPath = path.child('affinity', 'nodeAffinity');
  const required = affinityPath.child('requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms');
  const preferred = affinityPath.child('preferredDuringSchedulingIgnoredDuringExecution');
  return [
    ...[...labels].flatMap(([name, text]) =>
      Object.hasOwn(nodeSelector, name) ? [`${path.child('nodeSelector').key(name)}: ${text}`] : [],
    ),
    ...(nodes?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []).flatMap(
      (term, index) => inTerm(term, required.index(index)),
    ),
    ...(nodes?.preferredDuringSchedulingIgnoredDuringExecution ?? []).flatMap(({ preference }, index) =>
      inTerm(preference, preferred.index(index).child('preference')),
    ),
    ...topologySpreadConstraints.flatMap((constraint, index) => {
      const at = path.child('topologySpreadConstraints').index(index);
      return [
        ...named(constraint.topologyKey, at.child('topologyKey')),
        ...(since28 ? warnOfNoSelector(constraint, at) : []),
      ];
    }),
  ];
}
