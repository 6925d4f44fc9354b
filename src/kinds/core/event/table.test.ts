import { describe, expect, test } from 'vitest';
import { Bench, created, dependencies, metadata, type Written } from '../../../../test/support/unit/kinds.ts';
import { event } from './index.ts';

const involvedObject = { kind: 'Pod', name: 'web', namespace: 'shop' };
const bench = new Bench(event(dependencies), { metadata: metadata('web.1'), involvedObject });
const zero = '0001-01-01T00:00:00Z';
const minuteBefore = '2021-03-04T05:10:17Z';

describe('when an event was seen', () => {
  test.each<[string, Written, string, string]>([
    ['of which nothing is said', {}, '<unknown>', '<unknown>'],
    ['once', { firstTimestamp: created }, '5m10s', '5m10s'],
    ['and again', { firstTimestamp: created, lastTimestamp: minuteBefore }, '60s', '5m10s'],
    ['by a newer recorder', { eventTime: '2021-03-04T05:06:07.000000Z' }, '5m10s', '5m10s'],
    [
      'of which the zero time says nothing',
      { firstTimestamp: zero, lastTimestamp: zero },
      '<unknown>',
      '<unknown>',
    ],
    [
      'before times of zero',
      { firstTimestamp: zero, lastTimestamp: zero, eventTime: '2021-03-04T05:06:07.000000Z' },
      '5m10s',
      '5m10s',
    ],
    [
      'in a series of which nothing is said',
      { firstTimestamp: created, series: { lastObservedTime: '0001-01-01T00:00:00.000000Z' } },
      '<unknown>',
      '5m10s',
    ],
  ])('%s', (_, change, last, first) => {
    expect(bench.row(change)).toMatchObject({ 'Last Seen': last, 'First Seen': first });
  });
});
