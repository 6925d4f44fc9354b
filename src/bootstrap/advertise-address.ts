import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { type Family, familyOf } from '../kinds/shared/addresses/addresses.ts';

type Interfaces = Readonly<Record<string, NetworkInterfaceInfo[] | undefined>>;

/** Addresses that mean another machine to everybody else, or none. */
const local = /^(127\.|169\.254\.|0\.0\.0\.0$|fe80:|::1?$)/i;

/**
 * Address at which the cluster reaches this replica: as the flag says, else where it listens, else at the first address
 * of this machine. Undefined when the machine has none of the family.
 */
export function advertiseAddress(
  given: string | undefined,
  bindAddress: string,
  family: Family,
  interfaces: Interfaces = networkInterfaces(),
): string | undefined {
  if (given !== undefined) return given;
  if (!local.test(bindAddress) && familyOf(bindAddress) === family) return bindAddress;
  const addresses = Object.values(interfaces).flatMap((ofOne) => ofOne ?? []);
  return addresses.find((one) => one.family === family && !one.internal && !local.test(one.address))?.address;
}
