import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1Service } from '../../../api/schema/types.gen.ts';
import { familyOf } from '../../shared/addresses/addresses.ts';
import { fillClusterIps } from './align-cluster-ips.ts';
import { needsClusterIp } from './service-types.ts';

/**
 * Fills the lists of addresses and families of a Service that was stored by a release without them. The families of a
 * headless one depend on the cluster: they are filled in at its next write.
 */
export function applyReadDefaults(service: CoreV1Service, gates: FeatureGates): void {
  // Earlier releases gave a name from outside the policy of what has an address.
  if (service.spec.type === 'ExternalName' && gates.isIn('1.24')) delete service.spec.internalTrafficPolicy;
  if (!needsClusterIp(service)) return;
  const { spec } = service;
  fillClusterIps(spec);
  const families = (spec.clusterIPs ?? []).map(familyOf);
  if (spec.ipFamilies?.length || families.length === 0 || families.includes(undefined)) return;
  spec.ipFamilies = families as string[];
  spec.ipFamilyPolicy ??= 'SingleStack';
}
