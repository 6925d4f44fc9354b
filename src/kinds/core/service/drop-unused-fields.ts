import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { equalValues } from '../../../api/json/json-values.ts';
import type { CoreV1Service, CoreV1ServiceSpec } from '../../../api/schema/types.gen.ts';
import {
  isExternal,
  isExternalIn,
  isLoadBalancer,
  mayHaveClusterIp,
  needsHealthCheckNodePort,
  needsNodePorts,
} from './service-types.ts';

type SpecField = keyof CoreV1ServiceSpec;

/** Fields that a Service has while it needs them, because the server filled them in. */
const dependents: readonly [needs: (service: CoreV1Service) => boolean, fields: readonly SpecField[]][] = [
  [mayHaveClusterIp, ['ipFamilies', 'ipFamilyPolicy']],
  [needsHealthCheckNodePort, ['healthCheckNodePort']],
  [isLoadBalancer, ['allocateLoadBalancerNodePorts', 'loadBalancerClass']],
];

/**
 * A client that changes the type need not know what else belongs to the old one: that goes by itself, unless the
 * client changed it too. Then it is wrong, and validation says so.
 */
export function dropUnneeded(service: CoreV1Service, old: CoreV1Service, gates: FeatureGates): void {
  const noLonger = (needs: (asked: CoreV1Service) => boolean) => needs(old) && !needs(service);
  const { spec } = service;
  if (noLonger(mayHaveClusterIp)) dropAddresses(spec, old.spec);
  for (const [needs, fields] of dependents) {
    if (!noLonger(needs)) continue;
    for (const field of fields) if (equalValues(spec[field], old.spec[field])) delete spec[field];
  }
  if (gates.isIn('1.24') && noLonger(mayHaveClusterIp)) delete spec.internalTrafficPolicy;
  if (noLonger(gates.isIn('1.24') ? isExternal : needsNodePorts)) dropNodePorts(spec, old.spec);
  if (!noLonger(isExternalIn(gates))) return;
  const isSame = spec.externalTrafficPolicy === old.spec.externalTrafficPolicy;
  if (isSame || !gates.isIn('1.24')) delete spec.externalTrafficPolicy;
}

function dropAddresses(spec: CoreV1ServiceSpec, old: CoreV1ServiceSpec): void {
  if (!equalValues(spec.clusterIPs ?? [], old.clusterIPs ?? []) || spec.clusterIP !== old.clusterIP) return;
  delete spec.clusterIP;
  delete spec.clusterIPs;
}

/** Ports may come, go and change as long as no node port is new. */
function dropNodePorts({ ports = [] }: CoreV1ServiceSpec, old: CoreV1ServiceSpec): void {
  const before = new Set(old.ports?.map(({ nodePort }) => nodePort));
  if (ports.some(({ nodePort }) => nodePort && !before.has(nodePort))) return;
  for (const port of ports) delete port.nodePort;
}
