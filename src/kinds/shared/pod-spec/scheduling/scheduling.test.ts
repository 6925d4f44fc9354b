import { expect, test } from 'vitest';
import { faultsOf } from '../../../../../test/support/unit/pod-specs.ts';
import type {
  CoreV1Affinity,
  CoreV1NodeSelectorTerm,
  CoreV1PodAffinityTerm,
  CoreV1Toleration,
  CoreV1TopologySpreadConstraint,
} from '../../../../api/schema/types.gen.ts';

const hard = 'requiredDuringSchedulingIgnoredDuringExecution';
const soft = 'preferredDuringSchedulingIgnoredDuringExecution';
const qualified = `name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`;

test.each<[CoreV1Toleration, ...string[]]>([
  [{ key: 'a', operator: 'Exists' }],
  [{ operator: 'Exists' }],
  [{ key: 'a', value: 'b', effect: 'NoExecute', tolerationSeconds: 0 }],
  [{ key: 'a b', operator: 'Exists' }, `key: Invalid value: "a b": ${qualified}`],
  [
    {},
    'operator: Invalid value: "": operator must be Exists when `key` is empty, which means "match all values and all keys"',
  ],
  [
    { key: 'a', operator: 'Exists', effect: 'NoSchedule', tolerationSeconds: 1 },
    `effect: Invalid value: "NoSchedule": effect must be 'NoExecute' when \`tolerationSeconds\` is set`,
  ],
  [
    { key: 'a', operator: 'Exists', value: 'b' },
    `operator: Invalid value: core.Toleration{Key:"a", Operator:"Exists", Value:"b", Effect:"", TolerationSeconds:(*int64)(nil)}: value must be empty when \`operator\` is 'Exists'`,
  ],
  [{ key: 'a', operator: 'In' }, 'operator: Unsupported value: "In": supported values: "Equal", "Exists"'],
  [
    { key: 'a', operator: 'Exists', effect: 'x' },
    'effect: Unsupported value: "x": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
  ],
])('toleration %j', (toleration, ...expected) => {
  expect(faultsOf({ tolerations: [toleration] })).toEqual(
    expected.map((text) => `spec.tolerations[0].${text}`),
  );
});

test('the problems of a value are one', () => {
  const [problem, ...others] = faultsOf({ tolerations: [{ key: 'a', value: `-${'b'.repeat(63)}` }] });
  expect(others).toEqual([]);
  expect(problem).toContain('must be no more than 63 bytes;a valid label must be');
});

const terms = (...nodeSelectorTerms: CoreV1NodeSelectorTerm[]): CoreV1Affinity => ({
  nodeAffinity: { [hard]: { nodeSelectorTerms } },
});
const podTerm = (term: CoreV1PodAffinityTerm): CoreV1Affinity => ({ podAffinity: { [hard]: [term] } });

test.each<[CoreV1Affinity, ...string[]]>([
  [terms({ matchExpressions: [{ key: 'a', operator: 'Gt', values: ['1'] }] })],
  [terms({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['node'] }] })],
  [
    terms(),
    `nodeAffinity.${hard}.nodeSelectorTerms: Required value: must have at least one node selector term`,
  ],
  [
    terms({ matchExpressions: [{ key: 'a', operator: 'In' }] }),
    `nodeAffinity.${hard}.nodeSelectorTerms[0].matchExpressions[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
  ],
  [
    terms({ matchFields: [{ key: 'x', operator: 'Exists' }] }),
    `nodeAffinity.${hard}.nodeSelectorTerms[0].matchFields[0].operator: Invalid value: "Exists": not a valid selector operator`,
    `nodeAffinity.${hard}.nodeSelectorTerms[0].matchFields[0].key: Invalid value: "x": not a valid field selector key`,
  ],
  [
    { nodeAffinity: { [soft]: [{ weight: 0, preference: {} }] } },
    `nodeAffinity.${soft}[0].weight: Invalid value: 0: must be in the range 1-100`,
  ],
  [podTerm({ topologyKey: 'zone', namespaceSelector: {} })],
  [
    podTerm({
      topologyKey: '',
      namespaces: ['a.b'],
      labelSelector: { matchExpressions: [{ key: 'k', operator: 'In' }] },
    }),
    `podAffinity.${hard}[0].labelSelector.matchExpressions[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
    `podAffinity.${hard}[0].namespace: Invalid value: "a.b": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
    `podAffinity.${hard}[0].topologyKey: Required value: can not be empty`,
    `podAffinity.${hard}[0].topologyKey: Invalid value: "": name part must be non-empty`,
    `podAffinity.${hard}[0].topologyKey: Invalid value: "": ${qualified}`,
  ],
  [
    { podAntiAffinity: { [soft]: [{ weight: 101, podAffinityTerm: { topologyKey: 'a b' } }] } },
    `podAntiAffinity.${soft}[0].weight: Invalid value: 101: must be in the range 1-100`,
    `podAntiAffinity.${soft}[0].podAffinityTerm.topologyKey: Invalid value: "a b": ${qualified}`,
  ],
])('affinity %j', (affinity, ...expected) => {
  expect(faultsOf({ affinity })).toEqual(expected.map((text) => `spec.affinity.${text}`));
});

test.each<[CoreV1TopologySpreadConstraint[], ...string[]]>([
  [[{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }]],
  [
    [{ maxSkew: 0, topologyKey: '', whenUnsatisfiable: '' }],
    '[0].maxSkew: Invalid value: 0: must be greater than zero',
    '[0].topologyKey: Required value: can not be empty',
    '[0].whenUnsatisfiable: Unsupported value: "": supported values: "DoNotSchedule", "ScheduleAnyway"',
  ],
  [
    [
      { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' },
      { maxSkew: 2, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' },
    ],
    '[0].{topologyKey, whenUnsatisfiable}: Duplicate value: "{zone, DoNotSchedule}"',
  ],
])('topology spread %j', (topologySpreadConstraints, ...expected) => {
  expect(faultsOf({ topologySpreadConstraints })).toEqual(
    expected.map((text) => `spec.topologySpreadConstraints${text}`),
  );
});
