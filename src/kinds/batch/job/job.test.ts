import { describe, expect, test } from 'vitest';
import { Bench, dependencies, metadata, type Written } from '../../../../test/support/unit/kinds.ts';
import { texts } from '../../../../test/support/unit/pod-specs.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { job } from './index.ts';

const template = (spec: Written = {}, labels: Written = { app: 'sum' }): Written => ({
  metadata: { labels },
  spec: { containers: [{ name: 'sum', image: 'sum:1' }], restartPolicy: 'Never', ...spec },
});

const bench = new Bench(job(dependencies), {
  metadata: metadata('sum', { uid: 'u1' }),
  spec: { template: template() },
});

const rulesIn = (release: string) => job({ ...dependencies, gates: new FeatureGates(release) });

/** A Job as it is stored: with the selector and labels that the server writes. */
const stored: Written = {
  selector: { matchLabels: { 'controller-uid': 'u1' } },
  template: template({}, { app: 'sum', 'controller-uid': 'u1', 'job-name': 'sum' }),
};

describe('defaults', () => {
  test.each<[string, Written, Written]>([
    ['one pod that succeeds', {}, { completions: 1, parallelism: 1 }],
    ['some successes, one after another', { completions: 3 }, { completions: 3, parallelism: 1 }],
    ['a queue', { parallelism: 3 }, { parallelism: 3 }],
  ])('%s', (_, spec, expected) => {
    const { object } = bench.create({ spec });
    expect(object.spec).toMatchObject({
      backoffLimit: 6,
      completionMode: 'NonIndexed',
      suspend: false,
      ...expected,
    });
    expect(object.spec.completions).toBe(expected['completions']);
  });

  test.each([
    ['1.28', 6],
    ['1.29', 2_147_483_647],
  ])('a limit for each index leaves none for all where it has an effect: %s', (release, expected) => {
    const object = bench.decode();
    object.spec = { ...object.spec, backoffLimit: undefined, backoffLimitPerIndex: 1 };
    rulesIn(release).applyDefaults!(object);
    expect(object.spec.backoffLimit).toBe(expected);
  });

  test('labels are those of the template', () => {
    expect(bench.decode().metadata.labels).toEqual({ app: 'sum' });
    expect(bench.decode({ metadata: { labels: { a: 'b' } } }).metadata.labels).toEqual({ a: 'b' });
  });
});

describe('the selector', () => {
  test('is written by the server', () => {
    const { object, errors } = bench.create();
    expect(errors).toEqual([]);
    expect(object.spec.selector).toEqual({ matchLabels: { 'controller-uid': 'u1' } });
    expect(object.spec.template.metadata.labels).toEqual({
      app: 'sum',
      'controller-uid': 'u1',
      'job-name': 'sum',
    });
  });

  test('is among the labels of a job that has none', () => {
    const { object } = bench.create({ spec: { template: { metadata: { labels: null } } } });
    expect(object.metadata.labels).toEqual({ 'controller-uid': 'u1', 'job-name': 'sum' });
  });

  test('is left to clients that want that', () => {
    const spec = { manualSelector: true, selector: { matchLabels: { app: 'sum' } } };
    const { object, errors } = bench.create({ spec });
    expect(errors).toEqual([]);
    expect(object.spec.template.metadata.labels).toEqual({ app: 'sum' });
  });
});

const wrongLabels = 'map[string]string{"app":"sum", "controller-uid":"u2", "job-name":"sum"}';
const nonNegative = 'must be greater than or equal to 0';

