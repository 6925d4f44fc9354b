import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MemoryLister } from '../../../../test/support/unit/memory-objects.ts';
import type { ControllerWriter } from '../../../registry/write/controller-writer.ts';
import type { ApiService } from '../api-service/api-service.ts';
import { ApiServices } from '../api-service/api-services.ts';
import type { Backends } from '../backend/backends.ts';
import { AvailabilityController } from './availability-controller.ts';

const name = 'v1.g.example';
const spec = { group: 'g.example', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1 };
const service = { namespace: 'a', name: 'web', port: 443 };

let objects: MemoryLister<any>;
let apiServices: ApiServices;
let services: MemoryLister<any>;
let endpoints: MemoryLister<any>;
let controller: AvailabilityController;
let writes: ApiService[];
let seen: string[];
let time: number;

beforeEach(() => {
  objects = new MemoryLister<any>();
  apiServices = new ApiServices(objects, 'own.example', (change) => controller.changed(change));
  services = new MemoryLister<any>();
  endpoints = new MemoryLister<any>();
  writes = [];
  seen = [];
  time = Date.parse('2030-01-01T00:00:00Z');
  const writer: Pick<ControllerWriter<ApiService>, 'update'> = {
    async update(_, change) {
      const next = change(objects.get('', name));
      writes.push(next);
      objects.put(next);
      return 1;
    },
  };
  const backends: Pick<Backends, 'locate'> = {
    locate() {
      throw new Error('service "web" not found');
    },
  };
  controller = new AvailabilityController({
    apiServices,
    services,
    endpoints,
    writer: writer as ControllerWriter<ApiService>,
    backends: backends as Backends,
    clock: { now: () => time },
    asker: { name: 'system:aggregator', uid: '', groups: [], extra: {} },
    observer: {
      availability: (_, isAvailable) => seen.push(`available ${isAvailable}`),
      becameUnavailable: (_, reason) => seen.push(`lost: ${reason}`),
      forgotten: () => seen.push('forgotten'),
    },
    report: (message) => seen.push(message),
  });
});
afterEach(async () => {
  apiServices[Symbol.dispose]();
  await controller.close();
});

const put = (more: object, status: object = {}): void =>
  objects.put({ metadata: { name, uid: '1' }, spec: { ...spec, ...more }, status });

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await nextTurn();
}

const condition = (status: string, lastTransitionTime = '2029-01-01T00:00:00Z') => ({
  conditions: [{ type: 'Available', status, reason: 'Passed', message: '', lastTransitionTime }],
});

describe('an APIService', () => {
  it('of this server is available', async () => {
    put({});
    apiServices.start();
    controller.start();
    await settled();
    expect(writes[0]!.status.conditions).toEqual([
      {
        type: 'Available',
        status: 'True',
        lastTransitionTime: '2030-01-01T00:00:00Z',
        reason: 'Local',
        message: 'Local APIServices are always available',
      },
    ]);
    expect(seen).toEqual(['available true']);
  });

  it('whose Service is missing is not, and is not written twice', async () => {
    put({ service }, condition('True'));
    apiServices.start();
    controller.start();
    await settled();
    expect(writes).toHaveLength(1);
    expect(writes[0]!.status.conditions![0]).toMatchObject({ status: 'False', reason: 'ServiceNotFound' });
    expect(seen).toEqual(['available false', 'lost: ServiceNotFound']);
    // The Service comes, and what it lacks now is another reason for the same.
    time += 60_000;
    services.put({ metadata: { namespace: 'a', name: 'web' }, spec: { ports: [{ port: 443 }] } });
    await settled();
    expect(writes[1]!.status.conditions![0]).toMatchObject({
      reason: 'EndpointsNotFound',
      lastTransitionTime: '2030-01-01T00:00:00Z',
    });
    expect(seen.filter((event) => event.startsWith('lost'))).toHaveLength(1);
    // Another Service is none of its business.
    services.put({ metadata: { namespace: 'a', name: 'other' }, spec: {} });
    await settled();
    expect(writes).toHaveLength(2);
  });

  it('whose server cannot be found says why', async () => {
    put({ service }, condition('False'));
    services.put({ metadata: { namespace: 'a', name: 'web' }, spec: { type: 'NodePort' } });
    apiServices.start();
    controller.start();
    await settled();
    expect(writes[0]!.status.conditions![0]).toMatchObject({
      reason: 'FailedDiscoveryCheck',
      message: 'service "web" not found',
      lastTransitionTime: '2029-01-01T00:00:00Z',
    });
  });

  it('that is deleted is forgotten', async () => {
    put({});
    apiServices.start();
    controller.start();
    await settled();
    objects.remove('', name);
    await settled();
    expect(seen.at(-1)).toBe('forgotten');
  });
});
