import { describe, expect, test } from 'vitest';
import { Bench, dependencies, metadata, type Written } from '../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { daemonSet } from './daemon-set/index.ts';
import { deployment } from './deployment/index.ts';
import { replicaSet } from './replica-set/index.ts';
import { statefulSet } from './stateful-set/index.ts';

const kinds = { deployment, replicaSet, daemonSet, statefulSet };
type KindName = keyof typeof kinds;

const benchOf = (kind: KindName, release: string): Bench<object> =>
  new Bench(
    kinds[kind]({ ...dependencies, gates: new FeatureGates(release) }) as never,
    {
      metadata: metadata('web'),
      spec: {
        selector: { matchLabels: { app: 'web' } },
        template: {
          metadata: { labels: { app: 'web' } },
          spec: { containers: [{ name: 'a', image: 'a:1' }] },
        },
      },
    },
    release,
  );

const errorsOf = (kind: KindName, release: string, spec: Written): string[] =>
  benchOf(kind, release).create({ spec }).errors;

describe('values of a selector are values of labels since 1.26', () => {
  const matchExpressions = [{ key: 'app', operator: 'NotIn', values: ['a b'] }];
  const selector = { matchLabels: { app: 'web' }, matchExpressions };
  const wrong = expect.stringMatching(
    /^spec\.selector\.matchExpressions\[0\]\.values\[0\]: Invalid value: "a b"/,
  );
  test.each<[KindName]>([['deployment'], ['replicaSet'], ['daemonSet'], ['statefulSet']])('%s', (kind) => {
    expect(errorsOf(kind, '1.25', { selector })).not.toContainEqual(wrong);
    expect(errorsOf(kind, '1.26', { selector })).toContainEqual(wrong);
  });
});

describe('the type of an update strategy', () => {
  test('of a set is one of two, in every release', () => {
    expect(errorsOf('statefulSet', '1.36', { updateStrategy: { type: 'X' } })).toEqual([
      expect.stringMatching(/: must be 'RollingUpdate' or 'OnDelete'$/),
    ]);
  });

  test('of a daemon set: settings without a meaning are shown whole since 1.24', () => {
    const updateStrategy = { type: 'OnDelete', rollingUpdate: {} };
    const settings = (release: string) =>
      (benchOf('daemonSet', release).decode({ spec: { updateStrategy } }) as { spec: Written }).spec[
        'updateStrategy'
      ];
    expect(settings('1.23')).toEqual({ type: 'OnDelete', rollingUpdate: {} });
    expect(settings('1.24')).toEqual({
      type: 'OnDelete',
      rollingUpdate: { maxUnavailable: 0, maxSurge: 0 },
    });
  });
});

test('claims of the same name are one volume to the template', () => {
  const claim = {
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  };
  expect(errorsOf('statefulSet', '1.34', { volumeClaimTemplates: [claim, claim] })).toEqual([]);
});

test.each<[KindName]>([['deployment'], ['replicaSet']])('%s: no less than no pods are going', (kind) => {
  const status = (terminatingReplicas: number) => ({ status: { terminatingReplicas } });
  const { errors } = benchOf(kind, '1.36').updateStatus(status(-1));
  expect(errors).toEqual([
    'status.terminatingReplicas: Invalid value: -1: must be greater than or equal to 0',
  ]);
  expect(benchOf(kind, '1.36').updateStatus(status(1)).errors).toEqual([]);
});

describe('a stateful set', () => {
  test.each<[string, Written, unknown[]]>([
    [
      '1.35',
      { updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } },
      [/maxUnavailable: .*: cannot be 0$/],
    ],
    [
      '1.35',
      { updateStrategy: { rollingUpdate: { maxUnavailable: '101%' } } },
      [/must not be greater than 100%$/],
    ],
    [
      '1.36',
      { ordinals: { start: -1 } },
      [/^spec\.ordinals\.start: Invalid value: -1: must be greater than/],
    ],
    ['1.33', { serviceName: 'a.b' }, [/^spec\.serviceName: Invalid value: "a\.b"/]],
    ['1.32', { serviceName: 'a.b' }, []],
    [
      '1.36',
      { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Never' } },
      [/whenDeleted: Unsupported value: "Never"/],
    ],
  ])('in %s with %j', (release, spec, expected) => {
    const errors = errorsOf('statefulSet', release, spec);
    expect(errors).toEqual(expected.map((pattern) => expect.stringMatching(pattern as RegExp)));
  });

  const fields = 'updates to statefulset spec for fields other than ';
  test.each([
    [
      '1.25',
      `${fields}'replicas', 'template', 'updateStrategy', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden`,
    ],
    [
      '1.26',
      `${fields}'replicas', 'ordinals', 'template', 'updateStrategy', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden`,
    ],
    [
      '1.33',
      `${fields}'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden`,
    ],
  ])('in %s keeps all but some fields', (release, text) => {
    const { errors } = benchOf('statefulSet', release).update({ spec: { podManagementPolicy: 'Parallel' } });
    expect(errors).toContainEqual(`spec: Forbidden: ${text}`);
  });
});
