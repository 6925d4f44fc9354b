import { describe, expect, test } from 'vitest';
import { dropFromMessage } from '../../../../test/support/unit/message-rules.ts';
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
import type { AppsV1StatefulSet, CoreV1PersistentVolumeClaim } from '../../../api/schema/types.gen.ts';
import { statefulSet } from './index.ts';

const rules = statefulSet(dependencies);
type Change = (object: AppsV1StatefulSet) => unknown;

const emptyStatus = { replicas: 0, availableReplicas: 0 };
const claim = (change: Partial<CoreV1PersistentVolumeClaim> = {}): CoreV1PersistentVolumeClaim => ({
  apiVersion: '',
  kind: '',
  metadata: { name: 'data', creationTimestamp: null },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  status: {},
  ...change,
});

function make(change: Change = () => {}): AppsV1StatefulSet {
  const object: AppsV1StatefulSet = {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: objectMeta('web'),
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: podTemplate(),
      serviceName: 'web',
      updateStrategy: {},
      volumeClaimTemplates: [claim()],
    },
    status: { ...emptyStatus },
  };
  change(object);
  return object;
}

describe('defaults', () => {
  test('are one pod after another', () => {
    const object = decoded(rules, make());
    expect(object.spec).toMatchObject({
      podManagementPolicy: 'OrderedReady',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      replicas: 1,
      revisionHistoryLimit: 10,
      template: { spec: { restartPolicy: 'Always' } },
    });
    expect(object.spec.persistentVolumeClaimRetentionPolicy).toBeUndefined();
    expect(decoded(rules, structuredClone(object))).toEqual(object);
  });

  test.each([
    [{ type: 'RollingUpdate' }, { type: 'RollingUpdate' }],
    [
      { type: 'RollingUpdate', rollingUpdate: {} },
      { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
    ],
    [{ type: 'OnDelete' }, { type: 'OnDelete' }],
  ])('make of the strategy %j %j', (updateStrategy, expected) => {
    const object = make(({ spec }) => (spec.updateStrategy = updateStrategy));
    expect(decoded(rules, object).spec.updateStrategy).toEqual(expected);
  });

  test('make templates of claims whole claims', () => {
    const claims = [claim(), claim({ status: { phase: 'Bound' } })];
    const object = decoded(
      rules,
      make(({ spec }) => (spec.volumeClaimTemplates = claims)),
    );
    expect(object.spec.volumeClaimTemplates).toMatchObject([
      { spec: { volumeMode: 'Filesystem' }, status: { phase: 'Pending' } },
      { spec: { volumeMode: 'Filesystem' }, status: { phase: 'Bound' } },
    ]);
  });
});

const negative = 'must be greater than or equal to 0';

describe('a stateful set', () => {
  test.each<[string, Change, string[]]>([
    ['is fine', () => {}, []],
    [
      'knows two ways to manage pods',
      ({ spec }) => (spec.podManagementPolicy = 'Random'),
      [`spec.podManagementPolicy: Invalid value: "Random": must be 'OrderedReady' or 'Parallel'`],
    ],
    [
      'knows two strategies',
      ({ spec }) => (spec.updateStrategy = { type: 'Swap' }),
      [
        `spec.updateStrategy: Invalid value: apps.StatefulSetUpdateStrategy{Type:"Swap", RollingUpdate:(*apps.RollingUpdateStatefulSetStrategy)(nil)}: must be 'RollingUpdate' or 'OnDelete'`,
      ],
    ],
    [
      'rolls nothing when it waits for deletion',
      ({ spec }) => (spec.updateStrategy = { type: 'OnDelete', rollingUpdate: { partition: 1 } }),
      [
        `spec.updateStrategy.rollingUpdate: Invalid value: apps.RollingUpdateStatefulSetStrategy{Partition:1}: only allowed for updateStrategy 'RollingUpdate'`,
      ],
    ],
    [
      'has no negative numbers',
      ({ spec }) => {
        spec.updateStrategy = { type: 'RollingUpdate', rollingUpdate: { partition: -1 } };
        Object.assign(spec, { replicas: -1, minReadySeconds: -1 });
      },
      [
        `spec.updateStrategy.rollingUpdate.partition: Invalid value: -1: ${negative}`,
        `spec.replicas: Invalid value: -1: ${negative}`,
        `spec.minReadySeconds: Invalid value: -1: ${negative}`,
      ],
    ],
    [
      'keeps or deletes claims',
      ({ spec }) =>
        (spec.persistentVolumeClaimRetentionPolicy = { whenDeleted: 'Retain', whenScaled: 'Lose' }),
      [
        'spec.persistentVolumeClaimRetentionPolicy.whenScaled: Unsupported value: "Lose": supported values: "Retain", "Delete"',
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
        'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: empty selector is invalid for statefulset',
      ],
    ],
    [
      'needs a selector that can be used',
      ({ spec }) => (spec.selector = { matchExpressions: [{ key: 'app', operator: 'In', values: ['a b'] }] }),
      [
        'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement{v1.LabelSelectorRequirement{Key:"app", Operator:"In", Values:[]string{"a b"}}}}',
      ],
    ],
    [
      'has labels and annotations that pods can have',
      ({ spec }) => {
        spec.template.metadata.labels = { app: 'web', 'a b': 'c' };
        spec.template.metadata.annotations = { 'd e': 'f' };
      },
      [
        expect.stringMatching(
          /^spec\.template\.labels: Invalid value: "a b": name part must consist of/,
        ) as unknown as string,
        expect.stringMatching(
          /^spec\.template\.annotations: Invalid value: "d e": name part must consist of/,
        ) as unknown as string,
      ],
    ],
    ['does not look at the pod', ({ spec }) => (spec.template.spec.containers = null), []],
    [
      'keeps its pods running',
      ({ spec }) => Object.assign(spec.template.spec, { restartPolicy: 'Never', activeDeadlineSeconds: 5 }),
      [
        'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
        'spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in StatefulSet is not Supported',
      ],
    ],
  ])('%s', (_, change, errors) => {
    expect(createErrors(rules, make(change))).toEqual(errors);
  });

  const fixed =
    "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'template', 'updateStrategy', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
  test.each<[string, Change, string[]]>([
    [
      'replicas, template, strategy, patience and what becomes of claims',
      ({ spec }) => {
        Object.assign(spec, { replicas: 5, minReadySeconds: 5, updateStrategy: { type: 'OnDelete' } });
        spec.template.metadata.labels = { app: 'web', b: 'c' };
        spec.persistentVolumeClaimRetentionPolicy = { whenDeleted: 'Delete', whenScaled: 'Retain' };
      },
      [],
    ],
    ['not its service', ({ spec }) => (spec.serviceName = 'other'), [fixed]],
    ['not its history', ({ spec }) => (spec.revisionHistoryLimit = 3), [fixed]],
    ['not its claims', ({ spec }) => delete spec.volumeClaimTemplates, [fixed]],
    [
      'nothing to what is wrong',
      ({ spec }) => Object.assign(spec, { replicas: -1, podManagementPolicy: 'Parallel' }),
      [`spec.replicas: Invalid value: -1: ${negative}`, fixed],
    ],
  ])('may change: %s', (_, change, errors) => {
    expect(updateErrors(rules, make(change), make())).toEqual(errors);
  });
});

describe('what becomes of claims', () => {
  const policy = { whenDeleted: 'Delete', whenScaled: 'Retain' };
  const wanted = () => make(({ spec }) => (spec.persistentVolumeClaimRetentionPolicy = policy));

  test('is not taken up in this release', () => {
    const [created, updated] = [wanted(), wanted()];
    rules.prepareForCreate?.(dropFromMessage('apps.v1.StatefulSet', created));
    rules.prepareForUpdate?.(dropFromMessage('apps.v1.StatefulSet', updated, make()), make());
    expect(created.spec).not.toHaveProperty('persistentVolumeClaimRetentionPolicy');
    expect(updated.spec).not.toHaveProperty('persistentVolumeClaimRetentionPolicy');
  });

  test('stays where it is set already', () => {
    const updated = wanted();
    rules.prepareForUpdate?.(dropFromMessage('apps.v1.StatefulSet', updated, wanted()), wanted());
    expect(updated.spec.persistentVolumeClaimRetentionPolicy).toEqual(policy);
  });
});

describe('a status', () => {
  const above = 'cannot be greater than status.replicas';
  test.each<[string, Partial<AppsV1StatefulSet['status']>, string[]]>([
    [
      'is fine',
      { replicas: 2, readyReplicas: 2, currentReplicas: 1, updatedReplicas: 1, availableReplicas: 1 },
      [],
    ],
    [
      'has no negative counts',
      {
        readyReplicas: -1,
        currentReplicas: -2,
        updatedReplicas: -3,
        availableReplicas: -4,
        observedGeneration: -5,
      },
      [
        `status.readyReplicas: Invalid value: -1: ${negative}`,
        `status.currentReplicas: Invalid value: -2: ${negative}`,
        `status.updatedReplicas: Invalid value: -3: ${negative}`,
        `status.availableReplicas: Invalid value: -4: ${negative}`,
        `status.observedGeneration: Invalid value: -5: ${negative}`,
      ],
    ],
    [
      'has no part above the whole',
      { replicas: 1, readyReplicas: 2, currentReplicas: 3, updatedReplicas: 4, availableReplicas: 5 },
      [
        `status.readyReplicas: Invalid value: 2: ${above}`,
        `status.currentReplicas: Invalid value: 3: ${above}`,
        `status.updatedReplicas: Invalid value: 4: ${above}`,
        `status.availableReplicas: Invalid value: 5: ${above}`,
        'status.availableReplicas: Invalid value: 5: cannot be greater than status.readyReplicas',
      ],
    ],
    [
      'forgets no collision',
      { collisionCount: undefined },
      ['status.collisionCount: Invalid value: 0: cannot be decremented'],
    ],
  ])('%s', (_, status, errors) => {
    const old = make(({ status }) => (status.collisionCount = 0));
    const object = { ...make(), status: { ...emptyStatus, collisionCount: 0, ...status } };
    expect(statusErrors(rules, object, old)).toEqual(errors);
  });
});

test('spec and status are written apart', () => {
  const old = make(({ spec, status }) => Object.assign(spec, { replicas: 3 }) && (status.replicas = 3));
  const wanted = () =>
    make(({ spec, status }) => Object.assign(spec, { replicas: 5 }) && (status.replicas = 5));
  const [created, main, status] = [wanted(), wanted(), wanted()];
  rules.prepareForCreate?.(created);
  expect(created.status).toEqual(emptyStatus);
  rules.prepareForUpdate?.(main, old);
  expect(main).toMatchObject({ spec: { replicas: 5 }, status: { replicas: 3 } });
  rules.status?.prepareForUpdate?.(status, old);
  expect(status).toMatchObject({ spec: { replicas: 3 }, status: { replicas: 5 } });
});

test('a StatefulSet has a row in a Table', () => {
  expect(rules.table?.columns.map(({ name, type, priority }) => `${name} ${type} ${priority}`)).toEqual([
    'Name string 0',
    'Ready string 0',
    'Age string 0',
    'Containers string 1',
    'Images string 1',
  ]);
  const row = rules.table?.cells(
    make(({ spec, status }) => Object.assign(spec, { replicas: 3 }) && (status.readyReplicas = 2)),
    later,
  );
  expect(row).toEqual(['web', '2/3', '5m10s', 'web,log', 'nginx:1,fluentd:2']);
});
