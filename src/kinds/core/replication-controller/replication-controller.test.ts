import { describe, expect, test } from 'vitest';
import { testedRelease } from '../../../../test/support/release.ts';
import { fillMessage } from '../../../../test/support/unit/message-rules.ts';
import { dialect, podSpec, texts } from '../../../../test/support/unit/pod-specs.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type {
  CoreV1PodSpec,
  CoreV1ReplicationController,
  CoreV1ReplicationControllerSpec,
  CoreV1ReplicationControllerStatus,
} from '../../../api/schema/types.gen.ts';
import { replicationController } from './index.ts';

const rules = replicationController({
  dialect,
  clock: { now: () => 0 },
  gates: new FeatureGates(testedRelease),
});

const template = (spec: Partial<CoreV1PodSpec> = {}) => ({
  metadata: { creationTimestamp: null, labels: { app: 'a', tier: 'b' } },
  spec: podSpec(spec),
});

const make = (
  spec: Partial<CoreV1ReplicationControllerSpec> = {},
  status: Partial<CoreV1ReplicationControllerStatus> = {},
): CoreV1ReplicationController => ({
  apiVersion: 'v1',
  kind: 'ReplicationController',
  metadata: { name: 'r', creationTimestamp: '2022-01-01T00:00:00Z' },
  spec: { replicas: 1, selector: { app: 'a' }, template: template(), ...spec },
  status: { replicas: 0, ...status },
});

describe('defaults', () => {
  test('the labels of the template become selector and labels', () => {
    const object = make({ replicas: undefined, selector: undefined });
    rules.applyDefaults?.(fillMessage('core.v1.ReplicationController', object));
    expect(object.spec).toMatchObject({ replicas: 1, selector: { app: 'a', tier: 'b' } });
    expect(object.metadata.labels).toEqual({ app: 'a', tier: 'b' });
    expect(object.spec.template?.spec.enableServiceLinks).toBeUndefined();
  });

  test('what is said stays, and no replicas are none', () => {
    const object = make({ replicas: 0 });
    object.metadata.labels = { own: 'label' };
    rules.applyDefaults?.(fillMessage('core.v1.ReplicationController', object));
    expect(object.spec).toMatchObject({ replicas: 0, selector: { app: 'a' } });
    expect(object.metadata.labels).toEqual({ own: 'label' });
  });

  test('without a template there are none', () => {
    const object = make({ template: undefined, selector: undefined });
    rules.applyDefaults?.(fillMessage('core.v1.ReplicationController', object));
    expect(object.spec.selector).toBeUndefined();
  });
});

const disk = { name: 'd', gcePersistentDisk: { pdName: 'd' } };

test.each<[Partial<CoreV1ReplicationControllerSpec>, ...string[]]>([
  [{}],
  [
    { replicas: -1, minReadySeconds: -1 },
    'spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0',
    'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
  ],
  [{ selector: undefined }, 'spec.selector: Required value'],
  [{ template: undefined }, 'spec.template: Required value'],
  [
    { selector: { app: 'x' } },
    'spec.template.metadata.labels: Invalid value: map[string]string{"app":"a", "tier":"b"}: `selector` does not match template `labels`',
  ],
  [
    { template: template({ restartPolicy: 'Never' }) },
    'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
  ],
  [
    { template: template({ activeDeadlineSeconds: 1 }) },
    'spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicationController is not Supported',
  ],
  [{ template: template({ volumes: [disk] }) }],
  [
    { replicas: 2, template: template({ volumes: [disk] }) },
    'spec.template.spec.volumes[0].gcePersistentDisk.readOnly: Invalid value: false: must be true for replicated pods > 1; GCE PD can only be mounted on multiple machines if it is read-only',
  ],
])('%j', (spec, ...expected) => {
  expect(texts(rules.validateCreate!(make(spec)))).toEqual(expected);
  expect(texts(rules.validateUpdate!(make(spec), make()))).toEqual([...expected, ...expected]);
});

