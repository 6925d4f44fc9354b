import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemaOf } from '../../../test/support/unit/apply-fields.ts';
import { Normalizer } from '../../api/codec/normalizer.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { TypedSchemas } from '../../api/patch/apply/typed-schema.ts';
import type { StoredResource } from '../resource.ts';
import type { VersionConverter } from '../version-converter.ts';
import { Applier } from './applier.ts';
import { ManagedFields } from './managed-fields.ts';
import { ownershipRules } from './ownership-rules.ts';
import { FieldVersions } from './versions.ts';

const schema = schemaOf('Deployment');
const same = (object: ApiObject): ApiObject => object;
const form: VersionConverter = {
  schema,
  isStored: true,
  fromStored: same,
  toStored: same,
  convertToStored: same,
};
const schemas = new TypedSchemas();
const versions = new FieldVersions(
  (_resource, version) => (version === 'apps/v1' ? form : undefined),
  schemas,
);
const rules = ownershipRules('1.23');
let now = 0;
const clock = { now: () => now } as ConstructorParameters<typeof ManagedFields>[1];
const annotation = 'client.example/last-applied';
const applier = new Applier(versions, schemas, clock, { manager: 'client', annotation }, rules);
const managedFields = new ManagedFields(versions, clock, rules);
const resource = { rules: {} } as StoredResource;
const filter = (field: string) => field !== 'status';

const stored = (object: object): ApiObject => {
  const shaped = new Normalizer().normalize(object, schema);
  return JSON.parse(JSON.stringify({ kind: 'Deployment', apiVersion: 'apps/v1', ...shaped }));
};

async function apply(live: ApiObject | undefined, manager: string, config: object): Promise<ApiObject> {
  const writer = { manager, apiVersion: 'apps/v1', subresource: '', filter };
  const named = { metadata: { name: 'd' }, ...config };
  const input = { stored: live, kind: 'Deployment', config: named, writer, force: false, bytes: 0 };
  const result = await applier.apply(resource, input);
  return result === live ? live : stored(result);
}

const both = async (a: object, b: object) => apply(await apply(undefined, 'a', a), 'b', b);

/** Without times: they are no part of what is owned. */
const essence = (object: ApiObject) => ({
  ...object,
  metadata: {
    ...object.metadata,
    managedFields: object.metadata.managedFields?.map(({ time: _, ...entry }) => entry),
  },
});

/** Fields of one manager: no two managers have one in common. */
function configOf(prefix: string) {
  const name = fc.constantFrom(`${prefix}1`, `${prefix}2`, `${prefix}3`);
  const value = fc.constantFrom('x', 'y', 'z');
  // At least one: an empty map is a field itself, of which both would be owners.
  const map = fc.dictionary(name, value, { minKeys: 1, maxKeys: 3 });
  const env = fc.uniqueArray(fc.record({ name, value }), { selector: (item) => item.name, maxLength: 3 });
  const container = fc.record({ name, image: value, env, args: fc.array(value, { maxLength: 2 }) });
  const containers = fc.uniqueArray(container, { selector: (item) => item.name, maxLength: 3 });
  return fc
    .record({ labels: map, annotations: map, finalizers: fc.uniqueArray(name, { maxLength: 2 }), containers })
    .map(({ labels, annotations, finalizers, containers: list }) => ({
      metadata: { name: 'd', labels, annotations, finalizers },
      spec: { template: { spec: { containers: list } } },
    }));
}

const sortedText = (object: ApiObject) => {
  const { containers } = (object as any).spec.template.spec;
  (containers ?? []).sort((a: any, b: any) => (a.name < b.name ? -1 : 1));
  for (const { env } of containers ?? []) env?.sort((a: any, b: any) => (a.name < b.name ? -1 : 1));
  if (containers?.length === 0) (object as any).spec.template.spec.containers = null;
  object.metadata.finalizers?.sort();
  return JSON.stringify(stored(essence(object)));
};

