import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { clientOf, type FakeCall, failureStatus } from '../../../test/support/unit/fake-wire.ts';
import { MemoryObjects } from '../../../test/support/unit/memory-objects.ts';
import { until } from '../../../test/support/until.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { dialects } from '../../api/meta/dialect.ts';
import type { ObjectMeta } from '../../api/meta/metadata.ts';
import { systemClock } from '../../util/clock.ts';
import { FlagValues } from '../../util/flags.ts';
import { systemRandom } from '../../util/random.ts';
import { GarbageCollector } from './garbage-collector.ts';
import { garbageCollectorController } from './index.ts';

const collectors: GarbageCollector[] = [];
afterEach(async () => {
  for (const collector of collectors.splice(0)) await collector.close();
});

const owner = { namespace: 'ns', name: 'owner', uid: 'owner-uid' };
const reference = { apiVersion: 'v1', kind: 'Pod', name: 'owner', uid: 'owner-uid' };
const child = { namespace: 'ns', name: 'child', uid: 'child-uid', ownerReferences: [reference] };
const orphaning = { ...owner, deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['orphan'] };

/** A collector before a server that has these pods, and what it asked the server to change. */
function started(...pods: ObjectMeta[]) {
  const objects = new MemoryObjects();
  const stored = new Map(pods.map((metadata) => [`/api/v1/namespaces/ns/pods/${metadata.name}`, metadata]));
  const changes: string[] = [];
  const state = { isDown: false };
  const { client, wire } = clientOf(({ method, path }: FakeCall) => {
    if (state.isDown) return failureStatus(500, 'InternalError');
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (path === '/api') return { versions: ['v1'] };
    if (path === '/apis') return { groups: [] };
    if (path === '/api/v1') return { resources: [{ name: 'pods', kind: 'Pod', namespaced: true, verbs }] };
    if (method !== 'GET') changes.push(`${method} ${name}`);
    const metadata = stored.get(path);
    if (metadata === undefined) return failureStatus(404, 'NotFound', { details: { name } });
    if (method === 'DELETE') stored.delete(path);
    return { metadata };
  });
  const log = { info: () => {}, warn: () => {} };
  const flags = new FlagValues(garbageCollectorController.flags, {});
  const parts = {
    client,
    objects,
    metadata: objects,
    log,
    flags,
    gates: new FeatureGates('1.23'),
    dialect: dialects[0]!,
  };
  const collector = new GarbageCollector({ ...parts, clock: systemClock, random: systemRandom }, 2);
  collectors.push(collector);
  const list = objects.lister({ resource: 'pods' });
  for (const metadata of pods) list.put({ metadata });
  const { calls } = wire;
  const looks = (): number => calls.filter(({ path }) => path === '/apis').length;
  return { collector, objects, list, changes, calls, state, looks };
}

const verbs = ['delete', 'list', 'watch'];

it('deletes what has no owner', async () => {
  const { collector, changes } = started(child);
  collector.start();
  await until(() => changes.length > 0);
  expect(changes).toEqual(['DELETE child']);
  expect(collector.graphText([])).toContain('name="child"');
});

it('deletes and orphans nothing before all objects are known', async () => {
  const { collector, list, changes } = started(orphaning, child);
  list.failure = new Error('too slow');
  collector.start();
  await sleep(100);
  expect(changes).toEqual([]);
  list.failure = undefined;
  await until(() => changes.length > 1);
  expect(changes).toEqual(['PATCH child', 'PATCH owner']);
});

it('goes on when types cannot be read, and looks at them when definitions change', async () => {
  const { collector, objects, list, changes, state, looks } = started(child);
  collector.start();
  await until(() => changes.length === 1);
  const before = looks();
  state.isDown = true;
  objects.lister({ resource: 'customresourcedefinitions' }).put({ metadata: { name: 'a' } });
  await until(() => looks() > before);
  state.isDown = false;
  list.put({ metadata: { namespace: 'ns', name: 'second', uid: 'second-uid' } });
  await until(() => collector.graphText(['second-uid']).includes('second-uid'));
});

it('says of a cluster-scoped object without a namespace that its owner is in one', async () => {
  const { collector, list, calls } = started(owner);
  collector.start();
  await until(() => collector.graphText(['owner-uid']).includes('owner-uid'));
  list.put({ metadata: { name: 'wide', uid: 'wide-uid', ownerReferences: [reference] } });
  const events = () => calls.filter(({ path }) => path === '/api/v1/namespaces/default/events');
  await until(() => events().length > 0);
  expect(events()[0]!.body.involvedObject).toEqual({
    apiVersion: 'v1',
    kind: 'Pod',
    name: 'wide',
    uid: 'wide-uid',
  });
});

it('asks nothing any more once it is closed', async () => {
  const { collector, list, changes, calls } = started(owner);
  const orphan = (name: string): void => {
    const gone = [{ ...reference, name: `no-${name}`, uid: `no-${name}-uid` }];
    list.put({ metadata: { ...child, name, uid: `${name}-uid`, ownerReferences: gone } });
  };
  collector.start();
  orphan('before');
  await until(() => calls.some(({ path }) => path.endsWith('/no-before')));
  await collector.close();
  const asked = calls.length;
  const changed = changes.length;
  orphan('after');
  await sleep(50);
  expect(calls).toHaveLength(asked);
  expect(changes).toHaveLength(changed);
});

it.each([
  ['false', false],
  ['true', true],
])('--enable-garbage-collector=%s', async (text, isMade) => {
  const flags = new FlagValues(garbageCollectorController.flags, { 'enable-garbage-collector': text });
  const objects = new MemoryObjects();
  const { client } = clientOf(() => ({}));
  const log = { info: () => {}, warn: () => {} };
  const shared = {
    client,
    objects,
    metadata: objects,
    log,
    flags,
    gates: new FeatureGates('1.23'),
    dialect: dialects[0]!,
  };
  const made = await garbageCollectorController.create({
    ...shared,
    clock: systemClock,
    random: systemRandom,
  });
  expect(made !== undefined).toBe(isMade);
});
