import { expect, test } from 'vitest';
import { describeConversions } from '../../../../test/support/unit/conversion-properties.ts';
import { dependencies, VersionBench } from '../../../../test/support/unit/conversions.ts';
import { event } from './index.ts';

const bench = new VersionBench(event(dependencies));
const older = 'events.orch.io/v1beta1';

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
