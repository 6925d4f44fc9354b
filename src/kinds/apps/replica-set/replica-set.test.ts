import { describe, expect, test } from 'vitest';
import {
  createErrors,
  decoded,
  dependencies,
  later,
  objectMeta,
  podTemplate,
  statusErrors,
  updateErrors,
} from '../../../../test/support/unit/workloads.ts';
import type { AppsV1ReplicaSet } from '../../../api/schema/types.gen.ts';
import { replicaSet } from './index.ts';

const rules = replicaSet(dependencies);
type Change = (object: AppsV1ReplicaSet) => void;

function make(change: Change = () => {}): AppsV1ReplicaSet {
  const object: AppsV1ReplicaSet = {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: objectMeta('web'),
    spec: { selector: { matchLabels: { app: 'web' } }, template: podTemplate() },
    status: { replicas: 0 },
  };
  change(object);
  return object;
}

const negative = 'must be greater than or equal to 0';

test('one pod is wanted by default', () => {
  expect(decoded(rules, make()).spec).toMatchObject({
    replicas: 1,
    template: { spec: { restartPolicy: 'Always' } },
  });
  expect(
    decoded(
      rules,
      make(({ spec }) => (spec.replicas = 0)),
    ).spec.replicas,
  ).toBe(0);
});

describe('a replica set', () => {
  test.each<[string, Change, string[]]>([
    ['is fine', () => {}, []],
    [
      'has no negative counts',
      ({ spec }) => Object.assign(spec, { replicas: -1, minReadySeconds: -1 }),
      [
        `spec.replicas: Invalid value: -1: ${negative}`,
        `spec.minReadySeconds: Invalid value: -1: ${negative}`,
      ],
    ],
    [
      'needs a selector',
      ({ spec }) => (spec.selector = null),
      [
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: map[string]string{"app":"web"}: `selector` does not match template `labels`',
      ],
    ],
    [
      'must not select everything',
      ({ spec }) => (spec.selector = {}),
      [
        'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: empty selector is invalid for deployment',
      ],
    ],
    [
      'needs values that labels can have',
      ({ spec }) => (spec.selector = { matchExpressions: [{ key: 'app', operator: 'In', values: ['a b'] }] }),
      [
        'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement{v1.LabelSelectorRequirement{Key:"app", Operator:"In", Values:[]string{"a b"}}}}: invalid label selector',
      ],
    ],
    [
      'keeps its pods running',
      ({ spec }) => (spec.template.spec.restartPolicy = 'OnFailure'),
      ['spec.template.spec.restartPolicy: Unsupported value: "OnFailure": supported values: "Always"'],
    ],
    [
      'shares only disks that are read-only',
      ({ spec }) => {
        spec.replicas = 2;
        spec.template.spec.volumes = [{ name: 'd', gcePersistentDisk: { pdName: 'd' } }];
      },
      [
        expect.stringMatching(
          /^spec\.template\.spec\.volumes\[0\]\.gcePersistentDisk\.readOnly: Invalid/,
        ) as unknown as string,
      ],
    ],
    [
      'has its disk to itself when it is one pod',
      ({ spec }) => (spec.template.spec.volumes = [{ name: 'd', gcePersistentDisk: { pdName: 'd' } }]),
      [],
    ],
  ])('%s', (_, change, errors) => {
    expect(createErrors(rules, make(change))).toEqual(errors);
  });

  test('reports problems of an update twice, and keeps its selector', () => {
    const changed = make(({ spec }) => Object.assign(spec, { replicas: -1, selector: null }));
    const once = createErrors(
      rules,
      make(({ spec }) => Object.assign(spec, { replicas: -1, selector: null })),
    );
    expect(updateErrors(rules, changed, make())).toEqual([
      ...once,
      ...once,
      'spec.selector: Invalid value: "null": field is immutable',
    ]);
  });
});

describe('a status', () => {
  const above = 'cannot be greater than status.replicas';
  test.each<[string, Partial<AppsV1ReplicaSet['status']>, string[]]>([
    ['is fine', { replicas: 2, fullyLabeledReplicas: 2, readyReplicas: 2, availableReplicas: 1 }, []],
    [
      'has no negative counts',
      { fullyLabeledReplicas: -1, readyReplicas: -2, availableReplicas: -3, observedGeneration: -4 },
      [
        `status.fullyLabeledReplicas: Invalid value: -1: ${negative}`,
        `status.readyReplicas: Invalid value: -2: ${negative}`,
        `status.availableReplicas: Invalid value: -3: ${negative}`,
        `status.observedGeneration: Invalid value: -4: ${negative}`,
      ],
    ],
    [
      'has no part above the whole',
      { replicas: 1, fullyLabeledReplicas: 2, readyReplicas: 2, availableReplicas: 3 },
      [
        `status.fullyLabeledReplicas: Invalid value: 2: ${above}`,
        `status.readyReplicas: Invalid value: 2: ${above}`,
        `status.availableReplicas: Invalid value: 3: ${above}`,
        'status.availableReplicas: Invalid value: 3: cannot be greater than readyReplicas',
      ],
    ],
  ])('%s', (_, status, errors) => {
    expect(statusErrors(rules, { ...make(), status: { replicas: 0, ...status } }, make())).toEqual(errors);
  });
});

test('spec and status are written apart', () => {
  const old = make(({ spec, status }) => Object.assign(spec, { replicas: 3 }) && (status.replicas = 3));
  const wanted = () =>
    make(({ spec, status }) => Object.assign(spec, { replicas: 5 }) && (status.replicas = 5));
  const [created, main, status] = [wanted(), wanted(), wanted()];
  rules.prepareForCreate?.(created);
  expect(created).toMatchObject({ spec: { replicas: 5 }, status: { replicas: 0 } });
  rules.prepareForUpdate?.(main, old);
  expect(main).toMatchObject({ spec: { replicas: 5 }, status: { replicas: 3 } });
  rules.status?.prepareForUpdate?.(status, old);
  expect(status).toMatchObject({ spec: { replicas: 3 }, status: { replicas: 5 } });
});

test('a ReplicaSet has a row in a Table', () => {
  expect(rules.table?.columns.map(({ name, type, priority }) => `${name} ${type} ${priority}`)).toEqual([
    'Name string 0',
    'Desired integer 0',
    'Current integer 0',
    'Ready integer 0',
    'Age string 0',
    'Containers string 1',
    'Images string 1',
    'Selector string 1',
  ]);
  const row = rules.table?.cells(
    make(({ spec, status }) => Object.assign(spec, { replicas: 3 }) && (status.replicas = 2)),
    later,
  );
  expect(row).toEqual(['web', 3, 2, 0, '5m10s', 'web,log', 'nginx:1,fluentd:2', 'app=web']);
});
