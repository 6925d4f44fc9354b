import { expect, it } from 'vitest';
import { until } from '../../../test/support/until.ts';
import { PeriodicCount } from './periodic-count.ts';

it('announces every namespace again and again, and each is due once a time', async () => {
  const announced: string[] = [];
  const counts = new PeriodicCount(
    5,
    () => ['a', 'b'],
    (namespace) => announced.push(namespace),
  );
  counts.start();
  await until(() => announced.length >= 4);
  await counts.close();
  expect(announced.slice(0, 4)).toEqual(['a', 'b', 'a', 'b']);
  expect([counts.takes('a'), counts.takes('a'), counts.takes('c')]).toEqual([true, false, false]);
});

it('never announces with a period of 0', async () => {
  const counts = new PeriodicCount(
    0,
    () => ['a'],
    () => expect.unreachable(),
  );
  counts.start();
  await counts.close();
});