describe('the time of an applier', () => {
  const timesOf = ({ metadata }: ApiObject) =>
    metadata.managedFields!.map(({ manager, time }) => [manager, time]).sort();

  it('is that of its last apply that changed the object', async () => {
    now = 0;
    const labels = { x: '1', y: '1' };
    const object = await apply(undefined, 'a', { metadata: { name: 'd', labels } });
    now = 60_000;
    const joined = await apply(object, 'b', { metadata: { name: 'd', labels } });
    expect(timesOf(joined)).toEqual([
      ['a', '1970-01-01T00:00:00Z'],
      ['b', undefined],
    ]);
    const without = await apply(joined, 'a', { metadata: { name: 'd', labels: { x: '1' } } });
    expect(without.metadata.labels).toEqual(labels);
    expect(timesOf(without)).toEqual(timesOf(joined));
    const changed = await apply(without, 'b', { metadata: { name: 'd', labels: { ...labels, z: '1' } } });
    expect(timesOf(changed)).toEqual([
      ['a', '1970-01-01T00:00:00Z'],
      ['b', '1970-01-01T00:01:00Z'],
    ]);
  });
});

describe('appliers of disjoint fields', () => {
  it('never conflict, and their order does not matter', async () => {
    await fc.assert(
      fc.asyncProperty(configOf('a'), configOf('b'), async (a, b) => {
        const one = await both(a, b);
        const other = await apply(await apply(undefined, 'b', b), 'a', a);
        expect(sortedText(one)).toBe(sortedText(other));
      }),
    );
  });

  it('find nothing changed when they apply again', async () => {
    await fc.assert(
      fc.asyncProperty(configOf('a'), configOf('b'), async (a, b) => {
        now = 0;
        const object = await both(a, b);
        now = 5_000;
        expect(await apply(object, 'a', a)).toEqual(object);
        expect(await apply(object, 'b', b)).toEqual(object);
      }),
    );
  });

  it('take out their own fields and nobody else’s', async () => {
    await fc.assert(
      fc.asyncProperty(configOf('a'), configOf('b'), async (a, b) => {
        const object = await apply(await both(a, b), 'a', { metadata: { name: 'd' } });
        expect(sortedText(object)).toBe(sortedText(await apply(undefined, 'b', b)));
      }),
    );
  });

  it('agree after any number of applies with whoever applies only the last of each', async () => {
    const step = fc.oneof(
      configOf('a').map((config) => ({ manager: 'a', config })),
      configOf('b').map((config) => ({ manager: 'b', config })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        let object: ApiObject | undefined;
        for (const { manager, config } of steps) object = await apply(object, manager, config);
        let expected: ApiObject | undefined;
        for (const manager of ['a', 'b']) {
          const last = steps.findLast((one) => one.manager === manager);
          if (last !== undefined) expected = await apply(expected, manager, last.config);
        }
        expect(sortedText(object!)).toBe(sortedText(expected!));
      }),
    );
  });
});

