import type { ApiObject } from '../../../../api/meta/metadata.ts';
import type { NetworkingV1IPAddress } from '../../../../api/schema/types.gen.ts';
import { timeMs } from '../../../../api/values/time.ts';
import type { AddressRange } from '../../../shared/addresses/address-range.ts';
import { familyOf } from '../../../shared/addresses/addresses.ts';
import { type AddressFinding, addressFinding, serviceFinding } from './address-findings.ts';
import { type AddressObjects, canonicalOf, isParent, isServiceReference } from './address-objects.ts';
import { statedAddresses } from './held.ts';

/** An object may be there that long before its Service is. */
export const graceMs = 60_000;

/** Services, objects of addresses and ranges at one time. */
export interface AddressScene {
  services: ApiObject[];
  addresses: NetworkingV1IPAddress[];
  /** The ranges of all ServiceCIDRs. */
  ranges: readonly AddressRange[];
}

export interface AddressRepairOptions {
  /** A state as new as every write before the call. */
  read(): Promise<AddressScene>;
  objects: AddressObjects;
  /** The object that keeps an address for a Service. */
  objectOf(service: ApiObject, address: string): NetworkingV1IPAddress;
  /** Whether the server made the object of an address for a Service. */
  isManaged(address: NetworkingV1IPAddress): boolean;
  /** The group version of objects of addresses. */
  apiVersion: string;
  /** Milliseconds since 1970. */
  now(): number;
  found(finding: AddressFinding): void;
}

/**
 * Brings Services and the objects of their addresses together again: a release that knows no such objects leaves Services
 * without, a server that died between the two writes leaves an object without a Service.
 */
export async function repairAddresses(options: AddressRepairOptions): Promise<void> {
  const scene = await options.read();
  const present = new Map(scene.addresses.map((address) => [address.metadata.name ?? '', address]));
  const users = new Map<string, ApiObject>();
  // Of several that have the same address the oldest keeps it.
  for (const service of oldestFirst(scene.services)) {
    findInvalid(options, service);
    for (const address of canonicalOf(service)) {
      const user = users.get(address);
      if (user === undefined) users.set(address, service);
      await repairUse(options, {
        service,
        address,
        user,
        ranges: scene.ranges,
        present: present.get(address),
      });
    }
  }
  const names = new Map(scene.services.map((service) => [keyOf(service.metadata), service]));
  for (const address of scene.addresses)
    if (!users.has(address.metadata.name ?? '')) await releaseUnused(options, address, names);
}

const oldestFirst = (services: readonly ApiObject[]): ApiObject[] =>
  services.toSorted((a, b) => (createdAt(a) < createdAt(b) ? -1 : createdAt(a) > createdAt(b) ? 1 : 0));

/** Texts of times sort as the times do. */
const createdAt = ({ metadata }: ApiObject): string => metadata.creationTimestamp ?? '';

const keyOf = ({
  namespace = '',
  name = '',
}: {
  namespace?: string | undefined;
  name?: string | undefined;
}) => `${namespace}/${name}`;

function findInvalid({ found }: AddressRepairOptions, service: ApiObject): void {
  for (const address of statedAddresses(service))
    if (familyOf(address) === undefined) found(serviceFinding('ClusterIPNotValid', service, address, ''));
}

interface AddressUse {
  service: ApiObject;
  address: string;
  /** An older Service with the same address. */
  user: ApiObject | undefined;
  ranges: readonly AddressRange[];
  /** The object of the address. */
  present: NetworkingV1IPAddress | undefined;
}

async function repairUse(
  { objects, objectOf, found }: AddressRepairOptions,
  { service, address, user, ranges, present }: AddressUse,
): Promise<void> {
  const family = familyOf(address)!;
  const tell = (reason: Parameters<typeof serviceFinding>[0]): void =>
    found(serviceFinding(reason, service, address, family));
  if (!ranges.some((range) => range.contains(address))) return tell('ClusterIPOutOfRange');
  if (user !== undefined) return tell('ClusterIPAlreadyAllocated');
  if (present !== undefined && isParent(present, service)) return;
  if (present !== undefined) {
    tell('ClusterIPWrongReference');
    await objects.delete(address, present.metadata.uid ?? '');
    await objects.create(objectOf(service, address));
  } else if (await objects.create(objectOf(service, address))) tell('ClusterIPNotAllocated');
}

async function releaseUnused(
  { objects, isManaged, apiVersion, now, found }: AddressRepairOptions,
  address: NetworkingV1IPAddress,
  services: ReadonlyMap<string, ApiObject>,
): Promise<void> {
  const { name = '', uid = '', creationTimestamp } = address.metadata;
  if (!isManaged(address) || now() - timeMs(creationTimestamp ?? '') < graceMs) return;
  const reason = faultOf(address, services);
  if (reason === undefined) return;
  found(addressFinding(reason, address, apiVersion));
  await objects.delete(name, uid);
}

/** Undefined for the object of an address that its Service has. */
function faultOf(
  address: NetworkingV1IPAddress,
  services: ReadonlyMap<string, ApiObject>,
): Parameters<typeof addressFinding>[0] | undefined {
  if (!isServiceReference(address)) return 'Modified';
  const service = services.get(keyOf(address.spec?.parentRef ?? {}));
  if (service === undefined) return 'Leaked';
  return canonicalOf(service).includes(address.metadata.name ?? '') ? undefined : 'WrongReference';
}
