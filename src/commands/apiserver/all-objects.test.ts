import { afterEach, describe, expect, it } from 'vitest';
import { clientOf, FakeWatch, failureStatus } from '../../../test/support/unit/fake-wire.ts';
import { dialects } from '../../api/meta/dialect.ts';
import type { Lister, Objects } from '../../api/meta/lister.ts';
import { AllObjects } from './all-objects.ts';

const dialect = dialects[1]!;
const group = 'things.example.com';
const things = { group, resource: 'things' };
const service = (version: string, versionPriority: number, isRemote = true) => ({
  metadata: { name: `${version}.${group}` },
  spec: {
    group,
    version,
    versionPriority,
    groupPriorityMinimum: 1,
    ...(isRemote ? { service: { namespace: 'a', name: 'b' } } : {}),
  },
});

const made: AllObjects[] = [];
afterEach(async () => {
  for (const one of made.splice(0)) await one.close();
});

/** `stored`: what the caches of this server have, by resource. */
function scene(stored: Record<string, object[]>) {
  const warnings: string[] = [];
  const { client, wire } = clientOf(({ path, query }) => {
    if (path === '/api') return { versions: [] };
    if (path === '/apis') {
      const versions = ['v2', 'v1'].map((version) => ({ groupVersion: `${group}/${version}`, version }));
      return { groups: [{ name: group, versions, preferredVersion: versions[0] }] };
    }
    if (path === `/apis/${group}/v2`) return { resources: [] };
    if (path === `/apis/${group}/v1`) {
      return { resources: [{ name: 'things', kind: 'Thing', namespaced: true, verbs: ['list', 'watch'] }] };
    }
    if (path !== `/apis/${group}/v1/things`) return { kind: 'Status', code: 404, message: 'not found' };
    if (query['sendInitialEvents'] === 'true') return failureStatus(422, 'Invalid');
    if (query['watch'] === 'true') return new FakeWatch();
    const item = { metadata: { namespace: 'ns', name: 'remote', resourceVersion: '1' } };
    return { metadata: { resourceVersion: '1' }, items: [item] };
  });
  const local = { name: 'local' };
  const objects = new AllObjects({
    objects: {
      lister: ({ resource }: { resource: string }) =>
        ({ list: () => stored[resource] ?? [] }) as unknown as Lister,
    } as Objects,
    stored: { lister: () => local as unknown as Lister } as Objects,
    isBuiltIn: (type) => type.group === '',
    client,
    dialect,
    warn: (text: string) => warnings.push(text),
  });
  made.push(objects);
  return { objects, calls: wire.calls, warnings };
}

describe('the objects are those of this server', () => {
  const definition = { spec: { group, names: { plural: 'things' } } };

  it.each<[string, Record<string, object[]>, { group: string; resource: string }]>([
    ['of a built-in type', { apiservices: [service('v1', 1)] }, { group: '', resource: 'pods' }],
    ['of a group without APIServices', {}, things],
    ['of a group that is served here', { apiservices: [service('v1', 1, false)] }, things],
    [
      'of a type that is defined here, of a group of which a version is elsewhere',
      { apiservices: [service('v2', 1)], customresourcedefinitions: [definition] },
      things,
    ],
  ])('%s', (_, stored, type) => {
    const { objects, calls } = scene(stored);
    expect(objects.lister(type)).toHaveProperty('name', 'local');
    expect(calls).toEqual([]);
  });
});

it('objects of another server are read in the version in which it serves them', async () => {
  const { objects } = scene({ apiservices: [service('v1', 1), service('v2', 9)] });
  const lister = objects.lister(things);
  const isFresh = () =>
    lister
      .waitUntilFresh()
      .then(() => true)
      .catch(() => false);
  // Pauses between attempts: a loop of promises alone would keep every timer from running.
  await expect.poll(isFresh).toBe(true);
  expect(lister.get('ns', 'remote')).toMatchObject({ metadata: { name: 'remote' } });
  const seen: string[] = [];
  lister.observe(({ name }) => seen.push(name));
  expect(seen).toEqual(['remote']);
});

it('nothing is asked once it is closed', async () => {
  const { objects, calls, warnings } = scene({ apiservices: [service('v1', 1)] });
  await objects.close();
  objects.lister(things);
  await new Promise(setImmediate);
  expect([calls, warnings]).toEqual([[], []]);
});
