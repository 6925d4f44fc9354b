import { beforeEach, describe, expect, it } from 'vitest';
import { type Kv, KvError, type WriteOptions, type WriteResult } from '../../storage/kv.ts';
import { Leases } from './leases.ts';

/** A store that has leases and nothing else. */
class LeaseStore {
  readonly live = new Set<string>();
  granted: number[] = [];
  failing = false;

  async grantLease(seconds: number): Promise<string> {
    if (this.failing) throw new KvError('Unavailable', 'down');
    this.granted.push(seconds);
    const lease = String(this.granted.length);
    this.live.add(lease);
    return lease;
  }
}

let store: LeaseStore;
let now: number;
let leases: Leases;
let written: (string | undefined)[];

beforeEach(() => {
  store = new LeaseStore();
  now = 1_000;
  written = [];
  leases = new Leases(store as unknown as Kv, { now: () => now });
});

const put = async ({ lease }: WriteOptions): Promise<WriteResult> => {
  if (lease !== undefined && !store.live.has(lease))
    throw new KvError('NotFound', `there is no lease ${lease}`);
  written.push(lease);
  return { done: true, revision: written.length };
};

describe('leases', () => {
  it('are shared by the objects of a twentieth of their time, of a minute at most, and not by those that live for ever', async () => {
    await leases.write(3_600, put);
    now += 59_000;
    await leases.write(3_600, put);
    await leases.write(undefined, put);
    now += 1_000;
    await leases.write(3_600, put);
    expect(written).toEqual(['1', '1', undefined, '2']);
    expect(store.granted).toEqual([3_660, 3_660]);
    await leases.write(100, put);
    expect(store.granted.at(-1)).toBe(105);
  });

  it('that the store has lost are forgotten, and a write with one is made again with a new one', async () => {
    await leases.write(3_600, put);
    store.live.clear();
    const results = await Promise.all(Array.from({ length: 20 }, () => leases.write(3_600, put)));
    expect(results.every(({ done }) => done)).toBe(true);
    expect(written).toEqual(['1', ...Array(20).fill('2')]);
  });

  it('are tried once more, not for ever', async () => {
    let attempts = 0;
    const never = async (): Promise<WriteResult> => {
      attempts++;
      throw new KvError('NotFound', 'there is no such lease');
    };
    await expect(leases.write(3_600, never)).rejects.toMatchObject({ code: 'NotFound' });
    expect(attempts).toBe(2);
  });

  it('leave other failures alone: the write may have been made', async () => {
    let attempts = 0;
    const lost = async (): Promise<WriteResult> => {
      attempts++;
      throw new KvError('Unknown', 'the connection is lost');
    };
    await expect(leases.write(3_600, lost)).rejects.toMatchObject({ code: 'Unknown' });
    expect(attempts).toBe(1);
  });

  it('that could not be granted are asked for again by the next write', async () => {
    store.failing = true;
    await expect(leases.write(3_600, put)).rejects.toMatchObject({ code: 'Unavailable' });
    store.failing = false;
    await leases.write(3_600, put);
    expect(written).toEqual(['1']);
  });
});
