import { describe, expect, test } from 'vitest';
import { Bench, dependencies, metadata, type Written } from '../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { cronJob } from './cron-job/index.ts';
import { job } from './job/index.ts';

/** Jobs and cron jobs by release: what a release is the first to do, beside the one before it. */

const template = (spec: Written = {}): Written => ({
  metadata: { labels: { app: 'sum' } },
  spec: { containers: [{ name: 'sum', image: 'sum:1' }], restartPolicy: 'Never', ...spec },
});
const of = (release: string) => ({ ...dependencies, gates: new FeatureGates(release) });

/** A bench of each release, made once: it reads all definitions. */
function benches<T extends object>(make: (release: string) => Bench<T>): (release: string) => Bench<T> {
  const made = new Map<string, Bench<T>>();
  return (release) => {
    const bench = made.get(release) ?? make(release);
    made.set(release, bench);
    return bench;
  };
}

const jobs = benches((release) => {
  const base = { metadata: metadata('sum', { uid: 'u1' }), spec: { template: template() } };
  return new Bench(job(of(release)), base, release);
});
const crons = benches((release) => {
  const spec = { schedule: '0 * * * *', jobTemplate: { spec: { template: template() } } };
  return new Bench(cronJob(of(release)), { metadata: metadata('sum'), spec }, release);
});

const containing = (...texts: string[]): unknown[] => texts.map((text) => expect.stringContaining(text));
const indexed: Written = { completionMode: 'Indexed', completions: 3, parallelism: 1 };
const policy = (action: string): Written => ({
  podFailurePolicy: {
    rules: [{ action, onExitCodes: { operator: 'In', values: [1] } }],
  },
});

describe('a job', () => {
  test.each<[string, string, Written]>([
    ['1.28', 'manualSelector is not written out', { backoffLimit: 6 }],
    ['1.29', 'manualSelector is', { manualSelector: false }],
    ['1.29', 'pods are replaced as they fail or go', { podReplacementPolicy: 'TerminatingOrFailed' }],
  ])('in %s has defaults: %s', (release, _, expected) => {
    expect(jobs(release).create().object.spec).toMatchObject(expected);
  });

  test('without a limit for all indexes where each has one', () => {
    const { spec } = jobs('1.36').create({ spec: { ...indexed, backoffLimitPerIndex: 1 } }).object;
    expect(spec.backoffLimit).toBe(2_147_483_647);
  });

  test.each<[string, string[]]>([
    ['1.26', ['controller-uid', 'job-name']],
    ['1.27', ['batch.orch.io/controller-uid', 'batch.orch.io/job-name', 'controller-uid', 'job-name']],
  ])('in %s its pods have the labels %j', (release, expected) => {
    const { object } = jobs(release).create();
    const { labels = {} } = object.spec.template.metadata ?? {};
    expect(Object.keys(labels).sort()).toEqual(['app', ...expected].sort());
    const selected = Object.keys(object.spec.selector?.matchLabels ?? {});
    expect(selected).toEqual([expected.includes('batch.orch.io/job-name') ? expected[0] : 'controller-uid']);
  });

  test.each<[string, string, Written, unknown[]]>([
    ['1.36', 'an action that there is', policy('FailJob'), []],
    [
      '1.27',
      'an action that comes later',
      policy('FailIndex'),
      containing('supported values: "Count", "FailJob", "Ignore"'),
    ],
    [
      '1.28',
      'an action for an index, without a limit of an index',
      policy('Fail'),
      containing('supported values: "Count", "FailIndex", "FailJob", "Ignore"'),
    ],
    [
      '1.36',
      'a limit of failed indexes without one of each',
      { ...indexed, maxFailedIndexes: 1 },
      containing('spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified'),
    ],
    [
      '1.36',
      'a limit of an index without indexes',
      { backoffLimitPerIndex: 1 },
      containing('spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode'),
    ],
    [
      '1.36',
      'more failed indexes than there are',
      { ...indexed, backoffLimitPerIndex: 1, maxFailedIndexes: 4 },
      containing('spec.maxFailedIndexes: Invalid value: 4: must be less than or equal to completions'),
    ],
    [
      '1.36',
      'a policy of success without indexes',
      { successPolicy: { rules: [{ succeededCount: 1 }] } },
      containing('requires indexed completion mode'),
    ],
    [
      '1.36',
      'indexes of success that are none',
      { ...indexed, successPolicy: { rules: [{ succeededIndexes: '2,1' }] } },
      containing('non-increasing order, previous: 2, current: 1'),
    ],
    [
      '1.36',
      'a manager without a domain',
      { managedBy: 'me' },
      containing('spec.managedBy: Invalid value: "me"'),
    ],
    [
      '1.36',
      'replacement before a pod has failed, with a policy of failures',
      { ...policy('FailJob'), podReplacementPolicy: 'TerminatingOrFailed' },
      containing('spec.podReplacementPolicy: Unsupported value: "TerminatingOrFailed"'),
    ],
  ])('in %s: %s', (release, _, spec, expected) => {
    expect(jobs(release).create({ spec }).errors).toEqual(expected);
  });

  const finished = (conditions: string[], more: Written = {}): Written => ({
    status: {
      startTime: '2026-01-01T00:00:00Z',
      ...more,
      conditions: conditions.map((type) => ({ type, status: 'True' })),
    },
  });
  const ended = { completionTime: '2026-01-02T00:00:00Z' };

  test.each<[string, string, Written, Written, unknown[]]>([
    ['1.36', 'complete', finished(['SuccessCriteriaMet', 'Complete'], ended), {}, []],
    [
      '1.36',
      'complete, of which nobody knew that it would be',
      finished(['Complete'], ended),
      {},
      containing('cannot set Complete=True condition without the SuccessCriteriaMet=true condition'),
    ],
    [
      '1.36',
      'failed, of which nobody knew that it would be',
      finished(['Failed']),
      {},
      containing('cannot set Failed=True condition without the FailureTarget=true condition'),
    ],
    ['1.29', 'failed, before that was asked', finished(['Failed']), {}, []],
    [
      '1.32',
      'ended before it began',
      finished(['SuccessCriteriaMet', 'Complete'], { completionTime: '2025-01-01T00:00:00Z' }),
      {},
      containing('completionTime cannot be set before startTime'),
    ],
    [
      '1.34',
      'ended before it began',
      finished(['SuccessCriteriaMet', 'Complete'], { completionTime: '2025-01-01T00:00:00Z' }),
      {},
      containing('must be equal to or after `startTime`'),
    ],
    [
      '1.36',
      'no longer failed',
      finished([]),
      finished(['FailureTarget', 'Failed']),
      containing(
        'cannot disable the terminal Failed=True condition',
        'cannot disable the terminal FailureTarget=True condition',
      ),
    ],
    [
      '1.36',
      'begun at another time',
      { status: { startTime: '2026-01-05T00:00:00Z' } },
      { status: { startTime: '2026-01-01T00:00:00Z' } },
      containing('field is immutable for unsuspended job once set'),
    ],
    [
      '1.32',
      'begun at another time, which was not asked',
      { status: { startTime: '2026-01-05T00:00:00Z' } },
      { status: { startTime: '2026-01-01T00:00:00Z' } },
      [],
    ],
  ])('in %s has a status: %s', (release, _, after, before, expected) => {
    expect(jobs(release).updateStatus(after, before).errors).toEqual(expected);
  });

  test.each<[string, string[]]>([
    ['1.29', ['Completions', 'Duration', 'Age']],
    ['1.30', ['Status', 'Completions', 'Duration', 'Age']],
  ])('in %s is shown in the columns %j', (release, expected) => {
    const { columns } = jobs(release).rules.table!;
    const shown = columns.filter(({ priority }) => !priority).map(({ name }) => name);
    expect(shown.slice(1)).toEqual(expected);
  });

  test.each<[string, string[], string]>([
    ['1.36', [], 'Running'],
    ['1.36', ['Complete'], 'Complete'],
    ['1.36', ['Failed'], 'Failed'],
    ['1.36', ['Suspended'], 'Suspended'],
    ['1.36', ['FailureTarget'], 'FailureTarget'],
    ['1.36', ['SuccessCriteriaMet'], 'SuccessCriteriaMet'],
    ['1.32', ['SuccessCriteriaMet'], 'Running'],
  ])('in %s with %j it is shown as %s', (release, conditions, expected) => {
    expect(jobs(release).row(finished(conditions))['Status']).toBe(expected);
  });
});

