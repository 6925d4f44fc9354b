import { expect, it } from 'vitest';
import { schemaOf } from '../../../test/support/unit/apply-fields.ts';
import { Normalizer } from '../../api/codec/normalizer.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { TypedSchemas } from '../../api/patch/apply/typed-schema.ts';
import type { StoredResource } from '../resource.ts';
import type { VersionConverter } from '../version-converter.ts';
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
const clock = { now: () => 0 } as ConstructorParameters<typeof ManagedFields>[1];
const resource = { rules: {} } as StoredResource;

const stored = (object: object): ApiObject =>
  JSON.parse(
    JSON.stringify({
      kind: 'Deployment',
      apiVersion: 'apps/v1',
      ...new Normalizer().normalize(object, schema),
    }),
  );

/** Entries after another manager has written through a subresource: [manager, subresource, fields]. */
async function entriesAfter(release: string, subresource: string, change: object): Promise<unknown[]> {
  const owners = new ManagedFields(
    new FieldVersions(() => form, new TypedSchemas()),
    clock,
    ownershipRules(release),
  );
  const writer = (manager: string, through: string, mayOwn: string[]) => ({
    manager,
    apiVersion: 'apps/v1',
    subresource: through,
    filter: (field: string) => mayOwn.includes(field),
  });
  const old = stored({ metadata: { name: 'd' }, spec: { replicas: 1 }, status: { replicas: 1 } });
  await owners.create(resource, old, writer('a', '', ['spec']));
  const next = stored({ ...old, ...change });
  await owners.update(
    resource,
    next,
    old,
    writer('b', subresource, subresource === 'scale' ? ['spec'] : ['status']),
  );
  return (next.metadata.managedFields ?? []).map((entry) => [
    entry.manager,
    entry.subresource ?? '',
    entry.fieldsV1,
  ]);
}

const spec = { 'f:spec': { 'f:replicas': {} } };
const status = { 'f:status': { 'f:replicas': {} } };

it.each([
  // A create owns all that it sends, and so does a change of the status.
  [
    '1.20',
    'status',
    { spec: { replicas: 1, paused: true }, status: { replicas: 2 } },
    [
      ['a', '', spec],
      ['b', '', { 'f:spec': { 'f:paused': {} }, ...status }],
    ],
  ],
  [
    '1.21',
    'status',
    { spec: { replicas: 1, paused: true }, status: { replicas: 2 } },
    [
      ['a', '', spec],
      ['b', '', status],
    ],
  ],
  [
    '1.22',
    'status',
    { spec: { replicas: 1, paused: true }, status: { replicas: 2 } },
    [
      ['a', '', spec],
      ['b', 'status', status],
    ],
  ],
  // Nobody sees that the number was set by another one.
  ['1.20', 'scale', { spec: { replicas: 5 } }, [['a', '', { ...spec, ...status }]]],
  ['1.21', 'scale', { spec: { replicas: 5 } }, [['a', '', spec]]],
  ['1.22', 'scale', { spec: { replicas: 5 } }, [['b', 'scale', spec]]],
])('at %s a write through %s of %j makes %j', async (release, subresource, change, entries) => {
  expect(await entriesAfter(release, subresource, change)).toEqual(entries);
});
