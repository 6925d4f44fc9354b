import { describe, expect, it } from 'vitest';
import { dialects } from '../../api/meta/dialect.ts';
import type { DiscoveredResource } from '../../client/api/discovery.ts';
import { countedTypes } from './counted-types.ts';

const found = (
  resource: string,
  group: string,
  more: Partial<DiscoveredResource> = {},
): DiscoveredResource => ({
  resource,
  group,
  version: 'v1',
  kind: 'K',
  namespaced: true,
  isPreferred: true,
  verbs: ['create', 'delete', 'get', 'list', 'watch'],
  storageVersionHash: undefined,
  ...more,
});

const counted = (...resources: DiscoveredResource[]): string[] =>
  countedTypes(resources, dialects[0]!).map(({ resource, group, aliases }) =>
    [{ resource, group }, ...aliases].map((name) => `${name.resource}.${name.group}`).join(' = '),
  );

describe('countedTypes', () => {
  it.each<[string, DiscoveredResource, boolean]>([
    ['pods are counted', found('pods', ''), true],
    ['objects of any group are', found('boots', 'shop.example'), true],
    ['objects of the cluster are not', found('nodes', '', { namespaced: false }), false],
    ['questions are not', found('localsubjectaccessreviews', 'a', { verbs: ['create'] }), false],
    ['what cannot be watched is not', found('boots', 'a', { verbs: ['create', 'delete', 'list'] }), false],
    ['events are not', found('events', ''), false],
    ['events of their own group are not', found('events', 'events.orch.io'), false],
    ['events of others are', found('events', 'concerts.example'), true],
  ])('%s', (_, resource, isCounted) => {
    expect(counted(resource)).toHaveLength(isCounted ? 1 : 0);
  });

  it('objects that two groups have are counted once', () => {
    const same = { storageVersionHash: 'abc=' };
    expect(
      counted(found('ingresses', 'net', same), found('pods', ''), found('ingresses', 'old', same)),
    ).toEqual(['ingresses.net = ingresses.old', 'pods.']);
  });
});
