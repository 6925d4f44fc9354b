import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WriteBench } from '../../../test/support/unit/write-bench.ts';
import type { Admission } from '../../admission/admission.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { badRequest } from '../../api/meta/status.ts';
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

  it('of a name that none can be is refused with 400', async () => {
    await expect(remove('a/b')).rejects.toMatchObject({
      code: 400,
      message: expect.stringMatching(/^Name parameter invalid: "a\/b": /),
    });
    expect(() => bench.deleter.removeUnreadable(bench.resource, 'a', 'a/b')).toThrow(
      /^Name parameter invalid/,
    );
  });

  it.each([
    ['leaves what can be read', 'readable', 'readable'],
    ['tells that there is nothing', 'absent', 'absent'],
    ['removes what cannot be read', 'broken', 'removed'],
  ])('of what cannot be read %s', async (_, name, outcome) => {
    if (name === 'readable') await bench.create({ metadata: { name } });
    if (name === 'broken') await bench.kv.create(`${bench.resource.cache.prefix}a/${name}`, Buffer.from('{'));
    expect(await bench.deleter.removeUnreadable(bench.resource, 'a', name)).toBe(outcome);
    const { item } = await bench.kv.get(`${bench.resource.cache.prefix}a/${name}`);
    expect(item !== undefined).toBe(name === 'readable');
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

  it.each<[string, Deletion, RegExp]>([
    ['another UID', { preconditions: { uid: 'x' } }, /UID in the precondition \(x\) does not match/],
    [
      'another resource version',
      { preconditions: { resourceVersion: '1' } },
      /ResourceVersion in the precondition \(1\) does not match/,
    ],
  ])('of an object with %s than wanted is refused with 409', async (what, options, message) => {
    const name = `kept-${what.length}`;
    const before = await bench.create({ metadata: { name } });
    await expect(remove(name, options)).rejects.toMatchObject({
      code: 409,
      reason: 'Conflict',
      message: expect.stringMatching(message),
    });
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

describe('a deletion of a kind with grace', () => {
  const container = { name: 'c', image: 'i' };
  const running = (name: string, more: object = {}) =>
    bench.create({ metadata: { name, ...more }, spec: { nodeName: 'n', containers: [container] } }, false, {
      resource: pods(),
    });
  const pods = () => bench.of('pods');
  const removePod = (name: string, options: Deletion = {}, dryRun = false) =>
    bench.deleter.delete(pods(), 'a', name, options, dryRun);

  it.each<[string, Deletion, number | undefined]>([
    ['the pod’s own', {}, 30],
    ['the one that is wanted', { gracePeriodSeconds: 7 }, 7],
    ['a second for a negative one', { gracePeriodSeconds: -1 }, 1],
    ['none at 0: it is gone', { gracePeriodSeconds: 0 }, undefined],
  ])('has %s', async (_, options, seconds) => {
    const name = `grace-${seconds}`;
    await running(name);
    expect(await removePod(name, options)).toMatchObject({ removed: seconds === undefined, pending: false });
    expect((await bench.read(name, pods()))?.metadata.deletionGracePeriodSeconds).toBe(seconds);
  });

  it('removes a pod that runs nowhere at once, and shows it marked', async () => {
    await bench.create({ metadata: { name: 'idle' }, spec: { containers: [container] } }, false, {
      resource: pods(),
    });
    const { json, removed, revision } = await removePod('idle');
    expect(removed).toBe(true);
    expect(JSON.parse(json.toString()).metadata).toMatchObject({
      deletionTimestamp: expect.stringMatching(/Z$/),
      deletionGracePeriodSeconds: 0,
      resourceVersion: `${revision}`,
    });
    expect(await bench.read('idle', pods())).toBeUndefined();
  });

  it('is pending while it is repeated, and ends at 0', async () => {
    await running('twice');
    await removePod('twice');
    const before = await bench.read('twice', pods());
    expect(await removePod('twice')).toMatchObject({ removed: false, pending: true });
    expect(await removePod('twice', { gracePeriodSeconds: 60 })).toMatchObject({ pending: true });
    expect(await bench.read('twice', pods())).toEqual(before);
    expect(await removePod('twice', { gracePeriodSeconds: 0 })).toMatchObject({
      removed: true,
      pending: false,
      uid: before!.metadata.uid,
    });
    expect(await bench.read('twice', pods())).toBeUndefined();
  });

  it('at 0 does not remove what finalizers keep, and does once they are gone', async () => {
    await running('kept', { finalizers: ['a.example/b'] });
    expect(await removePod('kept', { gracePeriodSeconds: 0 })).toMatchObject({ removed: false });
    const { metadata } = (await bench.read('kept', pods()))!;
    expect(metadata).toMatchObject({ deletionGracePeriodSeconds: 0, finalizers: ['a.example/b'] });
    expect(await removePod('kept', { gracePeriodSeconds: 0 })).toMatchObject({ removed: false });
    expect(await bench.read('kept', pods())).toMatchObject({ metadata });
  });

  it.each<[string, Deletion, boolean]>([
    ['a mark', {}, false],
    ['a removal', { gracePeriodSeconds: 0 }, true],
  ])('shows %s in a dry run, and does nothing', async (what, options, removed) => {
    const name = `dry-${what.length}`;
    const before = await running(name);
    const { json, ...outcome } = await removePod(name, options, true);
    expect(outcome).toMatchObject({ removed, pending: false });
    expect(JSON.parse(json.toString()).metadata).toMatchObject({
      deletionTimestamp: expect.stringMatching(/Z$/),
      resourceVersion: before.metadata.resourceVersion,
    });
    expect(await bench.read(name, pods())).toEqual(before);
  });
});

describe('a deletion of a kind that holds its objects', () => {
  it('marks a namespace once, and removes it when its finalizers are gone', async () => {
    const resource = bench.of('namespaces');
    const removeNamespace = () => bench.deleter.delete(resource, '', 'held', {}, false);
    await bench.create({ metadata: { name: 'held' } }, false, { resource });
    expect(await removeNamespace()).toMatchObject({ removed: false, pending: false });
    const marked = await bench.read('held', resource);
    expect(marked).toMatchObject({ status: { phase: 'Terminating' } });
    expect(await removeNamespace()).toMatchObject({ removed: false });
    expect(await bench.read('held', resource)).toEqual(marked);
  });
});

describe('what a deletion asks and tells', () => {
  it('asks admission about the object that goes, and heeds it', async () => {
    const before = await bench.create({ metadata: { name: 'refused' } });
    const seen: unknown[] = [];
    const admission: Admission = {
      admit: (object, old) => void seen.push(object, old),
      ignoresUnchanged: () => true,
      validate: (object, old) => {
        seen.push(object, old);
        throw badRequest('refused');
      },
    };
    const deletion = bench.deleter.delete(bench.resource, 'a', 'refused', {}, false, admission);
    await expect(deletion).rejects.toMatchObject({ code: 400 });
    expect(seen).toEqual([undefined, before, undefined, before]);
    expect(await bench.read('refused')).toEqual(before);
  });

  it('asks admission only when the preconditions hold', async () => {
    await bench.create({ metadata: { name: 'precondition' } });
    const admission: Admission = {
      admit: () => {
        throw badRequest('refused');
      },
      ignoresUnchanged: () => true,
      validate: () => {},
    };
    const options = { preconditions: { uid: 'x' } };
    const deletion = bench.deleter.delete(bench.resource, 'a', 'precondition', options, false, admission);
    await expect(deletion).rejects.toMatchObject({ code: 409 });
  });

  it('tells of the object as it was last, once it is gone', async () => {
    const gone: ApiObject[] = [];
    const resource = { ...bench.resource, afterDelete: async (object: ApiObject) => void gone.push(object) };
    const object = await bench.create({ metadata: { name: 'told' }, data: { k: 'v' } });
    await bench.deleter.delete(resource, 'a', 'told', {}, true);
    expect(gone).toEqual([]);
    await bench.deleter.delete(resource, 'a', 'told', {}, false);
    expect(gone).toEqual([object]);
  });
});
