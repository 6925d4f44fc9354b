import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1Service, CoreV1ServicePort, CoreV1ServiceSpec } from '../../../api/schema/types.gen.ts';
import { isExternalIn, isLoadBalancer, needsClusterIp } from './service-types.ts';
import { applyModeDefaults } from './status.ts';

/** Three hours. */
const affinitySeconds = 10_800;

export function applyDefaults(service: CoreV1Service, gates: FeatureGates): void {
  const { spec } = service;
  applyAffinityDefaults(spec);
  for (const port of spec.ports ?? []) applyPortDefaults(port);
  if (isExternalIn(gates)(service)) spec.externalTrafficPolicy ??= 'Cluster';
  if (needsClusterIp(service) && gates.isOn('ServiceInternalTrafficPolicy'))
    spec.internalTrafficPolicy ??= 'Cluster';
  if (isLoadBalancer(service) && gates.isOn('ServiceLBNodePortControl')) {
    spec.allocateLoadBalancerNodePorts ??= true;
  }
  if (spec.type !== 'ExternalName') applyFamilyDefaults(spec);
  if (gates.isOn('LoadBalancerIPMode')) applyModeDefaults(service);
}

function applyAffinityDefaults(spec: CoreV1ServiceSpec): void {
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig;
  if (
    spec.sessionAffinity === 'ClientIP' &&
    spec.sessionAffinityConfig?.clientIP?.timeoutSeconds === undefined
  ) {
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: affinitySeconds } };
  }
}

function applyPortDefaults(port: CoreV1ServicePort): void {
  if (!port.targetPort) port.targetPort = port.port;
}

/**
 * Naming two of anything asks for both families; with both asked for, the one that is not named comes second.
 * Everything else depends on the cluster, and is filled in where addresses are allocated.
 */
function applyFamilyDefaults(spec: CoreV1ServiceSpec): void {
  const { clusterIPs = [], ipFamilies = [] } = spec;
  if (clusterIPs.length === 2 || ipFamilies.length === 2) spec.ipFamilyPolicy ??= 'RequireDualStack';
  if (spec.ipFamilyPolicy !== 'RequireDualStack' || ipFamilies.length !== 1) return;
  if (ipFamilies[0] === 'IPv4') spec.ipFamilies = ['IPv4', 'IPv6'];
  if (ipFamilies[0] === 'IPv6') spec.ipFamilies = ['IPv6', 'IPv4'];
}
