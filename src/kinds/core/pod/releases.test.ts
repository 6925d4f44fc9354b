import { expect, test } from 'vitest';
import { container, dialect, podSpec, texts } from '../../../../test/support/unit/pod-specs.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1Pod, CoreV1PodSpec } from '../../../api/schema/types.gen.ts';
import type { PartRules } from '../../../registry/subresource-rules.ts';
import { pod } from './index.ts';

const rulesOf = (release: string) =>
  pod({ dialect, clock: { now: () => 0 }, gates: new FeatureGates(release) });
const of = (fields: Partial<CoreV1PodSpec>): CoreV1Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', creationTimestamp: null },
  spec: structuredClone(podSpec(fields)),
  status: { qosClass: 'BestEffort' },
});
const update = (release: string, fields: Partial<CoreV1PodSpec>, before: Partial<CoreV1PodSpec>): string[] =>
  texts(rulesOf(release).validateUpdate!(of(fields), of(before)));

test('a pod with gates waits, and keeps only what narrows the choice of its node', () => {
  const gated = { schedulingGates: [{ name: 'a' }, { name: 'b' }] };
  const made = of(gated);
  rulesOf('1.30').prepareForCreate!(made);
  const condition = { type: 'PodScheduled', reason: 'SchedulingGated' };
  expect(made.status.conditions).toMatchObject([{ ...condition, lastTransitionTime: null }]);
  rulesOf('1.36').prepareForCreate!(made);
  expect(made.status.conditions).toMatchObject([
    { ...condition, lastTransitionTime: '1970-01-01T00:00:00Z' },
  ]);
  expect(update('1.30', { schedulingGates: [{ name: 'a' }] }, gated)).toEqual([]);
  expect(update('1.30', { ...gated, nodeSelector: { a: 'b' } }, gated)).toEqual([]);
  expect(update('1.30', { schedulingGates: [{ name: 'c' }] }, gated)).toEqual([
    "spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new scheduling gate 'c'",
  ]);
});

test('a refused change is shown with the names of Go from 1.33 on', () => {
  const [error] = update('1.36', { hostname: 'b' }, { hostname: 'a' });
  expect(error).toContain('`spec.tolerations` (only additions to existing tolerations),`spec.termination');
  expect(error).toMatch(/\n@@ -\d+,7 \+\d+,7 @@\n[\s\S]*\n- "Hostname": "a",\n\+ "Hostname": "b",\n/);
});

const needing = (cpu: string, name = 'cpu') => ({
  containers: [container({ resources: { requests: { [name]: cpu } } })],
});
const inPlace = (release: string) =>
  pod({
    dialect,
    clock: { now: () => 0 },
    gates: new FeatureGates(release, ['InPlacePodVerticalScaling=true']),
  });

test.each<[string, Partial<CoreV1PodSpec>, ...string[]]>([
  ['1.27', needing('2')],
  ['1.31', needing('2')],
  ['1.31', { containers: [container()] }, 'metadata: Invalid value: "BestEffort": Pod QoS is immutable'],
  [
    '1.31',
    needing('1', 'ephemeral-storage'),
    'metadata: Invalid value: "BestEffort": Pod QoS is immutable',
    'spec: Forbidden: pod updates may not change fields other than',
  ],
  ['1.32', needing('2'), 'spec: Forbidden: pod updates may not change fields other than'],
])('with its gate, an update in %s to %j resizes a pod until 1.31', (release, after, ...expected) => {
  const old = { ...of(needing('1')), status: { qosClass: 'Burstable' } };
  const found = texts(inPlace(release).validateUpdate!(of(after), old));
  expect(found).toEqual(expected.map((text) => expect.stringContaining(text)));
});

test.each([
  ['1.26', undefined],
  ['1.27', 'Proposed'],
  ['1.32', undefined],
])('an update of resources is marked as a proposal in %s: %s', (release, expected) => {
  const rules = release === '1.26' ? rulesOf(release) : inPlace(release);
  const [old, object] = [of(needing('1')), of(needing('2'))];
  rules.prepareForUpdate!(object, old);
  expect(object.status.resize).toBe(expected);
});

