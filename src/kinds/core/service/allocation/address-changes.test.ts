import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiObject } from '../../../../api/meta/metadata.ts';
import type { NetworkingV1IPAddress } from '../../../../api/schema/types.gen.ts';
import { AddressChanges } from './address-changes.ts';

const start = Date.parse('2026-01-01T00:00:00Z');

const service = (name: string, ...clusterIPs: string[]) =>
  ({
    metadata: { namespace: 'a', name },
    spec: { type: 'ClusterIP', clusterIP: clusterIPs[0], clusterIPs },
  }) as unknown as ApiObject;
const address = (
  name: string,
  user: string,
  creationTimestamp = '2025-01-01T00:00:00Z',
  resource = 'services',
) =>
  ({
    metadata: { name, creationTimestamp },
    spec: { parentRef: { resource, namespace: 'a', name: user } },
  }) as unknown as NetworkingV1IPAddress;

/** A store, and how often it was repaired. */
class Scene {
  readonly services = new Map<string, ApiObject>();
  readonly addresses = new Map<string, NetworkingV1IPAddress>();
  isManaged = true;
  repairs = 0;
  failure: Error | undefined;
  readonly reports: string[] = [];
  readonly changes = new AddressChanges({
    service: (namespace, name) => this.services.get(`${namespace}/${name}`),
    address: (name) => this.addresses.get(name),
    isManaged: () => this.isManaged,
    now: () => Date.now(),
    repair: async () => {
      this.repairs++;
      if (this.failure !== undefined) throw this.failure;
    },
    report: ({ message }) => void this.reports.push(message),
  });

  put(...objects: (ApiObject | NetworkingV1IPAddress)[]): void {
    for (const object of objects) {
      const { namespace = '', name = '' } = object.metadata;
      if (namespace === '') {
        this.addresses.set(name, object as NetworkingV1IPAddress);
        this.changes.addressChanged(name);
      } else {
        this.services.set(`${namespace}/${name}`, object as ApiObject);
        this.changes.serviceChanged(namespace, name);
      }
    }
  }

  deleteAddress(name: string): void {
    const before = this.addresses.get(name)!;
    this.addresses.delete(name);
    this.changes.addressChanged(name, before);
  }
}

let scene: Scene;
beforeEach(() => {
  vi.useFakeTimers({ now: start });
  scene = new Scene();
});
afterEach(async () => {
  await scene.changes[Symbol.asyncDispose]();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

test.each<[string, (ApiObject | NetworkingV1IPAddress)[], number]>([
  ['a Service with the object of its address', [service('web', '10.0.0.1'), address('10.0.0.1', 'web')], 0],
  ['a Service whose address has no object', [service('web', '10.0.0.1')], 1],
  ['a Service whose address is kept for another', [service('web', '10.0.0.1'), address('10.0.0.1', 'db')], 1],
  [
    'a Service with one of two objects',
    [service('web', '10.0.0.1', 'fd00::1'), address('10.0.0.1', 'web')],
    1,
  ],
  ['a Service without an address', [service('web', 'None')], 0],
  ['an object whose Service is gone', [address('10.0.0.1', 'web')], 1],
  ['an object whose Service has another address', [service('web', 'None'), address('10.0.0.1', 'web')], 1],
  ['an object for something else', [address('10.0.0.1', 'web', undefined, 'gateways')], 1],
])('%s: so many repairs', async (_, objects, expected) => {
  scene.put(...objects);
  await pass(2);
  expect(scene.repairs).toBe(expected);
});

test('what comes within a second is looked at together, with what is there by then', async () => {
  scene.put(service('web', '10.0.0.1'), service('db', '10.0.0.2'));
  await pass(0.5);
  scene.put(address('10.0.0.1', 'web'));
  expect(scene.repairs).toBe(0);
  await pass(0.5);
  expect(scene.repairs).toBe(1);
});

test('an object that a Service loses is made again; one that goes with its Service is not', async () => {
  scene.put(service('web', '10.0.0.1'), address('10.0.0.1', 'web'));
  await pass(2);
  scene.deleteAddress('10.0.0.1');
  await pass(2);
  expect(scene.repairs).toBe(1);
  scene.put(address('10.0.0.1', 'web'));
  scene.services.delete('a/web');
  scene.deleteAddress('10.0.0.1');
  await pass(2);
  expect(scene.repairs).toBe(1);
});

test('a Service may come for an object within a minute', async () => {
  scene.put(address('10.0.0.1', 'web', '2026-01-01T00:00:00Z'));
  await pass(59);
  expect(scene.repairs).toBe(0);
  await pass(4);
  expect(scene.repairs).toBe(1);
});

test('objects that others made are theirs', async () => {
  scene.isManaged = false;
  scene.put(address('10.0.0.1', 'web'));
  await pass(100);
  expect(scene.repairs).toBe(0);
});

test('a repair that fails is told of, and the next change is looked at', async () => {
  scene.failure = new Error('the store does not answer');
  scene.put(service('web', '10.0.0.1'));
  await pass(2);
  scene.put(service('web', '10.0.0.1'));
  await pass(2);
  expect([scene.repairs, scene.reports]).toEqual([2, Array(2).fill('the store does not answer')]);
});
