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
import type { AppsV1DaemonSet } from '../../../api/schema/types.gen.ts';
import { daemonSet } from './index.ts';

const rules = daemonSet(dependencies);
const generation = 'deprecated.daemonset.template.generation';
type Change = (object: AppsV1DaemonSet) => unknown;

const emptyStatus = {
  currentNumberScheduled: 0,
  numberMisscheduled: 0,
  desiredNumberScheduled: 0,
  numberReady: 0,
};

function make(change: Change = () => {}): AppsV1DaemonSet {
  const object: AppsV1DaemonSet = {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: objectMeta('web'),
    spec: { selector: { matchLabels: { app: 'web' } }, template: podTemplate(), updateStrategy: {} },
    status: { ...emptyStatus },
  };
  change(object);
  return object;
}

const withGeneration =
  (text: string): Change =>
  ({ metadata }) =>
    (metadata.annotations = { [generation]: text });

describe('defaults', () => {
  test('are those of a rolling update', () => {
    const object = decoded(rules, make());
    expect(object.spec).toMatchObject({
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
      revisionHistoryLimit: 10,
      template: { spec: { restartPolicy: 'Always' } },
    });
    expect(decoded(rules, structuredClone(object))).toEqual(object);
  });

  test('give OnDelete no settings', () => {
    const object = make(({ spec }) => (spec.updateStrategy.type = 'OnDelete'));
    expect(decoded(rules, object).spec.updateStrategy).toEqual({ type: 'OnDelete' });
  });
});

const negative = 'must be greater than or equal to 0';
const rolling = 'spec.updateStrategy.rollingUpdate';
const doesNotMatch = '`selector` does not match template `labels`';

describe('a daemon set', () => {
  test.each<[string, Change, string[]]>([
    ['is fine', () => {}, []],
    [
      'without a selector finds nothing',
      ({ spec }) => (spec.selector = null),
      [`spec.template.metadata.labels: Invalid value: map[string]string{"app":"web"}: ${doesNotMatch}`],
    ],
    [
      'must not select everything',
      ({ spec }) => (spec.selector = {}),
      [
        'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: empty selector is invalid for daemonset',
      ],
    ],
    [
      'needs a selector that can be used',
      ({ spec }) => (spec.selector = { matchExpressions: [{ key: 'app', operator: 'Is' }] }),
      ['spec.selector.matchExpressions[0].operator: Invalid value: "Is": not a valid selector operator'],
    ],
    [
      'shares only disks that are read-only',
      ({ spec }) => (spec.template.spec.volumes = [{ name: 'd', gcePersistentDisk: { pdName: 'd' } }]),
      [
        expect.stringMatching(
          /^spec\.template\.spec\.volumes\[0\]\.gcePersistentDisk\.readOnly: Invalid/,
        ) as unknown as string,
      ],
    ],
    [
      'keeps its pods running',
      ({ spec }) => Object.assign(spec.template.spec, { restartPolicy: 'Never', activeDeadlineSeconds: 5 }),
      [
        'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
        'spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in DaemonSet is not Supported',
      ],
    ],
    [
      'has no negative numbers',
      ({ spec }) => {
        Object.assign(spec, { minReadySeconds: -1, revisionHistoryLimit: -1 });
        spec.updateStrategy.rollingUpdate = { maxUnavailable: -1 };
      },
      [
        `spec.minReadySeconds: Invalid value: -1: ${negative}`,
        `${rolling}.maxUnavailable: Invalid value: -1: ${negative}`,
        `spec.revisionHistoryLimit: Invalid value: -1: ${negative}`,
      ],
    ],
    [
      'knows two strategies',
      ({ spec }) => (spec.updateStrategy.type = 'Swap'),
      [
        'spec.updateStrategy: Unsupported value: apps.DaemonSetUpdateStrategy{Type:"Swap", RollingUpdate:(*apps.RollingUpdateDaemonSet)(nil)}: supported values: "RollingUpdate", "OnDelete"',
      ],
    ],
    [
      'rolls by more than nothing',
      ({ spec }) => (spec.updateStrategy.rollingUpdate = { maxUnavailable: 0 }),
      [`${rolling}.maxUnavailable: Required value: cannot be 0 when maxSurge is 0`],
    ],
    [
      'does not both miss and surge',
      ({ spec }) => (spec.updateStrategy.rollingUpdate = { maxUnavailable: 1, maxSurge: '10%' }),
      [
        `${rolling}.maxSurge: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"10%"}: may not be set when maxUnavailable is non-zero`,
      ],
    ],
    [
      'may surge',
      ({ spec }) => (spec.updateStrategy.rollingUpdate = { maxUnavailable: 0, maxSurge: '10%' }),
      [],
    ],
    [
      'does neither on more than all nodes',
      ({ spec }) => (spec.updateStrategy.rollingUpdate = { maxUnavailable: '101%', maxSurge: '102%' }),
      [
        `${rolling}.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater than 100%`,
        `${rolling}.maxSurge: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"102%"}: must not be greater than 100%`,
        `${rolling}.maxSurge: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"102%"}: may not be set when maxUnavailable is non-zero`,
      ],
    ],
  ])('%s', (_, change, errors) => {
    expect(createErrors(rules, make(change))).toEqual(errors);
  });

  test('reports problems of an update twice, and keeps its selector', () => {
    const change: Change = ({ spec }) => Object.assign(spec, { minReadySeconds: -1, selector: null });
    const once = createErrors(rules, make(change));
    expect(once).toHaveLength(2);
    expect(updateErrors(rules, make(change), make())).toEqual([
      ...once,
      ...once,
      'spec.selector: Invalid value: "null": field is immutable',
    ]);
  });
});

