import type { CoreV1Service } from '../../../../api/schema/types.gen.ts';
import type { Item } from '../../../../registry/claims/claim.ts';
import { familyOf } from '../../../shared/addresses/addresses.ts';
import { needsClusterIp } from '../needs.ts';
import { addressItem, portItem } from './pools.ts';

/** The addresses that a Service has; a headless one has none. */
export function addressesOf(service: CoreV1Service): string[] {
  if (!needsClusterIp(service)) return [];
  const { clusterIP, clusterIPs } = service.spec;
  const addresses = clusterIPs?.length ? clusterIPs : clusterIP ? [clusterIP] : [];
  return addresses.filter((address) => familyOf(address) !== undefined);
}

/** The ports that a Service has on every node, each once. */
export function nodePortsOf({ spec }: CoreV1Service): number[] {
  const ports = [...(spec.ports ?? []).map(({ nodePort }) => nodePort), spec.healthCheckNodePort];
  return [...new Set(ports.filter((port) => port !== undefined && port > 0))] as number[];
}

/** The cluster IPs and node ports that a Service holds. */
export function heldBy(service: CoreV1Service): Item[] {
  return [...addressesOf(service).map(addressItem), ...nodePortsOf(service).map(portItem)];
}
