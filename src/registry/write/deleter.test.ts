import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WriteBench } from '../../../test/support/unit/write-bench.ts';
import { KvError } from '../../storage/kv.ts';
import type { Deletion } from './delete-options.ts';

let bench: WriteBench;
beforeAll(async () => {
  bench = await WriteBench.open();
});
afterAll(() => bench[Symbol.asyncDispose]());

const remove = (name: string, options: Deletion = {}, dryRun = false) =>
  bench.deleter.delete(bench.resource, 'a', name, options, dryRun);

describe('a deletion', () => {
  it('removes the object, and says which it was', async () => {
    const { metadata } = await bench.create({ metadata: { name: 'one' } });
    expect(await remove('one')).toMatchObject({ removed: true, pending: false, uid: metadata.uid });
    expect(await bench.read('one')).toBeUndefined();
  });

  it('of an object that is not there is refused with 404', async () => {
    await expect(remove('none')).rejects.toMatchObject({ code: 404 });
  });

  it('is done by one of several at the same time', async () => {
    await bench.create({ metadata: { name: 'raced' } });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => remove('raced')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('that the store carried out without an answer ends with 504, not with 404', async () => {
    await bench.create({ metadata: { name: 'unanswered' } });
    const carryOut = bench.kv.delete.bind(bench.kv);
    const unanswered = vi.spyOn(bench.kv, 'delete').mockImplementationOnce(async (...deletion) => {
      await carryOut(...deletion);
      throw new KvError('Unknown', 'etcd: request timed out');
    });
    await expect(remove('unanswered')).rejects.toMatchObject({ code: 504, reason: 'Timeout' });
    expect(unanswered).toHaveBeenCalledTimes(1);
    unanswered.mockRestore();
    await expect(remove('unanswered')).rejects.toMatchObject({ code: 404 });
  });

  it('removes nothing in a dry run', async () => {
    const before = await bench.create({ metadata: { name: 'dry' } });
    expect(await remove('dry', {}, true)).toMatchObject({ removed: true });
    expect(await bench.read('dry')).toEqual(before);
  });

  it.each<[string, Deletion]>([
    ['another UID', { preconditions: { uid: 'x' } }],
    ['another resource version', { preconditions: { resourceVersion: '1' } }],
  ])('of an object with %s than wanted is refused with 409', async (what, options) => {
    const name = `kept-${what.length}`;
    const before = await bench.create({ metadata: { name } });
    await expect(remove(name, options)).rejects.toMatchObject({ code: 409 });
    expect(await bench.read(name)).toEqual(before);
  });

  it('of the object that is meant passes its preconditions', async () => {
    const { metadata } = await bench.create({ metadata: { name: 'meant' } });
    const preconditions = { uid: metadata.uid!, resourceVersion: metadata.resourceVersion! };
    expect(await remove('meant', { preconditions })).toMatchObject({ removed: true });
  });

  it('waits for finalizers: the object is marked once, and stays', async () => {
    await bench.create({ metadata: { name: 'held', finalizers: ['a.example/b'] } });
    expect(await remove('held')).toMatchObject({ removed: false, pending: false });
    const marked = await bench.read('held');
    expect(marked!.metadata).toMatchObject({
      deletionTimestamp: expect.stringMatching(/Z$/),
      finalizers: ['a.example/b'],
    });
    expect(await remove('held')).toMatchObject({ removed: false });
    expect(await bench.read('held')).toEqual(marked);
  });

  it.each([
    ['Foreground', 'foregroundDeletion'],
    ['Orphan', 'orphan'],
  ])('with propagation %s waits for dependents', async (propagationPolicy, finalizer) => {
    const name = `owner-${finalizer.toLowerCase()}`;
    await bench.create({ metadata: { name } });
    expect(await remove(name, { propagationPolicy })).toMatchObject({ removed: false });
    expect((await bench.read(name))!.metadata.finalizers).toEqual([finalizer]);
  });
});
