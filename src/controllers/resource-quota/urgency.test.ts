import { expect, it } from 'vitest';
import type { CoreV1ResourceQuota } from '../../api/schema/types.gen.ts';
import { isUrgent } from './urgency.ts';

type Amounts = Record<string, string>;

it.each<[string, Amounts | undefined, CoreV1ResourceQuota['status'], boolean]>([
  ['a new quota', { pods: '1' }, {}, true],
  ['a changed limit', { pods: '2' }, { hard: { pods: '1' }, used: { pods: '0' } }, true],
  ['a limit that is gone', undefined, { hard: { pods: '1' }, used: { pods: '0' } }, true],
  ['a quota in force', { pods: '1' }, { hard: { pods: '1' }, used: { pods: '0' } }, false],
  ['a quota without limits', undefined, {}, false],
  [
    'a resource of which it is not said how much is used',
    { pods: '1', cpu: '1' },
    { hard: { pods: '1', cpu: '1' }, used: { pods: '0' } },
    true,
  ],
  ['a resource that nothing uses', { love: '1' }, { hard: { love: '1' } }, false],
])('%s: urgent or not', (_, hard, status, expected) => {
  const quota = { spec: { ...(hard && { hard }) }, status } as CoreV1ResourceQuota;
  expect(isUrgent(quota, (resource) => resource !== 'love')).toBe(expected);
});
