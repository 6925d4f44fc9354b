import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1Service } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { portNumber, qualifiedName } from '../../../api/validation/names.ts';
import { invalidEach, requireOneOf, validateOneOf } from '../../shared/field-checks.ts';
import {
  externalAddressesCountSince,
  isExternal,
  isLoadBalancer,
  isReachable,
  needsClusterIp,
  needsHealthCheckNodePort,
} from './service-types.ts';
import { onlyForBalancers } from './source-ranges.ts';

/* How traffic from outside and inside finds its way. */

const specPath = FieldPath.of('spec');
const policyPath = specPath.child('externalTrafficPolicy');
const portPath = specPath.child('healthCheckNodePort');
const policies = ['Cluster', 'Local'];

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

export type ValidateTraffic = (service: CoreV1Service) => FieldError[];

/** The rules for traffic from outside, as the release has them. */
export function externalTrafficValidation(gates: FeatureGates): ValidateTraffic {
  if (!gates.isIn('1.24')) return validateLaxExternalTraffic;
  const [mayHave, text] = gates.isIn(externalAddressesCountSince)
    ? [isReachable, 'may only be set for externally-accessible services']
    : [isExternal, "may only be set when `type` is 'NodePort' or 'LoadBalancer'"];
  return (service) => {
    const { externalTrafficPolicy: policy } = service.spec;
    return [
      ...(mayHave(service)
        ? requireOneOf(policy, policyPath, policies)
        : policy
          ? [invalid(policyPath, policy, text)]
          : []),
      ...validateHealthCheckPort(service),
    ];
  };
}

function validateHealthCheckPort(service: CoreV1Service): FieldError[] {
  const { healthCheckNodePort: port = 0 } = service.spec;
  if (needsHealthCheckNodePort(service)) {
    return port === 0 ? [required(portPath)] : invalidEach(portPath, port, portNumber(port));
  }
  const text = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
  return port === 0 ? [] : [invalid(portPath, port, text)];
}

function validateLaxExternalTraffic(service: CoreV1Service): FieldError[] {
  const { externalTrafficPolicy: policy, healthCheckNodePort: port = 0 } = service.spec;
  const errors: FieldError[] = [];
  if (policy && !policies.includes(policy)) {
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
  return validateOneOf(policy, path, policies);
}

/** Where traffic to a Service should go, if it can be helped. The choices grew with the releases. */
export function distributionValidation(gates: FeatureGates): ValidateTraffic {
  const choices = gates.isOn('PreferSameTrafficDistribution')
    ? ['PreferClose', 'PreferSameZone', 'PreferSameNode']
    : ['PreferClose'];
  return ({ spec }) =>
    validateOneOf(spec.trafficDistribution, specPath.child('trafficDistribution'), choices);
}

/** Two annotations for the same: the older name, and the one that replaces it. */
export function validateTopologyAnnotations({ metadata }: CoreV1Service, { label }: Dialect): FieldError[] {
  const { [`service.${label}/topology-mode`]: mode, [`service.${label}/topology-aware-hints`]: hints } =
    metadata.annotations ?? {};
  if (mode === undefined || hints === undefined || mode === hints) return [];
  const path = FieldPath.of('metadata', 'annotations').key(`service.${label}/topology-mode`);
  const text = `must match annotations[service.${label}/topology-aware-hints] when both are specified`;
  return [invalid(path, mode, text)];
}