describe('a job', () => {
  test.each<[string, Written, string[]]>([
    ['is fine', {}, []],
    [
      'has no negative counts',
      {
        parallelism: -1,
        completions: -1,
        activeDeadlineSeconds: -1,
        backoffLimit: -1,
        ttlSecondsAfterFinished: -1,
      },
      ['parallelism', 'completions', 'activeDeadlineSeconds', 'backoffLimit', 'ttlSecondsAfterFinished'].map(
        (name) => `spec.${name}: Invalid value: -1: ${nonNegative}`,
      ),
    ],
    [
      'knows two modes of completion',
      { completionMode: 'Some' },
      ['spec.completionMode: Unsupported value: "Some": supported values: "NonIndexed", "Indexed"'],
    ],
    [
      'is counted when it is indexed, and not too parallel',
      { completionMode: 'Indexed', parallelism: 100_001 },
      [
        'spec.completions: Required value: when completion mode is Indexed',
        'spec.parallelism: Invalid value: 100001: must be less than or equal to 100000 when completion mode is Indexed',
      ],
    ],
    [
      'ends',
      { template: template({ restartPolicy: 'Always' }) },
      ['spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"'],
    ],
    [
      'knows policies',
      { template: template({ restartPolicy: 'Once' }) },
      [
        'spec.template.spec.restartPolicy: Unsupported value: "Once": supported values: "Always", "OnFailure", "Never"',
        'spec.template.spec.restartPolicy: Unsupported value: "Once": supported values: "OnFailure", "Never"',
      ],
    ],
    [
      'takes no pods of others',
      { template: template({}, { 'controller-uid': 'u2' }) },
      [
        `spec.template.metadata.labels[controller-uid]: Invalid value: ${wrongLabels}: must be 'u1'`,
        `spec.template.metadata.labels: Invalid value: ${wrongLabels}: \`selector\` does not match template \`labels\``,
      ],
    ],
    [
      'has a selector of its own',
      { selector: { matchLabels: { app: 'sum' } } },
      [
        'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"app":"sum", "controller-uid":"u1"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: `selector` not auto-generated',
      ],
    ],
    [
      'needs a selector',
      { manualSelector: true },
      ['spec.selector: Required value', expect.stringMatching('does not match') as never],
    ],
  ])('%s', (_, spec, errors) => {
    expect(bench.create({ spec }).errors).toEqual(errors);
  });

  test.each<[string, Written, Written, string[]]>([
    ['changes nothing', {}, {}, []],
    ['may be more parallel', { completions: 1, parallelism: 5 }, {}, []],
    [
      'keeps its completions',
      { completions: 5 },
      {},
      ['spec.completions: Invalid value: 5: field is immutable'],
    ],
    [
      'keeps its mode',
      { completionMode: 'Indexed', completions: 1 },
      {},
      ['spec.completionMode: Invalid value: "Indexed": field is immutable'],
    ],
    [
      'keeps its template',
      { template: { spec: { nodeSelector: { disk: 'fast' } } } },
      {},
      [expect.stringMatching(/^spec\.template: Invalid value: .*: field is immutable$/) as never],
    ],
    [
      'moves while it has not started',
      {
        suspend: true,
        template: {
          metadata: { annotations: { a: 'b' } },
          spec: {
            nodeSelector: { disk: 'fast' },
            affinity: { nodeAffinity: {} },
            tolerations: [{ operator: 'Exists' }],
          },
        },
      },
      { suspend: true },
      [],
    ],
    [
      'moves no more when it has',
      { suspend: true, template: { spec: { nodeSelector: { disk: 'fast' } } } },
      { suspend: true, started: true },
      [expect.stringMatching(/^spec\.template: .*: field is immutable$/) as never],
    ],
  ])('an update %s', (_, spec, { started, ...oldSpec }, errors) => {
    const status = started ? { startTime: '2021-03-04T05:06:07Z' } : {};
    const changed = { ...stored, ...spec, template: mergeTemplate(spec['template'] as Written) };
    expect(bench.update({ spec: changed }, { spec: { ...stored, ...oldSpec }, status }).errors).toEqual(
      errors,
    );
  });
});

function mergeTemplate(change: Written = {}): Written {
  const base = stored['template'] as { metadata: Written; spec: Written };
  return {
    metadata: { ...base.metadata, ...(change['metadata'] as Written) },
    spec: { ...base.spec, ...(change['spec'] as Written) },
  };
}

test('a status counts, and each pod once', () => {
  const status = {
    active: -1,
    succeeded: -1,
    failed: -1,
    ready: -1,
    uncountedTerminatedPods: { succeeded: ['a', ''], failed: ['a'] },
  };
  expect(bench.updateStatus({ status }).errors).toEqual([
    ...['active', 'succeeded', 'failed', 'ready'].map(
      (name) => `status.${name}: Invalid value: -1: ${nonNegative}`,
    ),
    'status.uncountedTerminatedPods.succeeded[1]: Invalid value: "": must not be empty',
    'status.uncountedTerminatedPods.failed[0]: Duplicate value: "a"',
  ]);
});

test('spec and status are written apart', () => {
  const change = { spec: { ...stored, parallelism: 5 }, status: { active: 5 } };
  expect(bench.create(change).object.status).toEqual({});
  expect(bench.update(change, { spec: stored, status: { active: 1 } }).object).toMatchObject({
    spec: { parallelism: 5 },
    status: { active: 1 },
  });
  expect(bench.updateStatus(change, { spec: stored }).object).toMatchObject({
    spec: { parallelism: 1 },
    status: { active: 5 },
  });
});

