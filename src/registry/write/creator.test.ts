import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WriteBench } from '../../../test/support/unit/write-bench.ts';

let bench: WriteBench;
beforeAll(async () => {
  bench = await WriteBench.open();
});
afterAll(() => bench[Symbol.asyncDispose]());

describe('a create', () => {
  it('stores the object with what the server says of it', async () => {
    const { metadata } = await bench.create({ metadata: { name: 'one' }, data: { k: 'v' } });
    expect(metadata).toMatchObject({
      name: 'one',
      namespace: 'a',
      uid: expect.stringMatching(/^[\da-f-]{36}$/),
      creationTimestamp: expect.stringMatching(/Z$/),
      resourceVersion: expect.stringMatching(/^\d+$/),
    });
    expect((await bench.read('one'))!['data']).toEqual({ k: 'v' });
  });

  it('of a name that is taken is refused with 409, and changes nothing', async () => {
    const before = await bench.create({ metadata: { name: 'taken' }, data: { k: '1' } });
    const again = bench.create({ metadata: { name: 'taken' }, data: { k: '2' } });
    await expect(again).rejects.toMatchObject({ code: 409, reason: 'AlreadyExists' });
    expect(await bench.read('taken')).toEqual(before);
  });

  it('is done by one of several at the same time', async () => {
    const tries = Array.from({ length: 10 }, () => bench.create({ metadata: { name: 'raced' } }));
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('makes names up where it is asked to, each another one', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, () => bench.create({ metadata: { generateName: 'made-' } })),
    );
    const names = made.map(({ metadata }) => metadata.name!);
    expect(new Set(names).size).toBe(20);
    for (const name of names) expect(name).toMatch(/^made-[a-z\d]{5}$/);
  });

  it('stores nothing in a dry run', async () => {
    const { metadata } = await bench.create({ metadata: { name: 'dry' } }, true);
    expect(metadata.uid).not.toBe('');
    expect(metadata.resourceVersion).toBeUndefined();
    expect(await bench.read('dry')).toBeUndefined();
    await bench.create({ metadata: { name: 'there' } });
    await expect(bench.create({ metadata: { name: 'there' } }, true)).rejects.toMatchObject({ code: 409 });
  });

  it.each<[string, object, object]>([
    ['another namespace than the path', { name: 'x', namespace: 'b' }, { code: 400 }],
    ['a resource version', { name: 'x', resourceVersion: '7' }, { code: 500 }],
    ['no name', {}, { code: 422 }],
    ['a name that is none', { name: 'A B' }, { code: 422 }],
    ['a finalizer that is none', { name: 'x', finalizers: ['a b'] }, { code: 422 }],
  ])('with %s is refused', async (_, metadata, error) => {
    await expect(bench.create({ metadata })).rejects.toMatchObject(error);
    expect(await bench.read('x')).toBeUndefined();
  });
});
