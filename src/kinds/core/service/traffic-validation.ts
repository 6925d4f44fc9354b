import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1Service } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { qualifiedName } from '../../../api/validation/names.ts';
import { familyOfCidr } from '../../shared/addresses/addresses.ts';
import { invalidEach, validateOneOf } from '../../shared/field-checks.ts';
import { isExternal, isLoadBalancer, needsClusterIp, needsHealthCheckNodePort } from './service-types.ts';

/* How traffic from outside and inside finds its way. */

const specPath = FieldPath.of('spec');
const onlyForBalancers = "may only be used when `type` is 'LoadBalancer'";

/** Validates the source ranges of the balancer: a field, and before that an annotation. */
export function validateSourceRanges(service: CoreV1Service, { label }: Dialect): FieldError[] {
  const annotation = `service.beta.${label}/load-balancer-source-ranges`;
  const { loadBalancerSourceRanges: ranges = [] } = service.spec;
  const text = service.metadata.annotations?.[annotation];
  if (ranges.length === 0 && text === undefined) return [];
  const [path, list, shown] =
    ranges.length > 0
      ? [specPath.child('LoadBalancerSourceRanges'), ranges, `[${ranges.join(' ')}]`]
      : [FieldPath.of('metadata', 'annotations').key(annotation), rangesOf(text ?? ''), text];
  const wellFormed = list.every((range) => familyOfCidr(range.trim()) !== undefined);
  return [
    ...(isLoadBalancer(service) ? [] : [forbidden(path, onlyForBalancers)]),
    ...(wellFormed
      ? []
      : [invalid(path, shown, 'must be a list of IP ranges. For example, 10.240.0.0/24,10.250.0.0/24 ')]),
  ];
}

/** A blank annotation stands for everybody. */
const rangesOf = (text: string): string[] => (text.trim() === '' ? [] : text.split(','));

export function validateNodePortAllocation(service: CoreV1Service): FieldError[] {
  const { allocateLoadBalancerNodePorts: allocate } = service.spec;
  if (!isLoadBalancer(service)) {
    const path = specPath.child('allocateLoadBalancerNodePorts');
    return allocate === undefined ? [] : [forbidden(path, onlyForBalancers)];
  }
  return allocate === undefined ? [required('allocateLoadBalancerNodePorts')] : [];
}

export function validateBalancerClass(service: CoreV1Service): FieldError[] {
  const { loadBalancerClass } = service.spec;
  const path = specPath.child('loadBalancerClass');
  if (loadBalancerClass === undefined) return [];
  return isLoadBalancer(service)
    ? invalidEach(path, loadBalancerClass, qualifiedName(loadBalancerClass))
    : [forbidden(path, onlyForBalancers)];
}

export function validateExternalTraffic(service: CoreV1Service): FieldError[] {
  const { externalTrafficPolicy: policy, healthCheckNodePort: port = 0 } = service.spec;
  const policyPath = specPath.child('externalTrafficPolicy');
  const portPath = specPath.child('healthCheckNodePort');
  const errors: FieldError[] = [];
  if (policy && policy !== 'Cluster' && policy !== 'Local') {
    errors.push(invalid(policyPath, policy, 'ExternalTrafficPolicy must be empty, Cluster or Local'));
  }
  if (port < 0) errors.push(invalid(portPath, port, 'HealthCheckNodePort must be not less than 0'));
  if (policy && !isExternal(service)) {
    const text = 'ExternalTrafficPolicy can only be set on NodePort and LoadBalancer service';
    errors.push(invalid(policyPath, policy, text));
  }
  if (port !== 0 && !needsHealthCheckNodePort(service)) {
    const text =
      'HealthCheckNodePort can only be set on LoadBalancer service with ExternalTrafficPolicy=Local';
    errors.push(invalid(portPath, port, text));
  }
  return errors;
}

export function validateInternalTraffic(service: CoreV1Service): FieldError[] {
  const { internalTrafficPolicy: policy } = service.spec;
  const path = specPath.child('internalTrafficPolicy');
  if (policy === undefined) return needsClusterIp(service) ? [required(path)] : [];
  return validateOneOf(policy, path, ['Cluster', 'Local']);
}
