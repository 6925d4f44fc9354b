import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WriteBench } from '../../../test/support/unit/write-bench.ts';
import type { Admission } from '../../admission/admission.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { badRequest } from '../../api/meta/status.ts';
import { mainFilter } from '../ownership/field-filter.ts';
import type { FieldOwner } from '../ownership/field-manager.ts';

const now = '2021-03-04T05:06:07Z';
const clock = { now: () => Date.parse(now) };

let bench: WriteBench;
beforeAll(async () => {
  bench = await WriteBench.open({ clock });
});
afterAll(() => bench[Symbol.asyncDispose]());

const writer = (manager: string): FieldOwner => ({
  manager,
  apiVersion: 'v1',
  subresource: '',
  filter: mainFilter(bench.resource.definition),
});

describe('a create', () => {
  it('stores the object with what the server says of it', async () => {
    const { metadata } = await bench.create({ metadata: { name: 'one' }, data: { k: 'v' } });
    expect(metadata).toEqual({
      name: 'one',
      namespace: 'a',
      uid: expect.stringMatching(/^[\da-f-]{36}$/),
      creationTimestamp: now,
      resourceVersion: expect.stringMatching(/^\d+$/),
    });
    expect(await bench.read('one')).toEqual({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata,
      data: { k: 'v' },
    });
  });

  it('answers with the revision of the write, and that it made the object', async () => {
    const object = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'answered' } } as ApiObject;
    const outcome = await bench.creator.create(bench.resource, 'a', object, { dryRun: false });
    const { metadata } = (await bench.read('answered'))!;
    expect(outcome).toMatchObject({
      revision: Number(metadata.resourceVersion),
      created: true,
      removed: false,
    });
  });

  it('of a name that is taken is refused with 409, and changes nothing', async () => {
    const before = await bench.create({ metadata: { name: 'taken' }, data: { k: '1' } });
    const again = bench.create({ metadata: { name: 'taken' }, data: { k: '2' } });
    await expect(again).rejects.toMatchObject({
      code: 409,
      reason: 'AlreadyExists',
      message: 'configmaps "taken" already exists',
    });
    expect(await bench.read('taken')).toEqual(before);
  });

  it('of a name that is taken asks the store for no write', async () => {
    await bench.create({ metadata: { name: 'held' } });
    const create = vi.spyOn(bench.kv, 'create');
    await expect(bench.create({ metadata: { name: 'held' } })).rejects.toMatchObject({ code: 409 });
    expect(create).not.toHaveBeenCalled();
    create.mockRestore();
  });

  it('of a name that another server has just set free is done', async () => {
    const { metadata } = await bench.create({ metadata: { name: 'freed' } });
    await bench.kv.delete(`${bench.resource.cache.prefix}a/freed`, Number(metadata.resourceVersion));
    const again = await bench.create({ metadata: { name: 'freed' } });
    expect(again.metadata.uid).not.toBe(metadata.uid);
  });

  it('of the name of an object that waits for its finalizers says so', async () => {
    await bench.create({ metadata: { name: 'going', finalizers: ['a.example/b'] } });
    await bench.deleter.delete(bench.resource, 'a', 'going', {}, false);
    await expect(bench.create({ metadata: { name: 'going' } })).rejects.toMatchObject({
      code: 409,
      reason: 'AlreadyExists',
      message: 'object is being deleted: configmaps "going" already exists',
    });
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

describe('metadata of a new object', () => {
  it.each<[string, object]>([
    ['uid', { uid: 'mine' }],
    ['creationTimestamp', { creationTimestamp: '2001-01-01T00:00:00Z' }],
    ['deletionTimestamp', { deletionTimestamp: now }],
    ['deletionGracePeriodSeconds', { deletionGracePeriodSeconds: 3 }],
    ['selfLink', { selfLink: '/x' }],
    ['clusterName', { clusterName: 'x' }],
    ['resourceVersion, as 0', { resourceVersion: '0' }],
    ['resourceVersion, as no number', { resourceVersion: 'x' }],
  ])('takes nothing of what a client says of its %s', async (what, given) => {
    const name = `set-${what.toLowerCase().replaceAll(/\W+/g, '-')}`;
    await bench.create({ metadata: { name, ...given } });
    expect((await bench.read(name))!.metadata).toEqual({
      name,
      namespace: 'a',
      uid: expect.stringMatching(/^[\da-f]{8}-/),
      creationTimestamp: now,
      resourceVersion: expect.stringMatching(/^[1-9]\d*$/),
    });
  });

  it('of a kind of the whole cluster has no namespace', async () => {
    const resource = bench.of('namespaces');
    const { metadata } = await bench.create({ metadata: { name: 'wide', namespace: 'a' } }, false, {
      resource,
    });
    expect(metadata.namespace).toBeUndefined();
    expect(await bench.read('wide', resource)).toBeDefined();
  });

  it.each([
    ['begins generations with 1 where the kind counts them', true, 1],
    ['keeps the generation of the client where it does not', false, 7],
  ])('%s', async (_, tracksGeneration, generation) => {
    const resource = { ...bench.resource, rules: { ...bench.resource.rules, tracksGeneration } };
    const { metadata } = await bench.create({ metadata: { name: 'counted', generation: 7 } }, true, {
      resource,
    });
    expect(metadata.generation).toBe(generation);
  });
});

describe('a dry run of a create', () => {
  it('answers with the object as it would be, without a version, and stores nothing', async () => {
    const { metadata } = await bench.create({ metadata: { name: 'dry' } }, true);
    expect(metadata).toEqual({
      name: 'dry',
      namespace: 'a',
      uid: expect.stringMatching(/^[\da-f-]{36}$/),
      creationTimestamp: now,
    });
    expect(await bench.read('dry')).toBeUndefined();
  });

  it('lets a resource version pass that a create refuses', async () => {
    const { metadata } = await bench.create({ metadata: { name: 'dry', resourceVersion: '7' } }, true);
    expect(metadata.resourceVersion).toBeUndefined();
  });

  it('of a name that is taken is refused', async () => {
    await bench.create({ metadata: { name: 'there' } });
    await expect(bench.create({ metadata: { name: 'there' } }, true)).rejects.toMatchObject({
      code: 409,
      reason: 'AlreadyExists',
    });
  });
});

describe('managedFields of a new object', () => {
  const entry = (manager: string) => ({
    manager,
    operation: 'Update',
    apiVersion: 'v1',
    time: now,
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:data': { '.': {}, 'f:k': {} } },
  });

  it.each([
    ['say that who made it owns what it set', 'client', 'client'],
    ['say unknown of a client without a name', '', 'unknown'],
  ])('%s', async (_, manager, shown) => {
    const name = `owned-${shown}`;
    await bench.create({ metadata: { name }, data: { k: 'v' } }, false, { writer: writer(manager) });
    expect((await bench.read(name))!.metadata.managedFields).toEqual([entry(shown)]);
  });

  it.each([
    ['when they are recorded already', true],
    ['when nobody is to own anything', false],
  ])('stay as they come %s', async (_, skipsManagedFields) => {
    const name = `recorded-${skipsManagedFields}`;
    const managedFields = [entry('other')];
    const more = skipsManagedFields ? { writer: writer('client'), skipsManagedFields } : {};
    await bench.create({ metadata: { name, managedFields }, data: { k: 'v' } }, false, more);
    expect((await bench.read(name))!.metadata.managedFields).toEqual(managedFields);
  });
});

describe('admission of a create', () => {
  /** Writes down what it is shown, and may change or refuse it. */
  class Recorder implements Admission {
    readonly seen: string[] = [];
    refusal: 'admit' | 'validate' | undefined;
    admit(object: ApiObject | undefined, old: ApiObject | undefined): void {
      this.seen.push(`admit ${object!.metadata.name} uid ${typeof object!.metadata.uid} old ${typeof old}`);
      if (this.refusal === 'admit') throw badRequest('refused');
      object!.metadata.labels = { added: 'yes' };
    }
    ignoresUnchanged(): boolean {
      return true;
    }
    validate(object: ApiObject | undefined, old: ApiObject | undefined): void {
      this.seen.push(
        `validate ${object!.metadata.name} uid ${typeof object!.metadata.uid} old ${typeof old}`,
      );
      if (this.refusal === 'validate') throw badRequest('refused');
    }
  }

  it('changes the object before the server adds its part, and looks at it when it is complete', async () => {
    const admission = new Recorder();
    await bench.create({ metadata: { name: 'admitted' } }, false, { admission, writer: writer('client') });
    expect(admission.seen).toEqual([
      'admit admitted uid undefined old undefined',
      'validate admitted uid string old undefined',
    ]);
    const { metadata } = (await bench.read('admitted'))!;
    expect(metadata.labels).toEqual({ added: 'yes' });
    expect(metadata.managedFields).toBeUndefined();
  });

  it.each(['admit', 'validate'] as const)(
    'that refuses in %s ends it, and nothing is stored',
    async (refusal) => {
      const admission = new Recorder();
      admission.refusal = refusal;
      const create = bench.create({ metadata: { name: 'refused' } }, false, { admission });
      await expect(create).rejects.toMatchObject({ code: 400 });
      expect(await bench.read('refused')).toBeUndefined();
    },
  );

  it('comes after validation, and before the answer that the name is taken', async () => {
    const admission = new Recorder();
    await expect(bench.create({ metadata: { name: 'A B' } }, false, { admission })).rejects.toMatchObject({
      code: 422,
    });
    expect(admission.seen).toHaveLength(1);
    admission.refusal = 'validate';
    await expect(bench.create({ metadata: { name: 'taken' } }, false, { admission })).rejects.toMatchObject({
      code: 400,
    });
  });
});
