import type { ApiObject } from '../../../../api/meta/metadata.ts';
import type { NetworkingV1IPAddress } from '../../../../api/schema/types.gen.ts';
import { timeMs } from '../../../../api/values/time.ts';
import { type AddressObjects, canonicalOf, isParent } from './address-objects.ts';

/** An object may be there that long before its Service is. */
const graceMs = 60_000;

export interface AddressRepairOptions {
  /** All Services and all objects of addresses, in a state as new as every write before the call. */
  read(): Promise<{ services: ApiObject[]; addresses: NetworkingV1IPAddress[] }>;
  objects: AddressObjects;
  /** The object that keeps an address for a Service. */
  objectOf(service: ApiObject, address: string): NetworkingV1IPAddress;
  /** Whether the server made the object of an address for a Service. */
  isManaged(address: NetworkingV1IPAddress): boolean;
  /** Milliseconds since 1970. */
  now(): number;
  report(message: string): void;
}

/**
 * Brings Services and the objects of their addresses together again: a release that knows no such objects leaves Services
 * without, a server that died between the two writes leaves an object without a Service.
 */
export async function repairAddresses(options: AddressRepairOptions): Promise<void> {
  const { services, addresses } = await options.read();
  const present = new Map(addresses.map((address) => [address.metadata.name ?? '', address]));
  const used = new Map<string, ApiObject>();
  for (const service of services) {
    for (const address of canonicalOf(service)) {
      // Of two that have the same address the first keeps it.
      if (used.has(address)) continue;
      used.set(address, service);
      await keepAddress(options, service, address, present.get(address));
    }
  }
  for (const address of addresses) await releaseUnused(options, address, used);
}

async function keepAddress(
  { objects, objectOf, isManaged, report }: AddressRepairOptions,
  service: ApiObject,
  address: string,
  present: NetworkingV1IPAddress | undefined,
): Promise<void> {
  const { namespace, name } = service.metadata;
  const subject = `service ${namespace}/${name}: cluster IP ${address}`;
  if (present !== undefined && isParent(present, service)) return;
  if (present !== undefined) {
    // The range gave the address to this Service: what names another is of before that.
    if (!isManaged(present)) return report(`${subject} is kept for somebody else`);
    await objects.delete(address, present.metadata.uid ?? '');
  }
  if (await objects.create(objectOf(service, address))) report(`${subject} is not allocated; repairing`);
}

async function releaseUnused(
  { objects, isManaged, now, report }: AddressRepairOptions,
  address: NetworkingV1IPAddress,
  used: ReadonlyMap<string, ApiObject>,
): Promise<void> {
  const { name = '', uid = '', creationTimestamp } = address.metadata;
  const user = used.get(name);
  if (!isManaged(address) || (user !== undefined && isParent(address, user))) return;
  if (now() - timeMs(creationTimestamp ?? '') < graceMs) return;
  report(`IPAddress ${name} appears to have leaked: cleaning up`);
  await objects.delete(name, uid);
}