test('counting by finalizers is not switched on', () => {
  const tracked = { metadata: { annotations: { 'batch.orch.io/job-tracking': '' } } };
  expect(bench.create(tracked).object.metadata.annotations).toBeUndefined();
  expect(
    bench.update({ ...tracked, spec: stored }, { ...tracked, spec: stored }).object.metadata.annotations,
  ).toEqual(tracked.metadata.annotations);
});

test('counting by finalizers is not switched on later, where it is on from the start', () => {
  const tracked = { metadata: { annotations: { 'batch.orch.io/job-tracking': '' } } };
  const errorsIn = (release: string, change: Written, before: Written): string[] =>
    texts(
      rulesIn(release).validateUpdate!(
        bench.decode({ ...change, spec: stored }),
        bench.decode({ ...before, spec: stored }),
      ),
    );
  const refused = 'metadata.annotations[batch.orch.io/job-tracking]: Forbidden: cannot add this annotation';
  expect(errorsIn('1.26', tracked, {})).toEqual([refused]);
  expect(errorsIn('1.26', tracked, tracked)).toEqual([]);
  expect(errorsIn('1.24', tracked, {})).toEqual([]);
});

test('it is found by its successes', () => {
  expect(bench.rules.selectableFields?.of(bench.decode({ status: { succeeded: 2 } }))).toEqual({
    'status.successful': '2',
  });
});

test.each<[Written, string, string]>([
  [{}, '0/1', ''],
  [{ spec: { parallelism: 5 }, status: { succeeded: 1 } }, '1/1 of 5', ''],
  [{ status: { startTime: '2021-03-04T05:10:17Z' } }, '0/1', '60s'],
  [
    { status: { startTime: '2021-03-04T05:10:17Z', completionTime: '2021-03-04T05:10:20Z', succeeded: 1 } },
    '1/1',
    '3s',
  ],
])('its row %#', (change, completions, duration) => {
  expect(bench.row(change)).toEqual({
    Name: 'sum',
    Completions: completions,
    Duration: duration,
    Age: '5m10s',
    Containers: 'sum',
    Images: 'sum:1',
    Selector: '<none>',
  });
});

test.each<[string, string[], boolean]>([
  ['1.28', ['JobBackoffLimitPerIndex=false'], false],
  ['1.28', [], false],
  ['1.28', ['JobBackoffLimitPerIndex=true'], true],
  ['1.29', [], true],
])('rules that fail an index, at %s with %j, are kept: %j', (release, given, isKept) => {
  const { prepareForCreate } = job({ ...dependencies, gates: new FeatureGates(release, given) });
  const failIndex = { action: 'FailIndex', onExitCodes: { operator: 'In', values: [1] } };
  const object = bench.decode();
  object.spec.podFailurePolicy = { rules: [failIndex] };
  prepareForCreate!(object);
  expect(object.spec.podFailurePolicy).toEqual({ rules: isKept ? [failIndex] : [] });
});

const byFinalizers = 'batch.orch.io/job-tracking';

test.each<[string, string | undefined, string | undefined]>([
  ['1.24', 'yes', undefined],
  ['1.25', undefined, ''],
  ['1.25', 'yes', ''],
  ['1.27', undefined, ''],
  ['1.28', undefined, undefined],
  ['1.28', 'yes', 'yes'],
])('a new job is counted by finalizers at %s: %j becomes %j', (release, given, expected) => {
  const object = bench.decode(given === undefined ? {} : tracking(given));
  rulesIn(release).prepareForCreate!(object);
  expect(object.metadata.annotations?.[byFinalizers]).toBe(expected);
});

test.each<[string, string | undefined, string | undefined]>([
  ['1.24', undefined, undefined],
  ['1.24', '', 'yes'],
  ['1.25', undefined, 'yes'],
  ['1.28', undefined, 'yes'],
])('an update at %s of one counted by %j says %j', (release, before, expected) => {
  const object = bench.decode({ ...tracking('yes'), spec: stored });
  const old = bench.decode({ ...(before === undefined ? {} : tracking(before)), spec: stored });
  rulesIn(release).prepareForUpdate!(object, old);
  expect(object.metadata.annotations?.[byFinalizers]).toBe(expected);
});

function tracking(value: string): Written {
  return { metadata: { annotations: { [byFinalizers]: value } } };
}