describe('the generation of the template', () => {
  const of = ({ metadata }: AppsV1DaemonSet) => metadata.annotations?.[generation];

  test.each([
    [undefined, '0', '1'],
    ['-3', '-3', '1'],
    ['+05', '5', '5'],
  ])('%s is read as %s and starts at %s', (text, read, started) => {
    const object = decoded(rules, text === undefined ? make() : make(withGeneration(text)));
    expect(of(object)).toBe(read);
    rules.prepareForCreate?.(object);
    expect(of(object)).toBe(started);
  });

  test.each<[string, Change, string]>([
    ['counts changes of the template', ({ spec }) => (spec.template.metadata.labels = { b: 'c' }), '8'],
    ['does not count other changes', ({ spec }) => (spec.minReadySeconds = 5), '7'],
    ['is not for the client to say', withGeneration('100'), '7'],
  ])('%s', (_, change, expected) => {
    const object = decoded(rules, make(change));
    rules.prepareForUpdate?.(object, decoded(rules, make(withGeneration('7'))));
    expect(of(object)).toBe(expected);
  });

  test('stays when only the status is written', () => {
    const object = decoded(rules, make(withGeneration('100')));
    rules.status?.prepareForUpdate?.(object, decoded(rules, make(withGeneration('7'))));
    expect(of(object)).toBe('7');
  });

  test('makes an object unreadable that has no number there', () => {
    const text =
      'DaemonSet in version "v1" cannot be handled as a DaemonSet: strconv.ParseInt: parsing "": invalid syntax';
    expect(() => decoded(rules, make(withGeneration('')))).toThrow(
      expect.objectContaining({ code: 400, message: text }),
    );
  });
});

describe('a status', () => {
  test.each<[string, Partial<AppsV1DaemonSet['status']>, string[]]>([
    ['is fine', { numberReady: 5, collisionCount: 1 }, []],
    [
      'has no negative counts',
      { numberReady: -1, updatedNumberScheduled: -2, collisionCount: -3 },
      [
        `status.numberReady: Invalid value: -1: ${negative}`,
        `status.updatedNumberScheduled: Invalid value: -2: ${negative}`,
        `status.collisionCount: Invalid value: -3: ${negative}`,
        'status.collisionCount: Invalid value: -3: cannot be decremented',
      ],
    ],
    ['forgets no collision', {}, ['status.collisionCount: Invalid value: 0: cannot be decremented']],
  ])('%s', (_, status, errors) => {
    const old = make(({ status }) => (status.collisionCount = 1));
    expect(statusErrors(rules, { ...make(), status: { ...emptyStatus, ...status } }, old)).toEqual(errors);
  });
});

test('spec and status are written apart', () => {
  const old = make(
    ({ spec, status }) => Object.assign(spec, { minReadySeconds: 3 }) && (status.numberReady = 3),
  );
  const wanted = () =>
    make(({ spec, status }) => Object.assign(spec, { minReadySeconds: 5 }) && (status.numberReady = 5));
  const [created, main, status] = [wanted(), wanted(), wanted()];
  rules.prepareForCreate?.(created);
  expect(created.status).toEqual(emptyStatus);
  rules.prepareForUpdate?.(main, old);
  expect(main).toMatchObject({ spec: { minReadySeconds: 5 }, status: { numberReady: 3 } });
  rules.status?.prepareForUpdate?.(status, old);
  expect(status).toMatchObject({ spec: { minReadySeconds: 3 }, status: { numberReady: 5 } });
});

test('a DaemonSet has a row in a Table', () => {
  expect(rules.table?.columns.map(({ name, type, priority }) => `${name} ${type} ${priority}`)).toEqual([
    'Name string 0',
    'Desired integer 0',
    'Current integer 0',
    'Ready integer 0',
    'Up-to-date integer 0',
    'Available integer 0',
    'Node Selector string 0',
    'Age string 0',
    'Containers string 1',
    'Images string 1',
    'Selector string 1',
  ]);
  const status = { ...emptyStatus, desiredNumberScheduled: 4, currentNumberScheduled: 3, numberReady: 2 };
  const row = rules.table?.cells({ ...make(), status }, later);
  expect(row).toEqual(['web', 4, 3, 2, 0, 0, '<none>', '5m10s', 'web,log', 'nginx:1,fluentd:2', 'app=web']);
});
