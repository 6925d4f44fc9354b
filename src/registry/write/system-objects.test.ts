import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WriteBench } from '../../../test/support/unit/write-bench.ts';
import { SystemObjects } from './system-objects.ts';

let bench: WriteBench;
let objects: SystemObjects;
beforeAll(async () => {
  bench = await WriteBench.open();
  objects = new SystemObjects(bench, bench.resources.stored, 'server');
});
afterAll(() => bench[Symbol.asyncDispose]());

const type = 'configmaps.';
const managersOf = async (name: string) =>
  (await bench.read(name))!.metadata.managedFields!.map(({ manager, subresource }) => [manager, subresource]);

describe('an object of the server', () => {
  it('is created where it is missing, and is the server’s', async () => {
    await objects.create(type, 'a', { metadata: { name: 'new' }, data: { k: 'v' } });
    expect(await bench.read('new')).toMatchObject({ data: { k: 'v' } });
    expect(await managersOf('new')).toEqual([['server', undefined]]);
    expect(objects.get(type, 'a', 'new')).toEqual(await bench.read('new'));
  });

  it('is left as it is where it is not', async () => {
    const before = await bench.create({ metadata: { name: 'there' }, data: { k: 'mine' } });
    await bench.read('there');
    await objects.create(type, 'a', { metadata: { name: 'there' }, data: { k: 'v' } });
    expect(await bench.read('there')).toEqual(before);
  });

  it('is made by one of several that do so at the same time', async () => {
    const content = { metadata: { name: 'raced' }, data: { k: 'v' } };
    await Promise.all(Array.from({ length: 5 }, () => objects.create(type, 'a', content)));
    expect(await bench.read('raced')).toBeDefined();
  });

  it('is not made where it is refused', async () => {
    const create = objects.create(type, 'a', { metadata: { name: 'A B' } });
    await expect(create).rejects.toMatchObject({ code: 422 });
  });

  it('may be another manager’s', async () => {
    await objects.ownedBy('other').create(type, 'a', { metadata: { name: 'other' }, data: { k: 'v' } });
    expect(await managersOf('other')).toEqual([['other', undefined]]);
  });

  it('of a type that is not kept is passed over', async () => {
    const content = { metadata: { name: 'x' } };
    await objects.create('none.', 'a', content);
    await objects.keep('none.', 'a', content);
    await objects.alter('none.', 'a', 'x', () => true);
    await objects.alterStatus('none.', 'a', 'x', () => true);
    expect(objects.get('none.', 'a', 'x')).toBeUndefined();
  });
});

describe('an object that is kept', () => {
  const kept = (name: string) => ({ metadata: { name, labels: { own: 'yes' } }, data: { k: 'v' } });

  it('is created where it is missing', async () => {
    await objects.keep(type, 'a', kept('kept-new'));
    expect(await bench.read('kept-new')).toMatchObject(kept('kept-new'));
  });

  it.each<[string, object, object]>([
    ['fields that differ', { data: { k: 'other', l: 'm' } }, { data: { k: 'v' } }],
    ['fields that are missing', {}, { data: { k: 'v' } }],
    [
      'nothing of the other fields',
      { data: { k: 'v' }, immutable: false },
      { data: { k: 'v' }, immutable: false },
    ],
  ])('gets %s', async (what, before, after) => {
    const name = `kept-${what.length}`;
    await bench.create({ metadata: { name, labels: { own: 'no', theirs: 'too' } }, ...before });
    await bench.read(name);
    await objects.keep(type, 'a', kept(name));
    expect(await bench.read(name)).toMatchObject({
      ...after,
      metadata: { labels: { own: 'yes', theirs: 'too' } },
    });
  });

  it.each<[string, object]>([
    ['a label alone', { labels: { own: 'no' } }],
    ['a label where there are none', {}],
  ])('gets %s', async (what, metadata) => {
    const name = `label-${what.length}`;
    await bench.create({ metadata: { name, ...metadata }, data: { k: 'v' } });
    await bench.read(name);
    await objects.keep(type, 'a', kept(name));
    expect((await bench.read(name))!.metadata.labels).toEqual({ own: 'yes' });
  });

  it('is not written where it is so already', async () => {
    await objects.keep(type, 'a', kept('same'));
    const before = await bench.read('same');
    await objects.keep(type, 'a', kept('same'));
    expect(await bench.read('same')).toEqual(before);
  });
});

describe('an object that is altered', () => {
  it('is changed on its newest state', async () => {
    await bench.create({ metadata: { name: 'altered' }, data: { k: '1' } });
    await objects.alter(type, 'a', 'altered', (object) => {
      object['data'] = { k: '2' };
      return true;
    });
    expect(await bench.read('altered')).toMatchObject({ data: { k: '2' } });
  });

  it('is not written when the change says that there is none', async () => {
    const before = await bench.create({ metadata: { name: 'unaltered' } });
    await objects.alter(type, 'a', 'unaltered', (object) => {
      object['data'] = { k: '2' };
      return false;
    });
    expect(await bench.read('unaltered')).toEqual(before);
  });

  it('is not made again when it is gone', async () => {
    await objects.alter(type, 'a', 'gone', () => true);
    await objects.alterStatus(type, 'a', 'gone', () => true);
    expect(await bench.read('gone')).toBeUndefined();
  });

  it('may change what only a create may set, by the rules of a create', async () => {
    await bench.create({ metadata: { name: 'immutable' }, data: { k: '1' }, immutable: true });
    const change = (data: object) =>
      objects.alter(type, 'a', 'immutable', (object) => {
        object['data'] = data;
        return true;
      });
    await change({ k: '2' });
    expect(await bench.read('immutable')).toMatchObject({ data: { k: '2' } });
    await expect(change({ 'a b': '2' })).rejects.toMatchObject({ code: 422 });
  });

  it('has its status written as such', async () => {
    const resource = bench.of('pods');
    const spec = { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] };
    const writer = { manager: 'client', apiVersion: 'v1', subresource: '', filter: () => true };
    await bench.create({ metadata: { name: 'pod' }, spec }, false, { resource, writer });
    const phase = (changes: boolean) =>
      objects.alterStatus('pods.', 'a', 'pod', (object) => {
        object['status'] = { ...(object['status'] as object), phase: 'Running' };
        return changes;
      });
    const before = await bench.read('pod', resource);
    await phase(false);
    expect(await bench.read('pod', resource)).toEqual(before);
    await phase(true);
    const { status, metadata } = (await bench.read('pod', resource))!;
    expect(status).toMatchObject({ phase: 'Running' });
    expect(metadata.managedFields).toContainEqual(
      expect.objectContaining({ manager: 'server', subresource: 'status' }),
    );
  });
});
