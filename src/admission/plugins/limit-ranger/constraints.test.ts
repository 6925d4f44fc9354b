import { describe, expect, it } from 'vitest';
import { parseQuantity } from '../../../api/values/quantity.ts';
import { atMost, belowRatio, notLess, requestAtMost } from './constraints.ts';

const q = (text: string | undefined) => (text === undefined ? undefined : parseQuantity(text));

describe('amounts', () => {
  it.each([
    ['are compared in thousandths', atMost, '1', '1', '1001m', 'but limit is 1001m'],
    ['finer than that they are rounded up', atMost, '1', '1', '1000001u', 'but limit is 1000001u'],
    ['too large for thousandths, they are compared in units', atMost, '9E', '1', '9E', undefined],
    ['and one unit too many is too many', atMost, '9E', '1', '9000000000000000001', 'but limit is'],
    ['a least one holds for the limit as well', notLess, '2', '2', '1', 'but limit is 1'],
    ['which need not be there', notLess, '2', '2', undefined, undefined],
    ['what is asked for is no more than the greatest', atMost, '2', '3', '2', 'but request is 3'],
    ['a ratio of fractions is exact enough', belowRatio, '1500m', '2', '3', undefined],
    ['and is shown with six places', belowRatio, '1500m', '3', '5', 'but provided ratio is 1.666667'],
    ['a ratio to zero is none', belowRatio, '2', '0', '5', 'but no request is specified or request is 0'],
    ['nor one of zero', belowRatio, '2', '5', '0', 'but no limit is specified or limit is 0'],
  ])('%s', (_, constraint, bound, request, limit, expected) => {
    const problem = constraint('Container', 'cpu', parseQuantity(bound), q(request), q(limit));
    if (expected === undefined) expect(problem).toBe(undefined);
    else expect(problem).toContain(expected);
  });

  it('of what has no limits, what is asked for counts', () => {
    const type = 'PersistentVolumeClaim';
    expect(requestAtMost(type, 'storage', parseQuantity('1Gi'), undefined)).toBe(
      'maximum storage usage per PersistentVolumeClaim is 1Gi.  No request is specified',
    );
    expect(requestAtMost(type, 'storage', parseQuantity('1Gi'), q('1024Mi'))).toBe(undefined);
  });
});
