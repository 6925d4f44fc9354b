import type { ApiObject } from '../../../../api/meta/metadata.ts';
import type { CoreV1Service } from '../../../../api/schema/types.gen.ts';
import type { Member } from '../../../../registry/ranges/range-claims.ts';
import { familyOf } from '../../../shared/addresses/addresses.ts';
import { needsClusterIp } from '../service-types.ts';
import { memberOfAddress, memberOfPort, type SharedAddresses, type SharedPorts } from './ranges.ts';

/** The addresses that a Service has; a headless one has none. */
export function addressesOf(service: CoreV1Service): string[] {
  return clusterIpsOf(service).filter((address) => familyOf(address) !== undefined);
}

/** The same, with what is no address: a store can hold it. */
export const statedAddresses = (service: ApiObject): string[] =>
  clusterIpsOf(service as unknown as CoreV1Service).filter((address) => address !== '' && address !== 'None');

function clusterIpsOf(service: CoreV1Service): string[] {
  if (!needsClusterIp(service)) return [];
  const { clusterIP, clusterIPs } = service.spec;
  return clusterIPs?.length ? clusterIPs : clusterIP ? [clusterIP] : [];
}

/** The ports that a Service has on every node, each once. */
export function nodePortsOf({ spec }: CoreV1Service): number[] {
  const ports = [...(spec.ports ?? []).map(({ nodePort }) => nodePort), spec.healthCheckNodePort];
  return [...new Set(ports.filter((port) => port !== undefined && port > 0))] as number[];
}

/** The addresses and ports of a Service that are in no range: it had them before the ranges were changed. */
export function strayOf(
  service: CoreV1Service,
  { ranges, nodePorts }: HoldableRanges,
): { addresses: string[]; ports: number[] } {
  return {
    addresses: addressesOf(service).filter((address) => memberOfAddress(ranges, address) === undefined),
    ports: nodePortsOf(service).filter((port) => memberOfPort(nodePorts, port) === undefined),
  };
}

export interface HoldableRanges {
  ranges: readonly SharedAddresses[];
  nodePorts: SharedPorts;
}

/** The cluster IPs and node ports that a Service holds, of those that are in the ranges. */
export function heldBy(service: CoreV1Service, { ranges, nodePorts }: HoldableRanges): Member[] {
  return [
    ...addressesOf(service).map((address) => memberOfAddress(ranges, address)),
    ...nodePortsOf(service).map((port) => memberOfPort(nodePorts, port)),
  ].filter((member) => member !== undefined);
}
