import type { CoreV1Service } from '../../../api/schema/types.gen.ts';
import { familyOf } from '../../shared/addresses/addresses.ts';
import { fillClusterIps } from './cluster-ips.ts';
import { needsClusterIp } from './needs.ts';

/**
 * What Services of a release before lists of addresses say in fewer words. Which families a headless one has only the
 * cluster knows: that is filled in when it is written.
 */
export function applyReadDefaults(service: CoreV1Service): void {
  if (!needsClusterIp(service)) return;
  const { spec } = service;
  fillClusterIps(spec);
  const families = (spec.clusterIPs ?? []).map(familyOf);
  if (spec.ipFamilies?.length || families.length === 0 || families.includes(undefined)) return;
  spec.ipFamilies = families as string[];
  spec.ipFamilyPolicy ??= 'SingleStack';
}
