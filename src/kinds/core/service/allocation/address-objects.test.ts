import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../../api/meta/metadata.ts';
import type { NetworkingV1IPAddress } from '../../../../api/schema/types.gen.ts';
import type { Allocation, Allocator } from '../../../../registry/allocation.ts';
import { AddressRange } from '../../../shared/addresses/address-range.ts';
import { type AddressObjects, ServiceAddresses } from './address-objects.ts';
import { repairAddresses } from './address-repair.ts';

/** Keeps objects as a store does. */
class Kept implements AddressObjects {
  readonly all = new Map<string, NetworkingV1IPAddress>();
  #made = 0;

  async get(address: string) {
    return this.all.get(address);
  }

  async create(address: NetworkingV1IPAddress) {
    const name = address.metadata.name!;
    if (this.all.has(name)) return false;
    this.all.set(name, {
      ...address,
      metadata: {
        ...address.metadata,
        uid: `uid-${++this.#made}`,
        creationTimestamp: '2021-03-04T05:06:07Z',
      },
    });
    return true;
  }

  async delete(address: string, uid: string) {
    if (this.all.get(address)?.metadata.uid === uid) this.all.delete(address);
  }
}

/** Gives addresses one after the other to Services that ask for none. */
class Range implements Allocator {
  readonly taken: string[] = [];
  readonly rolledBack: string[] = [];

  async onCreate(object: ApiObject): Promise<Allocation> {
    const spec = object['spec'] as { clusterIPs?: string[]; type: string };
    spec.clusterIPs ??= [`10.0.0.${this.taken.length + 1}`];
    this.taken.push(...spec.clusterIPs);
    const own = spec.clusterIPs;
    return {
      ensureHeld: () => {},
      commit: async () => {},
      rollback: async () => {
        this.rolledBack.push(...own);
      },
    };
  }

  onUpdate = (object: ApiObject): Promise<Allocation> => this.onCreate(object);
}

const service = (spec: object = {}, metadata: object = { namespace: 'shop', name: 'web' }): ApiObject => ({
  kind: 'Service',
  apiVersion: 'v1',
  metadata: metadata as ApiObject['metadata'],
  spec: { type: 'ClusterIP', ...spec },
});
const other = service({}, { namespace: 'shop', name: 'other' });

let range: Range;
let kept: Kept;
let addresses: ServiceAddresses;

beforeEach(() => {
  range = new Range();
  kept = new Kept();
  addresses = new ServiceAddresses({
    ranges: range,
    objects: kept,
    labels: { family: 'f', managedBy: ['m', 'ipallocator.k8s.io'] },
    taken: (_, address) => new Error(`${address} is taken`),
  });
});

const names = (): string[] => [...kept.all.keys()];

describe('an address of a Service', () => {
  it('has an object that names the Service, before the Service is written', async () => {
    await addresses.onCreate(service(), false);
    expect(kept.all.get('10.0.0.1')).toMatchObject({
      metadata: { labels: { f: 'IPv4', m: 'ipallocator.k8s.io' } },
      spec: { parentRef: { resource: 'services', namespace: 'shop', name: 'web' } },
    });
  });

  it('loses it when the Service is not written', async () => {
    await (await addresses.onCreate(service(), false)).rollback();
    expect([names(), range.rolledBack]).toEqual([[], ['10.0.0.1']]);
  });

  it('loses it when the Service is gone', async () => {
    const web = service();
    await (await addresses.onCreate(web, false)).commit();
    await addresses.release(other);
    expect(names()).toEqual(['10.0.0.1']);
    await addresses.release(web);
    expect(names()).toEqual([]);
  });

  it('loses it when an update gives it up', async () => {
    const old = service({ clusterIPs: ['10.0.0.1', 'fd00::1'] });
    await addresses.onCreate(old, false);
    await (await addresses.onUpdate(service({ clusterIPs: ['10.0.0.1'] }), old, false)).commit();
    expect(names()).toEqual(['10.0.0.1']);
  });

  it('is another one when somebody else has an object for it', async () => {
    await kept.create(addresses.objectOf(other, '10.0.0.1'));
    const web = service();
    await addresses.onCreate(web, false);
    expect(web['spec']).toMatchObject({ clusterIPs: ['10.0.0.2'] });
    expect(range.rolledBack).toEqual(['10.0.0.1']);
  });

  it('is refused when it was asked for and is somebody else\u2019s', async () => {
    await kept.create(addresses.objectOf(other, '10.0.0.9'));
    const asked = service({ clusterIPs: ['10.0.0.9'] });
    await expect(addresses.onCreate(asked, false)).rejects.toThrow('10.0.0.9 is taken');
    expect([names(), range.rolledBack]).toEqual([['10.0.0.9'], ['10.0.0.9']]);
  });

  it('gets none in a dry run', async () => {
    await addresses.onCreate(service(), true);
    expect(names()).toEqual([]);
  });

  it('gets it after the Service where that has no name before', async () => {
    const web = service({}, { namespace: 'shop' });
    const allocation = await addresses.onCreate(web, false);
    expect(names()).toEqual([]);
    web.metadata.name = 'web-x';
    await allocation.commit();
    expect(kept.all.get('10.0.0.1')?.spec?.parentRef?.name).toBe('web-x');
  });
});

