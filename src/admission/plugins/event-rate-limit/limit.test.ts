import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { AdmissionAttributes } from '../../plugin.ts';
import { Limit } from './limit.ts';

const limit = () =>
  new Limit({ type: 'SourceAndObject', qps: 1, burst: 1, cacheSize: 4_096 }, { now: () => 1_000 });

/** An event about an object of this name. */
const event = (name: string) =>
  ({
    object: { source: { component: 'c' }, involvedObject: { kind: 'Pod', name } },
  }) as unknown as AdmissionAttributes;

it('sources with long names are told apart', () => {
  const one = limit();
  const long = 'x'.repeat(500_000);
  expect(one.charge(event(`${long}a`))).toBeUndefined();
  expect(one.charge(event(`${long}b`))).toBeUndefined();
  expect(one.charge(event(`${long}a`))).toContain('limit reached on type SourceAndObject for key cPod');
});

it('hundreds of sources with names of 200,000 characters are kept in less than 10 MB', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const one = limit();
  const before = used();
  for (let index = 0; index < 300; index++) one.charge(event(`${index}${'x'.repeat(200_000)}`));
  expect(used() - before).toBeLessThan(10_000_000);
  expect(one.charge(event(`0${'x'.repeat(200_000)}`))).toBeDefined();
});
