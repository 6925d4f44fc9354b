import { expect, test } from 'vitest';
import { describeConversions } from '../../shared/conversion/properties.ts';
import { dependencies, VersionBench } from '../../shared/conversion/testing.ts';
import { event } from './index.ts';

const bench = new VersionBench(event(dependencies));
const [newer, older] = ['events.orch.io/v1', 'events.orch.io/v1beta1'] as const;

describeConversions(bench);

test('the same event by other names', () => {
  const regarding = { kind: 'Pod', name: 'web' };
  const stored = bench.toStored(older, {
    metadata: { name: 'web.1' },
    regarding,
    note: 'Started',
    type: 'Normal',
    reportingController: 'a.example/b',
    deprecatedSource: { component: 'c' },
    deprecatedFirstTimestamp: '2021-03-04T05:06:07Z',
    deprecatedLastTimestamp: '2021-03-04T05:06:08Z',
    deprecatedCount: 2,
  });
  expect(stored).toMatchObject({
    involvedObject: regarding,
    message: 'Started',
    type: 'Normal',
    reportingComponent: 'a.example/b',
    source: { component: 'c' },
    firstTimestamp: '2021-03-04T05:06:07Z',
    lastTimestamp: '2021-03-04T05:06:08Z',
    count: 2,
  });
});

const base = { metadata: { name: 'web.1' }, type: 'Normal', eventTime: '2021-03-04T05:06:07.000000Z' };

test.each<[string, object, string[]]>([
  ['is fine', {}, []],
  ['may be a warning', { type: 'Warning' }, []],
  ['has a time', { eventTime: null }, ['eventTime: Required value']],
  ['is normal or a warning', { type: 'Bad' }, ['type: Invalid value: "": has invalid value: Bad']],
  [
    'says nothing that older ones say',
    {
      deprecatedFirstTimestamp: '2021-03-04T05:06:07Z',
      deprecatedLastTimestamp: '2021-03-04T05:06:07Z',
      deprecatedCount: 1,
      deprecatedSource: { host: 'a' },
    },
    ['firstTimestamp', 'lastTimestamp', 'count', 'source'].map(
      (name) => `${name}: Invalid value: "": needs to be unset`,
    ),
  ],
  [
    'has series of two and more',
    { series: { count: 1 } },
    ['series.count: Invalid value: "": should be at least 2', 'series.lastObservedTime: Required value'],
  ],
  [
    'has a name',
    { metadata: { name: 'A' } },
    [expect.stringMatching(/^metadata\.name: Invalid value: "A"/) as never],
  ],
])('an event of the newest version %s', (_, change, errors) => {
  expect(bench.versionErrors(newer, { ...base, ...change })).toEqual(errors);
  expect(bench.versionErrors(older, { ...base, ...change })).toEqual([]);
});