test('generations are counted from 1.33 on', () => {
  expect(rulesOf('1.32').tracksGeneration).toBe(false);
  expect(rulesOf('1.33').tracksGeneration).toBe(true);
});

test.each<[string, boolean]>([
  ['1.31', false],
  ['1.32', false],
  ['1.33', true],
])('%s has resize by default: %s', (release, expected) => {
  expect('resize' in rulesOf(release).subresources!).toBe(expected);
});

test.each<[object, ...string[]]>([
  [{ requests: { cpu: '2' } }],
  [{ requests: {} }, 'Invalid value: "Burstable": Pod QOS', 'resource requests cannot be removed'],
  [{ requests: { cpu: '1', 'ephemeral-storage': '1' } }, 'only cpu and memory resources are mutable'],
])('a resize to %j', (resources, ...expected) => {
  const rules = rulesOf('1.36').subresources!['resize'] as PartRules<CoreV1Pod>;
  const old = of({ containers: [container({ resources: { requests: { cpu: '1' } } })] });
  old.status.qosClass = 'Burstable';
  const asked = of({ containers: [container({ resources, image: 'other' })] });
  rules.prepareForUpdate(asked, old);
  expect(asked.spec.containers![0]!.image).toBe(old.spec.containers![0]!.image);
  const errors = texts(rules.validateUpdate(asked, old));
  expect(errors).toHaveLength(expected.length);
  expected.forEach((text, index) => expect(errors[index]).toContain(text));
});

test('selectors get the values of the labels that are named beside them', () => {
  const term = { topologyKey: 'zone', labelSelector: {}, matchLabelKeys: ['app'], mismatchLabelKeys: ['x'] };
  const made = of({
    affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } },
  });
  made.metadata.labels = { app: 'a' };
  rulesOf('1.36').prepareForCreate!(made);
  const [merged] = made.spec.affinity!.podAffinity!.requiredDuringSchedulingIgnoredDuringExecution!;
  expect(merged!.labelSelector).toEqual({
    matchExpressions: [{ key: 'app', operator: 'In', values: ['a'] }],
  });
  expect(texts(rulesOf('1.36').validateCreate!(made))).toEqual([]);
});

test('warnings of a release', () => {
  const spec = {
    containers: [
      container({ env: [{ name: 'A' }, { name: 'A' }], ports: [{ containerPort: 1 }, { containerPort: 1 }] }),
    ],
    volumes: [{ name: 'g', gitRepo: { repository: 'r' } }],
  };
  const warnings = (release: string) => rulesOf(release).warnings!(of(spec), undefined);
  expect(warnings('1.27')).toEqual([
    'spec.volumes[0].gitRepo: deprecated in v1.11',
    'spec.containers[0].env[1].name: duplicate name "A"',
  ]);
  expect(warnings('1.33')).toEqual([
    'spec.volumes[0].gitRepo: deprecated in v1.11, and disabled by default in v1.33+',
    'spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply',
    'spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]',
  ]);
});

test.each([
  ['1.23', '1500u'],
  ['1.36', '2m'],
])('%s shows what a container was given as %s', (release, cpu) => {
  const made = of({});
  const more = { state: {}, lastState: {}, allocatedResources: { cpu: '1500u' } };
  made.status.containerStatuses = [
    { name: 'a', ready: true, restartCount: 0, image: '', imageID: '', ...more },
  ];
  rulesOf(release).applyDefaults!(made);
  expect(made.status.containerStatuses?.[0]?.allocatedResources).toEqual({ cpu });
});

test('containers are added to look into a pod only with their gate', () => {
  const rules = (...gates: string[]) =>
    pod({ dialect, clock: { now: () => 0 }, gates: new FeatureGates('1.24', gates) });
  const add = (...gates: string[]) => {
    const { ephemeralcontainers } = rules(...gates).subresources!;
    (ephemeralcontainers as PartRules<CoreV1Pod>).prepareForUpdate(of({}), of({}));
  };
  expect(() => add()).not.toThrow();
  expect(() => add('EphemeralContainers=false')).toThrow('feature EphemeralContainers disabled');
});
