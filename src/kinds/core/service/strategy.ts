import type { CoreV1Service } from '../../../api/schema/types.gen.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import { alignClusterIps, fillClusterIps, trimToSingleStack } from './cluster-ips.ts';
import { dropUnneeded } from './drop.ts';
import { keepAllocated } from './keep.ts';
import { isLoadBalancer } from './needs.ts';

/**
 * When these are done the Service says what the client wants, in all of the fields that say it. Addresses and ports
 * that it needs and does not say are then to be allocated, before it is validated.
 */
export const strategy = {
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
    dropUnneeded(service, old);
  },
} satisfies Partial<KindRules<CoreV1Service>>;