describe('an update', () => {
  const update = async (old: ApiObject, next: object, manager = 'u') => {
    const object = stored(next);
    await managedFields.update(resource, object, old, {
      manager,
      apiVersion: 'apps/v1',
      subresource: '',
      filter,
    });
    return stored(object);
  };

  it('never changes what is owned but by what it changes', async () => {
    await fc.assert(
      fc.asyncProperty(configOf('a'), configOf('b'), async (a, b) => {
        const object = await apply(undefined, 'a', a);
        expect(await update(object, object)).toEqual(object);
        const next = await apply(object, 'b', b);
        const { managedFields: _, ...metadata } = next.metadata;
        const [first] = (await update(object, { ...next, metadata })).metadata.managedFields ?? [];
        const [before] = object.metadata.managedFields ?? [];
        expect(first?.fieldsV1).toEqual(before?.fieldsV1 ?? first?.fieldsV1);
      }),
    );
  });

  it('by a client whose record cannot be understood leaves what is stored', async () => {
    const object = await apply(undefined, 'a', { spec: { replicas: 1 } });
    const broken = [
      {
        manager: 'x',
        operation: 'Update',
        apiVersion: 'apps/v1',
        fieldsType: 'FieldsV1',
        fieldsV1: { bad: {} },
      },
    ];
    const next = { ...object, metadata: { ...object.metadata, managedFields: broken } };
    expect(await update(object, next)).toEqual(object);
  });

  it('of a version that is gone is forgotten', async () => {
    const object = await apply(undefined, 'a', { spec: { replicas: 1 } });
    object.metadata.managedFields!.push({
      ...object.metadata.managedFields![0]!,
      manager: 'old',
      apiVersion: 'apps/v0',
    });
    const next = stored({ ...object, spec: { ...(object['spec'] as object), paused: true } });
    const updated = await update(object, next);
    expect(updated.metadata.managedFields!.map(({ manager }) => manager)).toEqual(['a', 'u']);
  });

  it('renews the time of whoever changes its own', async () => {
    now = 0;
    const object = stored({ metadata: { name: 'd' }, spec: { replicas: 1 } });
    await managedFields.create(resource, object, {
      manager: 'u',
      apiVersion: 'apps/v1',
      subresource: '',
      filter,
    });
    now = 60_000;
    const updated = await update(object, { ...object, spec: { ...(object['spec'] as object), replicas: 2 } });
    const [entry] = updated.metadata.managedFields!;
    expect(entry).toEqual({ ...object.metadata.managedFields![0], time: '1970-01-01T00:01:00Z' });
  });

  it('keeps the time of whoever only takes away', async () => {
    now = 0;
    const object = stored({ metadata: { name: 'd', labels: { x: '1', y: '1' } } });
    await managedFields.create(resource, object, {
      manager: 'u',
      apiVersion: 'apps/v1',
      subresource: '',
      filter,
    });
    now = 60_000;
    const updated = await update(object, { ...object, metadata: { ...object.metadata, labels: { x: '1' } } });
    const [entry] = updated.metadata.managedFields!;
    expect(entry).toMatchObject({
      time: '1970-01-01T00:00:00Z',
      fieldsV1: { 'f:metadata': { 'f:labels': { '.': {}, 'f:x': {} } } },
    });
    expect(JSON.stringify(entry)).not.toContain('f:y');
  });
});

describe('the client that used to keep an annotation', () => {
  const last = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'd' },
    spec: { replicas: 1, paused: true },
  };
  const live = async () => {
    const text = JSON.stringify(last);
    const object = stored({ ...last, metadata: { name: 'd', annotations: { [annotation]: text } } });
    await managedFields.create(resource, object, {
      manager: 'before',
      apiVersion: 'apps/v1',
      subresource: '',
      filter,
    });
    return object;
  };

  it('takes over what it had applied and nobody changed since', async () => {
    const object = await apply(await live(), 'client', { ...last, spec: { replicas: 3 } });
    expect(object).toMatchObject({ spec: { replicas: 3, paused: true } });
    expect(JSON.parse(object.metadata.annotations![annotation]!).spec).toEqual({ replicas: 3 });
  });

  it('conflicts over what it had said in other words', async () => {
    const containers = (cpu: string) => ({
      template: { spec: { containers: [{ name: 'c', resources: { limits: { cpu } } }] } },
    });
    const object = await live();
    const text = JSON.stringify({ ...last, spec: containers('1000m') });
    object['spec'] = containers('1');
    object.metadata.annotations![annotation] = text;
    delete object.metadata.managedFields;
    await expect(apply(object, 'client', { ...last, spec: containers('2') })).rejects.toThrow(
      'Apply failed with 1 conflict: conflict with "before-first-apply" using apps/v1: .spec.template.spec.containers[name="c"].resources.limits.cpu',
    );
    object.metadata.annotations![annotation] = text.replace('1000m', '1');
    expect(await apply(object, 'client', { ...last, spec: containers('2') })).toMatchObject({
      spec: containers('2'),
    });
  });

  it('keeps an annotation that says nothing', async () => {
    const object = await live();
    object.metadata.annotations![annotation] = '';
    const after = await apply(object, 'client', { ...last, spec: { paused: true } });
    expect(after.metadata.annotations).toEqual({ [annotation]: '' });
  });

  it('conflicts over what somebody changed', async () => {
    const object = await live();
    (object['spec'] as any).replicas = 2;
    await expect(apply(object, 'client', { ...last, spec: { replicas: 3 } })).rejects.toThrow(
      'Apply failed with 1 conflict: conflict with "before" using apps/v1: .spec.replicas',
    );
    await expect(apply(await live(), 'other', { ...last, spec: { replicas: 3 } })).rejects.toThrow(
      '1 conflict',
    );
  });
});
