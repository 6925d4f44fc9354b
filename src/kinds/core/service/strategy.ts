import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1Service } from '../../../api/schema/types.gen.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import { alignClusterIps, fillClusterIps, trimToSingleStack } from './align-cluster-ips.ts';
import { dropUnneeded } from './drop-unused-fields.ts';
import { keepAllocated } from './keep-allocated.ts';
import { isLoadBalancer } from './service-types.ts';

/**
 * Makes all fields agree on what the client wants. Addresses and ports that the Service needs and does not name are
 * allocated after that, before it is validated.
 */
export const strategy = (gates: FeatureGates): Partial<KindRules<CoreV1Service>> => ({
  prepareForCreate(service) {
    service.status = { loadBalancer: {} };
    fillClusterIps(service.spec);
  },
  prepareForUpdate(service, old) {
    // The balancer is removed later; a Service of another type no longer shows its status.
    service.status = isLoadBalancer(service) ? old.status : { ...old.status, loadBalancer: {} };
    keepAllocated(service, old);
    alignClusterIps(service.spec, old.spec);
    trimToSingleStack(service, old);
    dropUnneeded(service, old, gates);
  },
});
