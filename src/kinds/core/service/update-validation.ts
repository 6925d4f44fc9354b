import type { CoreV1Service } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden, invalid } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { shownAddresses, shownFamilies } from './service-messages.ts';
import { isHeadless, isLoadBalancer, needsHealthCheckNodePort } from './service-types.ts';
import { validateBalancerClass } from './traffic-validation.ts';

type Service = CoreV1Service;

const specPath = FieldPath.of('spec');
const once = 'may not change once set';

/**
 * Addresses, ports and the load balancer class of a Service are immutable as long as its type has them: clients and
 * balancers rely on them. The class is validated here and again with the other fields; the API always did.
 */
export function validateTransition(service: Service, old: Service): FieldError[] {
  const named = service.spec.type === 'ExternalName' || old.spec.type === 'ExternalName';
  return [
    ...(named ? [] : validateAddressChange(service, old)),
    ...(named ? [] : validateFamilyChange(service, old)),
    ...validateClassChange(service, old),
    ...validateBalancerClass(service),
    ...validateHealthCheckChange(service, old),
  ];
}

/** A second address may come and go; the first stays. */
function validateAddressChange(service: Service, old: Service): FieldError[] {
  if (isHeadless(service) && isHeadless(old)) return [];
  const path = specPath.child('clusterIPs');
  const now = service.spec.clusterIPs ?? [];
  const before = old.spec.clusterIPs ?? [];
  if (now.length === before.length) {
    return validateEach(before, (address, index) =>
      address === now[index] ? [] : [invalid(path.index(index), shownAddresses(now), once)],
    );
  }
  if (before.length > 0 && now.length === 0) {
    return [invalid(path.index(0), shownAddresses(now), 'primary clusterIP can not be unset')];
  }
  return [
    ...(before.length > 0 && now[0] !== before[0] ? [invalid(path.index(0), shownAddresses(now), once)] : []),
    ...validateRelease(service, now.length === 1 && before.length > 1, 'clusterIP'),
  ];
}

/** The families change only with the addresses. A headless Service may change them, or get an address. */
function validateFamilyChange(service: Service, old: Service): FieldError[] {
  if (isHeadless(service) || isHeadless(old)) return [];
  const path = specPath.child('ipFamilies').index(0);
  const now = service.spec.ipFamilies ?? [];
  const before = old.spec.ipFamilies ?? [];
  if (now.length === before.length) {
    return validateEach(before, (family, index) =>
      family === now[index] ? [] : [invalid(path, shownFamilies(now), once)],
    );
  }
  if (before.length > 0 && now.length === 0) {
    return [invalid(path, shownFamilies(now), 'primary ipFamily can not be unset')];
  }
  return [
    ...(before.length > 0 && now[0] !== before[0]
      ? [invalid(path, shownAddresses(service.spec.clusterIPs), once)]
      : []),
    ...validateRelease(service, now.length === 1 && before.length > 1, 'ipFamily'),
  ];
}

/** Giving up the second has to be said in so many words: leaving it out may be a mistake. */
function validateRelease({ spec }: Service, released: boolean, what: string): FieldError[] {
  const { ipFamilyPolicy } = spec;
  if (!released || ipFamilyPolicy === 'SingleStack') return [];
  const text = `must be set to 'SingleStack' when releasing the secondary ${what}`;
  return [invalid(specPath.child('ipFamilyPolicy'), ipFamilyPolicy ?? null, text)];
}

function validateClassChange(service: Service, old: Service): FieldError[] {
  const { loadBalancerClass } = service.spec;
  const same = loadBalancerClass === old.spec.loadBalancerClass;
  return same || !isLoadBalancer(service) || !isLoadBalancer(old)
    ? []
    : [invalid(specPath.child('loadBalancerClass'), loadBalancerClass ?? null, once)];
}

function validateHealthCheckChange(service: Service, old: Service): FieldError[] {
  const same = (service.spec.healthCheckNodePort ?? 0) === (old.spec.healthCheckNodePort ?? 0);
  // Until one is allocated there is nothing to keep.
  const fixed =
    needsHealthCheckNodePort(service) && needsHealthCheckNodePort(old) && old.spec.healthCheckNodePort;
  return same || !fixed ? [] : [forbidden(specPath.child('healthCheckNodePort'), 'field is immutable')];
}