describe('the repair', () => {
  let found: string[];
  const ranges = [AddressRange.parse('10.0.0.0/24')!, AddressRange.parse('fd00::/64')!];
  const repair = (services: ApiObject[], now = '2021-03-04T05:08:00Z') => {
    found = [];
    return repairAddresses({
      read: async () => ({ services, addresses: [...kept.all.values()], ranges }),
      objects: kept,
      objectOf: (of, address) => addresses.objectOf(of, address),
      isManaged: ({ metadata }) => metadata.labels?.['m'] === 'ipallocator.k8s.io',
      apiVersion: 'networking/v1',
      now: () => Date.parse(now),
      found: ({ reason, note }) => found.push(`${reason}: ${note}`),
    });
  };

  it('makes the objects that a release without them left out', async () => {
    await repair([service({ clusterIPs: ['10.0.0.7'] })]);
    expect(names()).toEqual(['10.0.0.7']);
    expect(found).toEqual(['ClusterIPNotAllocated: Cluster IP [IPv4]: 10.0.0.7 is not allocated; repairing']);
    await repair([service({ clusterIPs: ['10.0.0.7'] })]);
    expect(found).toEqual([]);
  });

  it('tells of addresses that are none, and of those in no range', async () => {
    await repair([service({ clusterIPs: ['10.9.0.1', 'fd00::1'] }), service({ clusterIPs: ['10.0'] })]);
    expect(names()).toEqual(['fd00::1']);
    expect(found).toEqual([
      'ClusterIPOutOfRange: Cluster IP [IPv4]: 10.9.0.1 is not within any configured Service CIDR; please recreate service',
      'ClusterIPNotAllocated: Cluster IP [IPv6]: fd00::1 is not allocated; repairing',
      'ClusterIPNotValid: Cluster IP 10.0 is not a valid IP; please recreate Service',
    ]);
  });

  it('leaves an address to the older of two Services', async () => {
    const spec = { clusterIPs: ['10.0.0.7'] };
    const younger = service(spec, { namespace: 'a', name: 'a', creationTimestamp: '2021-03-04T05:05:05Z' });
    const older = service(spec, { namespace: 'b', name: 'b', creationTimestamp: '2020-03-04T05:05:05Z' });
    await repair([younger, older]);
    expect(kept.all.get('10.0.0.7')?.spec?.parentRef?.name).toBe('b');
    expect(found.at(-1)).toBe(
      'ClusterIPAlreadyAllocated: Cluster IP [IPv4]:10.0.0.7 was assigned to multiple services; please recreate service',
    );
  });

  it('makes anew what names the Service that had the address before', async () => {
    await kept.create(addresses.objectOf(other, '10.0.0.7'));
    await repair([service({ clusterIPs: ['10.0.0.7'] })]);
    expect(kept.all.get('10.0.0.7')?.spec?.parentRef?.name).toBe('web');
    expect(found).toEqual([
      'ClusterIPNotAllocated: the ClusterIP [IPv4]: 10.0.0.7 for Service shop/web has a wrong reference; repairing',
    ]);
  });

  it.each([
    [
      'whose Service has another address',
      { resource: 'services', namespace: 'shop', name: 'web' },
      'IPAddressWrongReference: IPAddress: 10.0.0.9 for Service shop/web has a wrong reference; cleaning up',
    ],
    [
      'whose Service is gone',
      { resource: 'services', namespace: 'shop', name: 'gone' },
      'IPAddressNotAllocated: IPAddress: 10.0.0.9 for Service shop/gone appears to have leaked: cleaning up',
    ],
    [
      'that names something else',
      { resource: 'nodes', name: 'n1' },
      'IPAddressNotAllocated: IPAddress 10.0.0.9 appears to have been modified, not referencing a Service /n1: cleaning up',
    ],
  ])('deletes an object %s', async (_, parentRef, expected) => {
    const web = service({ clusterIPs: ['10.0.0.7'] });
    await kept.create(addresses.objectOf(web, '10.0.0.7'));
    await kept.create({ ...addresses.objectOf(web, '10.0.0.9'), spec: { parentRef } });
    await repair([web]);
    expect([names(), found]).toEqual([['10.0.0.7'], [expected]]);
  });

  it('deletes what has no Service, after a minute, and only what the server made', async () => {
    await kept.create(addresses.objectOf(other, '10.0.0.1'));
    const ofPeople = addresses.objectOf(other, '10.0.0.2');
    await kept.create({ ...ofPeople, metadata: { name: '10.0.0.2' } });
    await repair([], '2021-03-04T05:07:00Z');
    expect(names()).toEqual(['10.0.0.1', '10.0.0.2']);
    await repair([]);
    expect(names()).toEqual(['10.0.0.2']);
  });
});
