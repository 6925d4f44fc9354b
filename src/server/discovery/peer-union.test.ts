import { expect, it } from 'vitest';
import { withPeers } from './peer-union.ts';

const resources = (...names: string[]) => names.map((resource) => ({ resource }));
const group = (name: string, versions: Record<string, string[]>) => ({
  name,
  versions: Object.entries(versions).map(([version, names]) => ({ version, resources: resources(...names) })),
});
const own = (name: string, versions: Record<string, string[]>) => ({
  metadata: { name, creationTimestamp: null },
  versions: Object.entries(versions).map(([version, names]) => ({
    version,
    resources: names.map((resource) => ({ resource, verbs: ['get'] })),
    freshness: 'Current',
  })),
});
const shown = (groups: ReturnType<typeof withPeers>) =>
  groups.map(({ metadata, versions }) => [
    metadata.name,
    (versions as ReturnType<typeof own>['versions']).map(({ version, resources: all }) => [
      version,
      all.map(({ resource }) => resource).join(),
    ]),
  ]);
const merged = (mine: ReturnType<typeof own>[], peers: ReturnType<typeof group>[]) =>
  withPeers(mine, peers, (name) => ({ name, creationTimestamp: null }));

it('resources of others are added by name, and those of this server stay as they are', () => {
  const mine = [own('apps', { v1: ['deployments'] })];
  const union = merged(mine, [group('apps', { v1: ['daemonsets', 'deployments'] })]);
  expect(shown(union)).toEqual([['apps', [['v1', 'daemonsets,deployments']]]]);
  expect((union[0]!.versions[0] as any).resources[1]).toEqual({ resource: 'deployments', verbs: ['get'] });
  expect(mine[0]!.versions[0]!.resources).toHaveLength(1);
});

it.each([
  [
    'versions of others stand at their place',
    [own('apps', { v1: ['a'], v1beta1: ['a'] })],
    [group('apps', { v2: ['a'], v1beta2: ['a'] })],
    [
      [
        'apps',
        [
          ['v2', 'a'],
          ['v1', 'a'],
          ['v1beta2', 'a'],
          ['v1beta1', 'a'],
        ],
      ],
    ],
  ],
  [
    'groups of others come last, by name, each once',
    [own('z', { v1: ['a'] })],
    [group('c', { v1: ['a'] }), group('b', { v1: ['a'] }), group('c', { v1: ['b'], v2: ['c'] })],
    [
      ['z', [['v1', 'a']]],
      ['b', [['v1', 'a']]],
      [
        'c',
        [
          ['v2', 'c'],
          ['v1', 'a,b'],
        ],
      ],
    ],
  ],
  ['without others nothing changes', [own('z', { v1: ['b', 'a'] })], [], [['z', [['v1', 'b,a']]]]],
])('%s', (_, mine, peers, expected) => {
  expect(shown(merged(mine, peers))).toEqual(expected);
});
