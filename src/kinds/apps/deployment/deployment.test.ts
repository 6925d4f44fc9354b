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
import type { AppsV1Deployment } from '../../../api/schema/types.gen.ts';
import { deployment } from './index.ts';

const rules = deployment(dependencies);
const rollbackTo = 'deprecated.deployment.rollback.to';
type Change = (object: AppsV1Deployment) => void;

function make(change: Change = () => {}): AppsV1Deployment {
  const object: AppsV1Deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: objectMeta('web'),
    spec: { selector: { matchLabels: { app: 'web' } }, template: podTemplate(), strategy: {} },
    status: {},
  };
  change(object);
  return object;
}

const withRollback =
  (text: string): Change =>
  ({ metadata }) => {
    metadata.annotations = { [rollbackTo]: text };
  };

describe('defaults', () => {
  test('are those of a rolling update', () => {
    expect(decoded(rules, make()).spec).toMatchObject({
      replicas: 1,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
      template: { spec: { restartPolicy: 'Always' } },
    });
  });

  test('leave what is said', () => {
    const object = make(({ spec }) => {
      Object.assign(spec, {
        replicas: 0,
        revisionHistoryLimit: 0,
        strategy: { rollingUpdate: { maxSurge: 0 } },
      });
    });
    expect(decoded(rules, object).spec).toMatchObject({
      replicas: 0,
      revisionHistoryLimit: 0,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: 0 } },
    });
  });

  test('give Recreate no settings', () => {
    const object = make(({ spec }) => {
      spec.strategy.type = 'Recreate';
    });
    expect(decoded(rules, object).spec.strategy).toEqual({ type: 'Recreate' });
  });

  test('may be applied again', () => {
    const once = decoded(rules, make(withRollback('+07')));
    expect(decoded(rules, structuredClone(once))).toEqual(once);
  });
});

const doesNotMatch = '`selector` does not match template `labels`';
const negative = 'must be greater than or equal to 0';
const rolling = 'spec.strategy.rollingUpdate';

