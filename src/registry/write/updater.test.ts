import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WriteBench } from '../../../test/support/unit/write-bench.ts';
import { isEnvelope } from '../../api/codec/protobuf/envelope.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { badRequest } from '../../api/meta/status.ts';
import { FieldPath, required } from '../../api/validation/field-errors.ts';
import { KvError } from '../../storage/kv.ts';
import { StorageFormat } from '../../storage/storage-format.ts';
import { mainRules } from './update-rules.ts';

let bench: WriteBench;
beforeAll(async () => {
  bench = await WriteBench.open();
});
afterAll(() => bench[Symbol.asyncDispose]());

const setData = (data: Record<string, string>) => (object: ApiObject) => {
  object['data'] = data;
};

describe('an update', () => {
  it('changes the object, and its resource version', async () => {
    const before = await bench.create({ metadata: { name: 'one' }, data: { k: '1' } });
    const after = await bench.update('one', setData({ k: '2' }));
    expect(after['data']).toEqual({ k: '2' });
    expect(Number(after.metadata.resourceVersion)).toBeGreaterThan(Number(before.metadata.resourceVersion));
    expect(after.metadata.uid).toBe(before.metadata.uid);
    expect(await bench.read('one')).toEqual(after);
  });

  it('that changes nothing writes nothing', async () => {
    const before = await bench.create({ metadata: { name: 'same' }, data: { k: '1' } });
    const revision = await bench.kv.currentRevision();
    expect(await bench.update('same', setData({ k: '1' }))).toEqual(before);
    expect(await bench.kv.currentRevision()).toBe(revision);
  });

  it('that changes nothing asks the store where the caches are behind for long', async () => {
    const before = await bench.create({ metadata: { name: 'behind-caches' }, data: { k: '1' } });
    const late = new KvError('FutureRevision', 'x', { awaitedRevision: 1_000 });
    const fresh = vi.spyOn(bench.feed, 'waitUntilFresh').mockRejectedValueOnce(late);
    expect(await bench.update('behind-caches', setData({ k: '1' }))).toEqual(before);
    expect(fresh).toHaveBeenCalledOnce();
    const gone = vi.spyOn(bench.feed, 'waitUntilFresh').mockRejectedValueOnce(new KvError('Unknown', 'x'));
    await expect(bench.update('behind-caches', setData({ k: '1' }))).rejects.toMatchObject({ code: 504 });
    for (const spy of [fresh, gone]) spy.mockRestore();
  });

  it('of a version that is not the newest is refused with 409', async () => {
    const { metadata } = await bench.create({ metadata: { name: 'stale' } });
    await bench.update('stale', setData({ k: '1' }));
    const late = bench.update('stale', (object) => {
      object.metadata.resourceVersion = metadata.resourceVersion!;
      setData({ k: '2' })(object);
    });
    await expect(late).rejects.toMatchObject({ code: 409, reason: 'Conflict' });
    expect((await bench.read('stale'))!['data']).toEqual({ k: '1' });
  });

  it('is worked out again when another one comes between, and none is lost', async () => {
    await bench.create({ metadata: { name: 'counter' }, data: { count: '0' } });
    let turns = 0;
    const increment = () =>
      bench.update('counter', (object) => {
        turns++;
        delete object.metadata.resourceVersion;
        const { count } = object['data'] as { count: string };
        object['data'] = { count: String(Number(count) + 1) };
      });
    await Promise.all(Array.from({ length: 5 }, increment));
    expect((await bench.read('counter'))!['data']).toEqual({ count: '5' });
    expect(turns).toBeGreaterThan(5);
  });

  it.each([
    ['with the version that it is based on', true],
    ['of whatever version', false],
  ])(
    'whose write the store carried out without an answer ends with 504, and is not made twice: %s',
    async (_, isBased) => {
      const name = isBased ? 'unanswered-based' : 'unanswered';
      const { metadata } = await bench.create({ metadata: { name }, data: { turns: '0' } });
      const carryOut = bench.kv.update.bind(bench.kv);
      const unanswered = vi.spyOn(bench.kv, 'update').mockImplementationOnce(async (...write) => {
        await carryOut(...write);
        throw new KvError('Unknown', 'etcd: request timed out');
      });
      const update = bench.update(name, (object) => {
        if (isBased) object.metadata.resourceVersion = metadata.resourceVersion!;
        else delete object.metadata.resourceVersion;
        object['data'] = { turns: `${(object['data'] as { turns: string }).turns}+` };
      });
      await expect(update).rejects.toMatchObject({ code: 504, reason: 'Timeout' });
      expect((await bench.read(name))!['data']).toEqual({ turns: '0+' });
      expect(unanswered).toHaveBeenCalledTimes(1);
      unanswered.mockRestore();
    },
  );

  it('whose change breaks ends with what it threw', async () => {
    await bench.create({ metadata: { name: 'broken' } });
    const broken = new Error('broken');
    const update = bench.update('broken', () => {
      throw broken;
    });
    await expect(update).rejects.toBe(broken);
  });

  it('whose change refuses a state that is no longer the newest is worked out again', async () => {
    await bench.create({ metadata: { name: 'behind' }, data: { k: '1' } });
    await bench.read('behind');
    let attempts = 0;
    const update = bench.update('behind', async (object) => {
      if (++attempts === 1) {
        await bench.update('behind', setData({ k: '2' }));
        throw badRequest('refused');
      }
      object['data'] = { ...(object['data'] as object), l: '3' };
    });
    expect((await update)['data']).toEqual({ k: '2', l: '3' });
    expect(attempts).toBe(2);
  });

  it('whose change refuses the newest state is refused at once', async () => {
    await bench.create({ metadata: { name: 'refused' } });
    let attempts = 0;
    const update = bench.update('refused', () => {
      attempts++;
      throw badRequest('refused');
    });
    await expect(update).rejects.toMatchObject({ code: 400 });
    expect(attempts).toBe(1);
  });

  it('of a name that none can be is refused', async () => {
    await expect(bench.update('a/b', () => {})).rejects.toMatchObject({ code: 400 });
  });

  it('has the problems that are found at once, then those that are found in steps', async () => {
    const before = await bench.create({ metadata: { name: 'steps' } });
    const problem = (field: string) => required(FieldPath.of(field));
    const update = bench.update('steps', setData({ k: '2' }), {
      validate: () => [problem('one')],
      *validateInSteps() {
        yield;
        return [problem('two')];
      },
    });
    await expect(update).rejects.toMatchObject({
      code: 422,
      details: { causes: [{ field: 'one' }, { field: 'two' }] },
    });
    expect(await bench.read('steps')).toEqual(before);
  });

  it('stores nothing in a dry run', async () => {
    const before = await bench.create({ metadata: { name: 'dry' }, data: { k: '1' } });
    const shown = await bench.update('dry', setData({ k: '2' }), {}, true);
    expect(shown['data']).toEqual({ k: '2' });
    expect(await bench.read('dry')).toEqual(before);
  });

  it('of an object that is not there is refused with 404', async () => {
    await expect(bench.update('none', () => {})).rejects.toMatchObject({ code: 404, reason: 'NotFound' });
  });

  it('of another object of the same name is refused with 409, also when there is none', async () => {
    const uid = '00000000-0000-0000-0000-000000000000';
    await bench.create({ metadata: { name: 'other' } });
    await expect(bench.update('other', () => {}, { uid })).rejects.toMatchObject({ code: 409 });
    await expect(bench.update('none', () => {}, { uid })).rejects.toMatchObject({ code: 404 });
    await expect(bench.update('none', () => {}, { uid, mayCreate: true })).rejects.toMatchObject({
      code: 409,
    });
  });

  it.each<[string, (object: ApiObject) => void]>([
    ['its name', ({ metadata }) => (metadata.name = 'x')],
    ['its uid', ({ metadata }) => (metadata.uid = '00000000-0000-0000-0000-000000000000')],
    ['a label to one that is none', ({ metadata }) => (metadata.labels = { 'a b': 'c' })],
  ])('that changes %s is refused', async (what, change) => {
    const name = `kept-${what.length}`;
    const before = await bench.create({ metadata: { name } });
    await expect(bench.update(name, change)).rejects.toMatchObject({ code: expect.any(Number) });
    expect(await bench.read(name)).toEqual(before);
  });

  it('that takes the last finalizer of a deleted object removes it', async () => {
    await bench.create({ metadata: { name: 'held', finalizers: ['a.example/b'] } });
    await bench.deleter.delete(bench.resource, 'a', 'held', {}, false);
    expect((await bench.read('held'))!.metadata.deletionTimestamp).toMatch(/Z$/);
    const object = (stored: (() => ApiObject) | undefined): ApiObject => {
      const copy = stored!();
      delete copy.metadata.finalizers;
      return copy;
    };
    const release = (dryRun: boolean) =>
      bench.updater.update({
        resource: bench.resource,
        namespace: 'a',
        name: 'held',
        change: { ...mainRules(bench.resource), object },
        options: { dryRun },
      });
    expect(await release(true)).toMatchObject({ removed: true, created: false });
    expect(await bench.read('held')).toBeDefined();
    expect(await release(false)).toMatchObject({ removed: true, created: false });
    expect(await bench.read('held')).toBeUndefined();
  });
});

describe('a store in Protobuf', () => {
  let compact: WriteBench;
  beforeAll(async () => {
    compact = await WriteBench.open({ format: new StorageFormat(true) });
  });
  afterAll(() => compact[Symbol.asyncDispose]());

  it('holds what is created and updated in that form, and takes the same for no change', async () => {
    const stored = async () => (await compact.kv.get(`${compact.resource.cache.prefix}a/one`)).item!;
    await compact.create({ metadata: { name: 'one' }, data: { k: '1' } });
    expect(isEnvelope((await stored()).value)).toBe(true);
    await compact.update('one', setData({ k: '2' }));
    const { value, modRevision } = await stored();
    expect(isEnvelope(value)).toBe(true);
    expect(await compact.read('one')).toMatchObject({ data: { k: '2' } });
    await compact.update('one', setData({ k: '2' }));
    expect((await stored()).modRevision).toBe(modRevision);
  });
});
