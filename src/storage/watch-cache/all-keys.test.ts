import { describe, expect, it } from 'vitest';
import { type KeyValue, type Kv, KvError, type RangeOptions } from '../kv.ts';
import { allPages, everything } from './all-keys.ts';

const keyOf = (at: number): string => `/registry/pods/${String(at).padStart(5, '0')}`;

/** A store of so many keys, and the questions that it was asked. */
function storeOf(count: number, failAt = Number.POSITIVE_INFINITY) {
  const items = Array.from({ length: count }, (_, at) => ({ key: keyOf(at) }) as KeyValue);
  const asked: RangeOptions[] = [];
  const range = async (_: string, options: RangeOptions) => {
    asked.push(options);
    if (asked.length === failAt) throw new KvError('Unavailable', 'down');
    const rest = items.filter(({ key }) => key >= options.startKey!);
    const page = rest.slice(0, options.limit);
    return { items: page, more: rest.length > page.length, count: rest.length, revision: 7 };
  };
  return { kv: { range } as unknown as Kv, asked };
}

describe('everything below a prefix', () => {
  it.each([
    [0, 1],
    [1, 1],
    [500, 1],
    [501, 2],
    [1_200, 3],
  ])('%d keys are read in %d pages, in order, at one revision', async (count, pages) => {
    const { kv, asked } = storeOf(count);
    const keys: string[] = [];
    for await (const { key } of everything(kv, '/registry/pods/', 7)) keys.push(key);
    expect(keys).toEqual(Array.from({ length: count }, (_, at) => keyOf(at)));
    expect(asked).toHaveLength(pages);
    expect(asked[0]).toEqual({ revision: 7, limit: 500, startKey: '/registry/pods/' });
    for (const [at, { startKey }] of asked.slice(1).entries())
      expect(startKey).toBe(`${keyOf(at * 500 + 499)}\0`);
  });

  it('is on its way while the page before is worked on', async () => {
    const { kv, asked } = storeOf(1_200);
    const pages = allPages(kv, '/registry/pods/', 7);
    await pages.next();
    expect(asked).toHaveLength(2);
    await pages.return(undefined);
    expect(asked).toHaveLength(2);
  });

  it('fails where a page fails, after those before it, and nowhere else', async () => {
    const { kv } = storeOf(1_200, 2);
    const pages = allPages(kv, '/registry/pods/', 7);
    expect((await pages.next()).value!.items).toHaveLength(500);
    // Nobody waits for the second page yet, which has failed already.
    await new Promise((resolve) => setTimeout(resolve, 5));
    await expect(pages.next()).rejects.toThrow('down');
  });
});