describe('a deployment', () => {
  test.each<[string, Change, string[]]>([
    ['is fine', () => {}, []],
    [
      'wants no negative number',
      ({ spec }) => (spec.replicas = -1),
      [`spec.replicas: Invalid value: -1: ${negative}`],
    ],
    [
      'needs a selector',
      ({ spec }) => (spec.selector = null),
      [
        'spec.selector: Required value',
        `spec.template.metadata.labels: Invalid value: map[string]string{"app":"web"}: ${doesNotMatch}`,
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
      'needs a selector that can be used',
      ({ spec }) => (spec.selector = { matchExpressions: [{ key: 'app', operator: 'Is' }] }),
      [
        'spec.selector.matchExpressions[0].operator: Invalid value: "Is": not a valid selector operator',
        'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement{v1.LabelSelectorRequirement{Key:"app", Operator:"Is", Values:[]string(nil)}}}: invalid label selector',
      ],
    ],
    [
      'finds its own pods',
      ({ spec }) => (spec.template.metadata.labels = { app: 'db' }),
      [`spec.template.metadata.labels: Invalid value: map[string]string{"app":"db"}: ${doesNotMatch}`],
    ],
    [
      'keeps its pods running',
      ({ spec }) => Object.assign(spec.template.spec, { restartPolicy: 'Never', activeDeadlineSeconds: 5 }),
      [
        'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
        'spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicaSet is not Supported',
      ],
    ],
    [
      'knows two strategies',
      ({ spec }) => (spec.strategy.type = 'Swap'),
      [
        'spec.strategy: Unsupported value: apps.DeploymentStrategy{Type:"Swap", RollingUpdate:(*apps.RollingUpdateDeployment)(nil)}: supported values: "Recreate", "RollingUpdate"',
      ],
    ],
    [
      'rolls nothing when it recreates',
      ({ spec }) => (spec.strategy = { type: 'Recreate', rollingUpdate: {} }),
      [`${rolling}: Forbidden: may not be specified when strategy \`type\` is 'Recreate'`],
    ],
    [
      'rolls by more than nothing',
      ({ spec }) => (spec.strategy.rollingUpdate = { maxUnavailable: '0%', maxSurge: 0 }),
      [
        `${rolling}.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"0%"}: may not be 0 when \`maxSurge\` is 0`,
      ],
    ],
    [
      'may surge without limit, but not miss more than all',
      ({ spec }) => (spec.strategy.rollingUpdate = { maxUnavailable: '101%', maxSurge: '500%' }),
      [
        `${rolling}.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater than 100%`,
      ],
    ],
    [
      'has limits that are not negative',
      ({ spec }) => {
        spec.strategy.rollingUpdate = { maxUnavailable: -1, maxSurge: -2 };
        Object.assign(spec, { minReadySeconds: -1, revisionHistoryLimit: -1, progressDeadlineSeconds: -1 });
      },
      [
        `${rolling}.maxUnavailable: Invalid value: -1: ${negative}`,
        `${rolling}.maxSurge: Invalid value: -2: ${negative}`,
        `spec.minReadySeconds: Invalid value: -1: ${negative}`,
        `spec.revisionHistoryLimit: Invalid value: -1: ${negative}`,
        `spec.progressDeadlineSeconds: Invalid value: -1: ${negative}`,
        'spec.progressDeadlineSeconds: Invalid value: -1: must be greater than minReadySeconds',
      ],
    ],
    [
      'gives pods time to become available',
      ({ spec }) => Object.assign(spec, { minReadySeconds: 600 }),
      ['spec.progressDeadlineSeconds: Invalid value: 600: must be greater than minReadySeconds'],
    ],
    [
      'goes back to a revision that is not negative',
      withRollback('-1'),
      [`spec.rollback.version: Invalid value: -1: ${negative}`],
    ],
  ])('%s', (_, change, errors) => {
    expect(createErrors(rules, make(change))).toEqual(errors);
  });

  test('the selector of a deployment cannot change', () => {
    const changed = make(
      ({ spec }) => (spec.selector = { matchExpressions: [{ key: 'app', operator: 'Exists' }] }),
    );
    expect(updateErrors(rules, changed, make())).toEqual([
      'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement{v1.LabelSelectorRequirement{Key:"app", Operator:"Exists", Values:[]string(nil)}}}: field is immutable',
    ]);
    expect(
      updateErrors(
        rules,
        make(({ spec }) => (spec.replicas = 5)),
        make(),
      ),
    ).toEqual([]);
  });
});

describe('the revision to go back to', () => {
  test('is a number in its plain form', () => {
    expect(decoded(rules, make(withRollback('+007'))).metadata.annotations).toEqual({ [rollbackTo]: '7' });
  });

  test('makes an object unreadable that has no number there', () => {
    const text =
      'Deployment in version "v1" cannot be handled as a Deployment: failed to parse annotation[deprecated.deployment.rollback.to]=x as int64: strconv.ParseInt: parsing "x": invalid syntax';
    expect(() => decoded(rules, make(withRollback('x')))).toThrow(
      expect.objectContaining({ code: 400, message: text }),
    );
  });

  test('stays when only the status is written', () => {
    const object = make(withRollback('9'));
    rules.status?.prepareForUpdate?.(object, make(withRollback('3')));
    expect(object.metadata.annotations).toEqual({ [rollbackTo]: '3' });
    rules.status?.prepareForUpdate?.(object, make());
    expect(object.metadata.annotations).toBeUndefined();
  });
});

describe('spec and status', () => {
  test('spec and status of a deployment are written apart', () => {
    const old = make(({ metadata, spec, status }) => {
      metadata.labels = { a: 'old' };
      spec.replicas = 3;
      status.replicas = 3;
    });
    const wanted = () =>
      make(({ metadata, spec, status }) => {
        metadata.labels = { a: 'new' };
        metadata.annotations = { b: 'new' };
        spec.replicas = 5;
        status.replicas = 5;
      });
    const main = wanted();
    rules.prepareForUpdate?.(main, old);
    expect(main).toMatchObject({
      spec: { replicas: 5 },
      status: { replicas: 3 },
      metadata: { labels: { a: 'new' } },
    });
    const status = wanted();
    rules.status?.prepareForUpdate?.(status, old);
    expect(status).toMatchObject({ spec: { replicas: 3 }, status: { replicas: 5 } });
    expect(status.metadata).toMatchObject({ labels: { a: 'old' }, annotations: { b: 'new' } });
  });

  test('a new one has no status', () => {
    const object = make(({ status }) => (status.replicas = 3));
    rules.prepareForCreate?.(object);
    expect(object.status).toEqual({});
  });

  test('annotations count as spec', () => {
    const of = (change: Change) => JSON.stringify(rules.specOf?.(make(change)));
    expect(of(({ metadata }) => (metadata.annotations = { a: 'b' }))).not.toBe(of(() => {}));
    expect(of(({ metadata }) => (metadata.labels = { a: 'b' }))).toBe(of(() => {}));
  });
});

describe('a status', () => {
  const above = 'cannot be greater than status.replicas';
  test.each<[string, AppsV1Deployment['status'], string[]]>([
    [
      'is fine',
      { replicas: 2, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 1, collisionCount: 1 },
      [],
    ],
    [
      'has no negative counts',
      { observedGeneration: -1, replicas: -1, unavailableReplicas: -1, collisionCount: 1 },
      [
        `status.observedGeneration: Invalid value: -1: ${negative}`,
        `status.replicas: Invalid value: -1: ${negative}`,
        `status.unavailableReplicas: Invalid value: -1: ${negative}`,
        `status.updatedReplicas: Invalid value: 0: ${above}`,
        `status.readyReplicas: Invalid value: 0: ${above}`,
        `status.availableReplicas: Invalid value: 0: ${above}`,
      ],
    ],
    [
      'has no part above the whole',
      { replicas: 1, updatedReplicas: 2, readyReplicas: 3, availableReplicas: 4, collisionCount: 2 },
      [
        `status.updatedReplicas: Invalid value: 2: ${above}`,
        `status.readyReplicas: Invalid value: 3: ${above}`,
        `status.availableReplicas: Invalid value: 4: ${above}`,
        'status.availableReplicas: Invalid value: 4: cannot be greater than readyReplicas',
      ],
    ],
    ['forgets no collision', {}, ['status.collisionCount: Invalid value: 0: cannot be decremented']],
  ])('%s', (_, status, errors) => {
    const old = make(({ status }) => (status.collisionCount = 1));
    expect(statusErrors(rules, { ...make(), status }, old)).toEqual(errors);
  });
});

test('it is scaled by its replicas', () => {
  const object = make(({ status }) => (status.replicas = 3));
  rules.scale?.setSpecReplicas(object, 4);
  expect(rules.scale?.specReplicas(object)).toBe(4);
  expect(rules.scale?.statusReplicas(object)).toBe(3);
  expect(rules.scale?.selector(object)).toBe('app=web');
});

test('a Deployment has a row in a Table', () => {
  const status = { replicas: 3, updatedReplicas: 2, readyReplicas: 1 };
  expect(rules.table?.columns.map(({ name, type, priority }) => `${name} ${type} ${priority}`)).toEqual([
    'Name string 0',
    'Ready string 0',
    'Up-to-date string 0',
    'Available string 0',
    'Age string 0',
    'Containers string 1',
    'Images string 1',
    'Selector string 1',
  ]);
  const row = rules.table?.cells({ ...decoded(rules, make()), status }, later);
  expect(row).toEqual(['web', '1/1', 2, 0, '5m10s', 'web,log', 'nginx:1,fluentd:2', 'app=web']);
});
