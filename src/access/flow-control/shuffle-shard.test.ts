import { describe, expect, it } from 'vitest';
import { ShuffleShard } from './shuffle-shard.ts';

describe('a hand of queues', () => {
  it.each([
    ['global-default', 'system:anonymous', 128, 6, [28, 42, 66, 34, 23, 24]],
    ['kube-system-service-accounts', 'kube-system', 128, 6, [92, 95, 124, 69, 84, 46]],
    ['system-leader-election', 'system:kube-scheduler', 16, 4, [10, 15, 8, 13]],
  ])('of %s and %s, of %i queues, is the one that other servers deal', (schema, flow, deck, size, hand) => {
    const shard = new ShuffleShard(deck, size);
    expect(shard.hand(schema, flow)).toEqual(hand);
    expect(shard.hand(schema, flow)).toEqual(hand);
  });

  it('has no queue twice, and all flows together use each queue about as often', () => {
    const shard = new ShuffleShard(16, 4);
    const uses = Array(16).fill(0) as number[];
    for (let flow = 0; flow < 4_000; flow++) {
      const hand = shard.hand('schema', `user-${flow}`);
      expect(new Set(hand).size).toBe(4);
      for (const queue of hand) uses[queue]!++;
    }
    for (const count of uses) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });

  it('of as many queues as there are has all of them', () => {
    expect([...new ShuffleShard(3, 3).hand('schema', 'flow')].sort()).toEqual([0, 1, 2]);
  });
});