describe('a cron job', () => {
  test.each<[string, string, Written, unknown[]]>([
    ['1.36', 'a zone that there is', { timeZone: 'Europe/Berlin' }, []],
    [
      '1.36',
      'a zone that there is not',
      { timeZone: 'Europe/Nowhere' },
      containing('spec.timeZone: Invalid value: "Europe/Nowhere": unknown time zone Europe/Nowhere'),
    ],
    [
      '1.36',
      'the zone of the machine',
      { timeZone: 'Local' },
      containing('timeZone must be an explicit time zone as defined in'),
    ],
    ['1.36', 'an empty zone', { timeZone: '' }, containing('timeZone must be nil or non-empty string')],
    [
      '1.36',
      'two zones',
      { timeZone: 'Europe/Berlin', schedule: 'TZ=UTC 0 * * * *' },
      containing('cannot use both timeZone field and TZ or CRON_TZ in schedule'),
    ],
    ['1.28', 'a zone in the schedule', { schedule: 'TZ=UTC 0 * * * *' }, []],
    [
      '1.29',
      'a zone in the schedule',
      { schedule: 'TZ=UTC 0 * * * *' },
      containing('cannot use TZ or CRON_TZ in schedule, use timeZone field instead'),
    ],
  ])('in %s: %s', (release, _, spec, expected) => {
    expect(crons(release).create({ spec }).errors).toEqual(expected);
  });

  test('with a zone in its schedule that it has had is as it was', () => {
    const spec = { schedule: 'TZ=UTC 0 * * * *' };
    expect(crons('1.36').update({ spec: { ...spec, suspend: true } }, { spec }).errors).toEqual([]);
  });

  test.each<[string, string[]]>([
    ['1.29', ['Schedule', 'Suspend', 'Active', 'Last Schedule', 'Age']],
    ['1.30', ['Schedule', 'Timezone', 'Suspend', 'Active', 'Last Schedule', 'Age']],
  ])('in %s is shown in the columns %j', (release, expected) => {
    const { columns } = crons(release).rules.table!;
    const shown = columns.filter(({ priority }) => !priority).map(({ name }) => name);
    expect(shown.slice(1)).toEqual(expected);
  });
});
