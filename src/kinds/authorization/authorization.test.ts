import { describe, expect, test } from 'vitest';
import { dependencies, Versions } from '../../../test/support/unit/versions.ts';
import { authorizationKinds } from './index.ts';

const kinds = authorizationKinds(dependencies).map((rules) => new Versions(rules));
const [subjectReview, self, local, rulesReview] = kinds as [Versions, Versions, Versions, Versions];
const resourceAttributes = { verb: 'get', resource: 'pods' };
const nonResourceAttributes = { verb: 'get', path: '/healthz' };

test.each(kinds.map((versions) => [versions.rules.kind, versions] as const))(
  '%s converts between versions without loss and is never stored',
  (_, versions) => {
    versions.expectRoundTrips();
    expect(versions.all.map(({ virtual, storage, verbs }) => ({ virtual, storage, verbs }))).toEqual(
      versions.all.map(() => ({ virtual: true, storage: false, verbs: ['create'] })),
    );
  },
);

test('v1beta1 calls the groups of a SubjectAccessReview "group"', () => {
  const beta = subjectReview.version('v1beta1');
  expect(subjectReview.toStored({ spec: { group: ['a'] } }, beta)['spec']).toEqual({ groups: ['a'] });
  expect(subjectReview.fromStored({ spec: { groups: ['a'] } }, beta)['spec']).toEqual({ group: ['a'] });
});

describe('an access review', () => {
  const who = 'spec.user: Invalid value: "": at least one of user or group must be specified';
  const exactly =
    'spec.resourceAttributes: Invalid value: "null": exactly one of nonResourceAttributes or resourceAttributes must be specified';
  const both =
    'spec.nonResourceAttributes: Invalid value: authorization.NonResourceAttributes{Path:"/healthz", Verb:"get"}: cannot be specified in combination with resourceAttributes';

  test.each<[string, object, string[]]>([
    ['a resource', { user: 'ann', resourceAttributes }, []],
    ['a non-resource path', { groups: ['a'], nonResourceAttributes }, []],
    ['neither resource nor path', { user: 'ann' }, [exactly]],
    ['both resource and path', { user: 'ann', resourceAttributes, nonResourceAttributes }, [both]],
    ['neither user nor groups', { resourceAttributes }, [who]],
  ])('is validated with %s', (_, spec, errors) => {
    expect(subjectReview.create({ spec }, 'v1')).toEqual(errors);
    expect(self.create({ spec }, 'v1beta1')).toEqual(errors.filter((error) => error !== who));
  });

  test('must have empty metadata, managedFields aside', () => {
    const object = { metadata: { name: 'a', managedFields: [] }, spec: { user: 'ann', resourceAttributes } };
    expect(subjectReview.create(object, 'v1')).toEqual([
      'metadata: Invalid value: {"name":"a","creationTimestamp":null}: must be empty',
    ]);
  });

  test('that is local must be about a resource in its own namespace', () => {
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

  test('of rules must name a namespace', () => {
    expect(rulesReview.create({ spec: { namespace: 'shop' } }, 'v1')).toEqual([]);
    expect(() => rulesReview.create({ spec: {} }, 'v1')).toThrow('no namespace on request');
  });
});