test('a selector that a newer kind could not say otherwise is frozen', () => {
  const old = make();
  old.metadata.annotations = {
    'non-convertible.kubernetes.io/rs-selector': 'x',
    'non-convertible.kubernetes.io/y': 'z',
  };
  const unknown = 'y: Not found: "z": unknown non-convertible field';
  expect(texts(rules.validateUpdate!(make(), old))).toEqual([unknown]);
  expect(texts(rules.validateUpdate!(make({ selector: { tier: 'b' } }), old))).toEqual([
    'spec.selector: Invalid value: {"tier":"b"}: cannot update non-convertible selector',
    unknown,
  ]);
});

test.each<[Partial<CoreV1ReplicationControllerStatus>, ...string[]]>([
  [{ replicas: 2, fullyLabeledReplicas: 2, readyReplicas: 2, availableReplicas: 1 }],
  [
    { replicas: 0, readyReplicas: -1, availableReplicas: -1, observedGeneration: -1 },
    'readyReplicas: Invalid value: -1: must be greater than or equal to 0',
    'availableReplicas: Invalid value: -1: must be greater than or equal to 0',
    'observedGeneration: Invalid value: -1: must be greater than or equal to 0',
  ],
  [
    { replicas: 1, fullyLabeledReplicas: 2, readyReplicas: 2, availableReplicas: 3 },
    'fullyLabeledReplicas: Invalid value: 2: cannot be greater than status.replicas',
    'readyReplicas: Invalid value: 2: cannot be greater than status.replicas',
    'availableReplicas: Invalid value: 3: cannot be greater than status.replicas',
    'availableReplicas: Invalid value: 3: cannot be greater than readyReplicas',
  ],
])('status %j', (status, ...expected) => {
  expect(texts(rules.status!.validateUpdate!(make({}, status), make()))).toEqual(
    expected.map((text) => `status.${text}`),
  );
});

test('a new one has no status, an update keeps it, and one of the status keeps the spec', () => {
  const object = make({}, { replicas: 3, readyReplicas: 1 });
  rules.prepareForCreate?.(object);
  expect(object.status).toEqual({ replicas: 0 });
  const old = make({ replicas: 9 }, { replicas: 4 });
  rules.prepareForUpdate?.(object, old);
  expect(object.status).toEqual({ replicas: 4 });
  rules.status?.prepareForUpdate?.(object, old);
  expect(object.spec.replicas).toBe(9);
});

test('the scale of a ReplicationController has its replicas and its selector', () => {
  const object = make({ selector: { b: 'c', a: 'd' } }, { replicas: 4 });
  rules.scale!.setSpecReplicas(object, 7);
  expect(rules.scale!.specReplicas(object)).toBe(7);
  expect(rules.scale!.statusReplicas(object)).toBe(4);
  expect(rules.scale!.selector(object)).toBe('a=d,b=c');
});

test('dependents are kept, and replicas can be asked for', () => {
  expect(rules.deletion?.defaultPropagation).toBe('orphan');
  expect(rules.selectableFields?.of(make({}, { replicas: 4 }))).toEqual({ 'status.replicas': '4' });
});

test('a ReplicationController has a row in a Table', () => {
  const now = Date.parse('2022-01-01T00:05:00Z');
  expect(rules.table?.cells(make({}, { replicas: 4, readyReplicas: 3 }), now)).toEqual([
    'r',
    1,
    4,
    3,
    '5m',
    'app',
    'nginx:1.21',
    'app=a',
  ]);
  expect(rules.table?.cells(make({ template: undefined, selector: undefined }), now).slice(5)).toEqual([
    '',
    '',
    '<none>',
  ]);
  expect(rules.table?.columns).toHaveLength(8);
});

test.each([
  ['1.23', 1],
  ['1.24', 0],
])('%s: an update of the template warns %i times', (release, count) => {
  const gates = new FeatureGates(release);
  const { warnings } = replicationController({ dialect, clock: { now: () => 0 }, gates });
  const before = make({ replicas: 1 });
  const after = make({ replicas: 1 });
  after.metadata.generation = 2;
  after.spec.template!.spec!.containers![0]!.env = ['a', 'a'].map((name) => ({ name, value: 'x' }));
  expect(warnings!(after, before)).toHaveLength(count);
  expect(warnings!(after, undefined)).toHaveLength(1);
});
