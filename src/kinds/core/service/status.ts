import type { CoreV1Service } from '../../../api/schema/types.gen.ts';
import { FieldPath } from '../../../api/validation/field-errors.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import { validateLoadBalancerStatus } from '../../shared/load-balancer-validation.ts';

export const statusRules: KindRules<CoreV1Service>['status'] = {
  prepareForUpdate(service, old) {
    service.spec = old.spec;
    dropMixedProtocolFields(service, old);
  },
  validateUpdate: ({ status }) =>
    validateLoadBalancerStatus(status.loadBalancer, FieldPath.of('status', 'loadBalancer')),
};

/** They come with balancers of several protocols, which this release does not have: only what is stored stays. */
function dropMixedProtocolFields({ status }: CoreV1Service, old: CoreV1Service): void {
  if (old.status.conditions === undefined) delete status.conditions;
  if (old.status.loadBalancer.ingress?.some(({ ports }) => ports !== undefined)) return;
  for (const ingress of status.loadBalancer.ingress ?? []) delete ingress.ports;
}
