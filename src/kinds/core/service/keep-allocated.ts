import type { CoreV1Service, CoreV1ServiceSpec } from '../../../api/schema/types.gen.ts';
import { mayHaveClusterIp, needsHealthCheckNodePort, needsNodePorts } from './service-types.ts';

/**
 * Keeps allocated addresses and ports when an update leaves them out: a file that created the Service can be put again.
 */
export function keepAllocated(service: CoreV1Service, old: CoreV1Service): void {
  const both = (needs: (asked: CoreV1Service) => boolean) => needs(service) && needs(old);
  if (both(mayHaveClusterIp)) keepAddresses(service.spec, old.spec);
  if (both(needsNodePorts)) keepNodePorts(service.spec, old.spec);
  if (both(needsHealthCheckNodePort) && old.spec.healthCheckNodePort !== undefined) {
    service.spec.healthCheckNodePort ||= old.spec.healthCheckNodePort;
  }
}

function keepAddresses(spec: CoreV1ServiceSpec, old: CoreV1ServiceSpec): void {
  if (!spec.clusterIP && old.clusterIP) spec.clusterIP = old.clusterIP;
  if (spec.clusterIP !== old.clusterIP) return;
  if (!spec.clusterIPs?.length && old.clusterIPs) spec.clusterIPs = [...old.clusterIPs];
  if (!spec.ipFamilies?.length && old.ipFamilies) spec.ipFamilies = [...old.ipFamilies];
  if (old.ipFamilyPolicy !== undefined) spec.ipFamilyPolicy ??= old.ipFamilyPolicy;
}

/** A port is known by its name. The node port of one that is gone may have been given to another by the client. */
function keepNodePorts({ ports = [] }: CoreV1ServiceSpec, old: CoreV1ServiceSpec): void {
  const taken = new Set(ports.map(({ nodePort }) => nodePort));
  const byName = new Map(old.ports?.map(({ name = '', nodePort }) => [name, nodePort]));
  for (const port of ports) {
    const before = byName.get(port.name ?? '');
    if (!port.nodePort && before && !taken.has(before)) port.nodePort = before;
  }
}
