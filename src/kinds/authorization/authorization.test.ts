import { describe, expect, test } from 'vitest';
import { dependencies, Versions } from '../../../test/support/unit/versions.ts';
import { authorizationKinds } from './index.ts';

const kinds = authorizationKinds(dependencies).map((rules) => new Versions(rules));
const [anybody, self, local, rulesReview] = kinds as [Versions, Versions, Versions, Versions];
const resourceAttributes = { verb: 'get', resource: 'pods' };
const nonResourceAttributes = { verb: 'get', path: '/healthz' };

test.each(kinds.map((versions) => [versions.rules.kind, versions] as const))(
  '%s goes from version to version',
  (_, versions) => {
    versions.expectRoundTrips();
    expect(versions.all.map(({ virtual, storage, verbs }) => ({ virtual, storage, verbs }))).toEqual(
      versions.all.map(() => ({ virtual: true, storage: false, verbs: ['create'] })),
    );
  },
);

test('groups had another name', () => {
  const beta = anybody.version('v1beta1');
  expect(anybody.toStored({ spec: { group: ['a'] } }, beta)['spec']).toEqual({ groups: ['a'] });
  expect(anybody.fromStored({ spec: { groups: ['a'] } }, beta)['spec']).toEqual({ group: ['a'] });
});

describe('a question', () => {
  const who = 'spec.user: Invalid value: "": at least one of user or group must be specified';
  const exactly =
    'spec.resourceAttributes: Invalid value: "null": exactly one of nonResourceAttributes or resourceAttributes must be specified';
  const both =
    'spec.nonResourceAttributes: Invalid value: authorization.NonResourceAttributes{Path:"/healthz", Verb:"get"}: cannot be specified in combination with resourceAttributes';

  test.each<[string, object, string[]]>([
    ['is about a resource', { user: 'ann', resourceAttributes }, []],
    ['or a path', { groups: ['a'], nonResourceAttributes }, []],
    ['about something', { user: 'ann' }, [exactly]],
    ['about one thing', { user: 'ann', resourceAttributes, nonResourceAttributes }, [both]],
    ['about somebody', { resourceAttributes }, [who]],
  ])('%s', (_, spec, errors) => {
    expect(anybody.create({ spec }, 'v1')).toEqual(errors);
    expect(self.create({ spec }, 'v1beta1')).toEqual(errors.filter((error) => error !== who));
  });

  test('has no metadata', () => {
    const object = { metadata: { name: 'a', managedFields: [] }, spec: { user: 'ann', resourceAttributes } };
    expect(anybody.create(object, 'v1')).toEqual([
      'metadata: Invalid value: {"name":"a","creationTimestamp":null}: must be empty',
    ]);
  });

  test('is about one namespace, in one', () => {
    const metadata = { namespace: 'shop' };
    const inShop = { ...resourceAttributes, namespace: 'shop' };
    expect(local.create({ metadata, spec: { user: 'ann', resourceAttributes: inShop } }, 'v1')).toEqual([]);
    expect(local.create({ metadata, spec: { user: 'ann', resourceAttributes } }, 'v1')).toEqual([
      'spec.resourceAttributes.namespace: Invalid value: "": must match metadata.namespace',
    ]);
    expect(local.create({ metadata, spec: { user: 'ann', nonResourceAttributes } }, 'v1beta1')).toEqual([
      'spec.nonResourceAttributes: Invalid value: authorization.NonResourceAttributes{Path:"/healthz", Verb:"get"}: disallowed on this kind of request',
    ]);
    expect(
      local.create(
        { metadata: { namespace: 'shop', name: 'a' }, spec: { user: 'ann', resourceAttributes: inShop } },
        'v1',
      ),
    ).toEqual([
      'metadata: Invalid value: {"name":"a","namespace":"shop","creationTimestamp":null}: must be empty except for namespace',
    ]);
  });

  test('about rules names a namespace', () => {
    expect(rulesReview.create({ spec: { namespace: 'shop' } }, 'v1')).toEqual([]);
    expect(() => rulesReview.create({ spec: {} }, 'v1')).toThrow('no namespace on request');
  });
});
