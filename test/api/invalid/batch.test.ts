import { describeInvalid, invalid, notSupported, required } from '../../support/invalid.ts';

const job = 'spec.jobTemplate.spec';

describeInvalid([
  {
    apiVersions: ['batch/v1'],
    kind: 'Job',
    create: [
      ['a name in capitals', { 'metadata.name': 'Job' }, [['metadata.name', invalid]]],
      [
        'fewer than none at once',
        { 'spec.parallelism': -1 },
        [['spec.parallelism', invalid, 'must be greater than or equal to 0']],
      ],
      ['fewer than none to do', { 'spec.completions': -1 }, [['spec.completions', invalid]]],
      [
        'a deadline before 0',
        { 'spec.activeDeadlineSeconds': -1 },
        [['spec.activeDeadlineSeconds', invalid]],
      ],
      ['fewer than no tries', { 'spec.backoffLimit': -1 }, [['spec.backoffLimit', invalid]]],
      [
        'a life before 0',
        { 'spec.ttlSecondsAfterFinished': -1 },
        [['spec.ttlSecondsAfterFinished', invalid]],
      ],
      [
        'pods that never end',
        { 'spec.template.spec.restartPolicy': 'Always' },
        [['spec.template.spec.restartPolicy', required, 'valid values: "OnFailure", "Never"']],
      ],
      [
        'pods with another policy',
        { 'spec.template.spec.restartPolicy': 'Once' },
        [['spec.template.spec.restartPolicy', notSupported]],
      ],
      [
        'numbers without an end',
        { 'spec.completionMode': 'Indexed', 'spec.parallelism': 1 },
        [['spec.completions', required, 'when completion mode is Indexed']],
      ],
      [
        'numbers for too many at once',
        { 'spec.completionMode': 'Indexed', 'spec.completions': 1, 'spec.parallelism': 100001 },
        [
          [
            'spec.parallelism',
            invalid,
            'must be less than or equal to 100000 when completion mode is Indexed',
          ],
        ],
      ],
      ['another way to count', { 'spec.completionMode': 'Random' }, [['spec.completionMode', notSupported]]],
      [
        'no containers',
        { 'spec.template.spec.containers': [] },
        [['spec.template.spec.containers', required]],
      ],
      [
        'a selector of its own',
        { 'spec.selector.matchLabels': { a: 'b' } },
        [
          ['spec.template.metadata.labels', invalid],
          ['spec.selector', invalid, '`selector` not auto-generated'],
        ],
      ],
      [
        'no selector where it has to give one',
        { 'spec.manualSelector': true },
        [
          ['spec.selector', required],
          ['spec.template.metadata.labels', invalid],
        ],
      ],
    ],
    update: [
      [
        'another number to do',
        { 'spec.completions': 5 },
        [['spec.completions', invalid, 'field is immutable']],
      ],
      [
        'another template',
        { 'spec.template.spec.containers[0].image': 'other' },
        [['spec.template', invalid, 'field is immutable']],
      ],
      [
        'another way to count',
        { 'spec.completionMode': 'Indexed' },
        [['spec.completionMode', invalid, 'field is immutable']],
      ],
      ['fewer than none at once', { 'spec.parallelism': -1 }, [['spec.parallelism', invalid]]],
    ],
    status: [
      ['fewer than none at work', { 'status.active': -1 }, [['status.active', invalid]]],
      ['fewer than none failed', { 'status.failed': -1 }, [['status.failed', invalid]]],
    ],
  },
  {
    apiVersions: ['batch/v1', 'batch/v1beta1'],
    kind: 'CronJob',
    create: [
      [
        'a name of 53 letters',
        { 'metadata.name': 'a'.repeat(53) },
        [['metadata.name', invalid, 'must be no more than 52 characters']],
      ],
      ['no schedule', { 'spec.schedule': '' }, [['spec.schedule', required]]],
      [
        'a schedule of four',
        { 'spec.schedule': '* * * *' },
        [['spec.schedule', invalid, 'expected exactly 5 fields, found 4']],
      ],
      ['the 61st minute', { 'spec.schedule': '60 * * * *' }, [['spec.schedule', invalid]]],
      ['a word that means no time', { 'spec.schedule': '@sometimes' }, [['spec.schedule', invalid]]],
      [
        'a start before 0',
        { 'spec.startingDeadlineSeconds': -1 },
        [['spec.startingDeadlineSeconds', invalid]],
      ],
      [
        'another policy',
        { 'spec.concurrencyPolicy': 'Queue' },
        [['spec.concurrencyPolicy', notSupported, 'supported values: "Allow", "Forbid", "Replace"']],
      ],
      [
        'a history of -1',
        { 'spec.successfulJobsHistoryLimit': -1 },
        [['spec.successfulJobsHistoryLimit', invalid]],
      ],
      [
        'a history of failures of -1',
        { 'spec.failedJobsHistoryLimit': -1 },
        [['spec.failedJobsHistoryLimit', invalid]],
      ],
      [
        'a selector',
        { [`${job}.selector.matchLabels`]: { a: 'b' } },
        [[`${job}.selector`, invalid, '`selector` will be auto-generated']],
      ],
      [
        'a selector to be given',
        { [`${job}.manualSelector`]: true },
        [[`${job}.manualSelector`, notSupported]],
      ],
      ['fewer than none at once', { [`${job}.parallelism`]: -1 }, [[`${job}.parallelism`, invalid]]],
      [
        'pods that never end',
        { [`${job}.template.spec.restartPolicy`]: 'Always' },
        [[`${job}.template.spec.restartPolicy`, required]],
      ],
      [
        'no containers',
        { [`${job}.template.spec.containers`]: [] },
        [[`${job}.template.spec.containers`, required]],
      ],
    ],
    update: [['a schedule that is none', { 'spec.schedule': 'often' }, [['spec.schedule', invalid]]]],
  },
]);
