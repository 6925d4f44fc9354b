import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1LoadBalancerIngress, CoreV1Service } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden, required } from '../../../api/validation/field-errors.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import { AddressRules } from '../../shared/addresses/address-rules.ts';
import { validateOneOf } from '../../shared/field-checks.ts';
import { validateLoadBalancerStatus } from '../../shared/load-balancer-validation.ts';
import { isLoadBalancer } from './service-types.ts';

const balancerPath = FieldPath.of('status', 'loadBalancer');
const modes = ['Proxy', 'VIP'];

export function statusRules(gates: FeatureGates): KindRules<CoreV1Service>['status'] {
  const addresses = new AddressRules(gates);
  const onlyOnBalancers = gates.isIn('1.29') && !gates.isOn('AllowServiceLBStatusOnNonLB');
  const hasModes = gates.isOn('LoadBalancerIPMode');
  return {
    prepareForUpdate(service, old) {
      service.spec = old.spec;
    },
    validateUpdate: (service, old) => [
      ...(onlyOnBalancers ? validatePlace(service) : []),
      ...validateLoadBalancerStatus(service.status.loadBalancer, balancerPath, {
        addresses,
        old: old.status.loadBalancer,
        ofIngress: hasModes ? validateMode : undefined,
      }),
    ],
  };
}

/** The balancer's addresses are kept as they are unless something says otherwise. */
export function applyModeDefaults(service: CoreV1Service): void {
  if (!isLoadBalancer(service)) return;
  for (const ingress of service.status?.loadBalancer?.ingress ?? []) if (ingress.ip) ingress.ipMode ??= 'VIP';
}

function validatePlace(service: CoreV1Service): FieldError[] {
  if (isLoadBalancer(service) || !service.status.loadBalancer.ingress?.length) return [];
  return [forbidden(balancerPath.child('ingress'), "may only be used when `spec.type` is 'LoadBalancer'")];
}

function validateMode({ ip, ipMode }: CoreV1LoadBalancerIngress, path: FieldPath): FieldError[] {
  const modePath = path.child('ipMode');
  if (ip && ipMode === undefined) return [required(modePath, 'must be specified when `ip` is set')];
  if (!ip && ipMode !== undefined) return [forbidden(modePath, 'may not be specified when `ip` is not set')];
  return validateOneOf(ipMode, modePath, modes);
}
