import { describe, expect, test } from 'vitest';
import { definitionsOf } from '../../../../test/support/unit/definitions.ts';
import { Bench, dependencies, metadata, type Written } from '../../../../test/support/unit/kinds.ts';
import { cronJob } from './index.ts';

const podSpec = { containers: [{ name: 'sum', image: 'sum:1' }], restartPolicy: 'Never' };

const bench = new Bench(cronJob(dependencies), {
  metadata: metadata('sum'),
  spec: { schedule: '*/5 * * * *', jobTemplate: { spec: { template: { spec: podSpec } } } },
});

test('a CronJob gets defaults for what the client left out', () => {
  const { spec } = bench.decode();
  expect(spec).toMatchObject({
    concurrencyPolicy: 'Allow',
    suspend: false,
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
    jobTemplate: { spec: { template: { spec: { dnsPolicy: 'ClusterFirst' } } } },
  });
  expect(spec.jobTemplate.spec.backoffLimit).toBeUndefined();
  expect(bench.decode({ spec: { failedJobsHistoryLimit: 0 } }).spec.failedJobsHistoryLimit).toBe(0);
});

test('conditions of pods that are asked for have their default here already', () => {
  const { kinds } = definitionsOf('1.36');
  const policy = (...onPodConditions: object[]) => ({ podFailurePolicy: { rules: [{ onPodConditions }] } });
  const asked = policy({ type: 'Ready' }, { type: 'Ready', status: 'False' });
  const filled = policy({ type: 'Ready', status: 'True' }, { type: 'Ready', status: 'False' });
  for (const [kind, within] of [
    ['Job', (spec: object) => ({ spec })],
    ['CronJob', (spec: object) => ({ spec: { jobTemplate: { spec } } })],
  ] as const) {
    const object = structuredClone(within(asked));
    kinds.find((each) => each.kind === kind && each.storage)!.filled!.fill(object);
    expect(object).toMatchObject(within(filled));
  }
});

describe('a schedule', () => {
  test.each([
    '0 0 1 1 0',
    '*/5 * * * *',
    '0,30 8-18/2 ? JAN-mar sun',
    '5/15 * * * *',
    '@hourly',
    '@every 1h30m',
    'TZ=Europe/Vienna 0 3 * * *',
    'CRON_TZ=UTC @daily',
    'TZ=Local 0 3 * * *',
    ' 0\t3  * * * ',
    ',1,,2, * * * *',
  ])('%s is fine', (schedule) => {
    expect(bench.create({ spec: { schedule } }).errors).toEqual([]);
  });

  test.each([
    ['* * * *', 'expected exactly 5 fields, found 4: [* * * *]'],
    ['60 * * * *', 'end of range (60) above maximum (59): 60'],
    ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
    ['5-3 * * * *', 'beginning of range (5) beyond end of range (3): 5-3'],
    ['*/0 * * * *', 'step of range should be a positive number: */0'],
    ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
    ['1/2/3 * * * *', 'too many slashes: 1/2/3'],
    ['x * * * *', 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
    ['-5 * * * *', 'failed to parse int from : strconv.Atoi: parsing "": invalid syntax'],
    ['@soon', 'unrecognized descriptor: @soon'],
    ['@every day', 'failed to parse duration @every day: time: invalid duration "day"'],
    ['TZ=Nowhere 0 3 * * *', 'provided bad location Nowhere: unknown time zone Nowhere'],
    ['CRON_TZ=+01:00 0 3 * * *', 'provided bad location +01:00: unknown time zone +01:00'],
  ])('%s is none', (schedule, text) => {
    expect(bench.create({ spec: { schedule } }).errors).toEqual([
      `spec.schedule: Invalid value: "${schedule}": ${text.replaceAll('\n', '')}`,
    ]);
  });
});

describe('a cron job', () => {
  test.each<[string, Written, string[]]>([
    ['is fine', {}, []],
    ['has a schedule', { spec: { schedule: '' } }, ['spec.schedule: Required value']],
    [
      'has no negative counts',
      { spec: { startingDeadlineSeconds: -1, successfulJobsHistoryLimit: -1, failedJobsHistoryLimit: -1 } },
      ['startingDeadlineSeconds', 'successfulJobsHistoryLimit', 'failedJobsHistoryLimit'].map(
        (name) => `spec.${name}: Invalid value: -1: must be greater than or equal to 0`,
      ),
    ],
    [
      'knows three policies',
      { spec: { concurrencyPolicy: 'Queue' } },
      ['spec.concurrencyPolicy: Unsupported value: "Queue": supported values: "Allow", "Forbid", "Replace"'],
    ],
    [
      'leaves selectors to the server',
      { spec: { jobTemplate: { spec: { selector: { matchLabels: { a: 'b' } }, manualSelector: true } } } },
      [
        'spec.jobTemplate.spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"a":"b"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: `selector` will be auto-generated',
        'spec.jobTemplate.spec.manualSelector: Unsupported value: true: supported values: "nil", "false"',
      ],
    ],
    [
      'makes jobs that end',
      { spec: { jobTemplate: { spec: { template: { spec: { restartPolicy: 'Always' } } } } } },
      [
        'spec.jobTemplate.spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
      ],
    ],
    [
      'has a short name',
      { metadata: { name: 'x'.repeat(53) } },
      [`metadata.name: Invalid value: "${'x'.repeat(53)}": must be no more than 52 characters`],
    ],
  ])('%s', (_, change, errors) => {
    expect(bench.create(change).errors).toEqual(errors);
  });

  test('keeps a long name that it has', () => {
    const named = { metadata: { name: 'x'.repeat(53) } };
    expect(bench.update(named, named).errors).toEqual([]);
  });
});

test('spec and status are written apart', () => {
  const change = { spec: { suspend: true }, status: { lastScheduleTime: '2021-03-04T05:06:07Z' } };
  expect(bench.create(change).object.status).toEqual({});
  expect(bench.update(change).object).toMatchObject({ spec: { suspend: true }, status: {} });
  expect(bench.updateStatus(change).object).toMatchObject({
    spec: { suspend: false },
    status: change.status,
  });
});

test('a CronJob has a row in a Table', () => {
  const row = bench.row({
    status: { lastScheduleTime: '2021-03-04T05:10:17Z', active: [{ name: 'sum-1' }] },
  });
  expect(row).toEqual({
    Name: 'sum',
    Schedule: '*/5 * * * *',
    Suspend: 'False',
    Active: 1,
    'Last Schedule': '60s',
    Age: '5m10s',
    Containers: 'sum',
    Images: 'sum:1',
    Selector: '<none>',
  });
  expect(bench.row()).toMatchObject({ 'Last Schedule': '<none>' });
  const never = { status: { lastScheduleTime: '0001-01-01T00:00:00Z' } };
  expect(bench.row(never)).toMatchObject({ 'Last Schedule': '<unknown>' });
});
