import { describe, expect, it } from 'vitest';
import type { BatchV1Job } from '../../api/schema/types.gen.ts';
import { expiryOf } from './expiry.ts';

const since = '1970-01-01T00:01:40Z';
const condition = (type: string, status = 'True', lastTransitionTime: string | null = since) => ({
  type,
  status,
  lastTransitionTime,
  lastProbeTime: null,
});

const job = (ttlSecondsAfterFinished: number | undefined, conditions: object[], metadata = {}): BatchV1Job =>
  ({ metadata, spec: { ttlSecondsAfterFinished }, status: { conditions } }) as unknown as BatchV1Job;

describe('expiryOf', () => {
  it.each<[string, BatchV1Job, number | undefined]>([
    ['a complete Job', job(10, [condition('Complete')]), 110_000],
    ['a failed Job', job(10, [condition('Suspended'), condition('Failed')]), 110_000],
    ['a Job without delay', job(0, [condition('Complete')]), 100_000],
    ['a Job that asks for no end', job(undefined, [condition('Complete')]), undefined],
    ['a Job that runs', job(10, []), undefined],
    ['a suspended Job', job(10, [condition('Suspended')]), undefined],
    ['a Job that has not failed', job(10, [condition('Failed', 'False')]), undefined],
    ['a Job without a status', { ...job(10, []), status: {} }, undefined],
    [
      'a Job that is being deleted',
      job(10, [condition('Complete')], { deletionTimestamp: since }),
      undefined,
    ],
  ])('%s', (_, given, due) => {
    expect(expiryOf(given)?.due).toBe(due);
  });

  it('fails for a Job that does not say when it has finished', () => {
    const given = job(10, [condition('Complete', 'True', null)]);
    expect(() => expiryOf(given)).toThrow('its condition Complete does not say since when');
  });
});
