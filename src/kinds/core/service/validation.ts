import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1Service, CoreV1ServiceSpec } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateLabels } from '../../../api/validation/label-validation.ts';
import { AddressRules } from '../../shared/addresses/address-rules.ts';
import { requireOneOf } from '../../shared/field-checks.ts';
import { validateAddresses, validateExternalIps } from './address-validation.ts';
import { validateDistinctPorts, validateNoNodePorts, validatePorts } from './port-validation.ts';
import { isHeadless } from './service-types.ts';
import { sourceRangesValidation } from './source-ranges.ts';
import {
  distributionValidation,
  externalTrafficValidation,
  validateBalancerClass,
  validateInternalTraffic,
  validateNodePortAllocation,
  validateTopologyAnnotations,
} from './traffic-validation.ts';
import { validateForType, validateOneProtocol } from './type-validation.ts';
import { validateTransition } from './update-validation.ts';

const specPath = FieldPath.of('spec');
const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];

export function serviceValidation(dialect: Dialect, gates: FeatureGates) {
  const rules = new AddressRules(gates);
  const validateSourceRanges = sourceRangesValidation(dialect, gates, rules);
  const validateExternalTraffic = externalTrafficValidation(gates);
  const validateDistribution = distributionValidation(gates);
  const validate = (service: CoreV1Service, old?: CoreV1Service): FieldError[] => {
    const { spec } = service;
    const { ports = [] } = spec;
    const portsPath = specPath.child('ports');
    const portless = ports.length === 0 && !isHeadless(service) && spec.type !== 'ExternalName';
    return [
      ...(portless ? [required(portsPath)] : []),
      ...validateForType(service, dialect, gates),
      ...validatePorts(ports, portsPath),
      ...validateLabels(spec.selector, specPath.child('selector')),
      ...validateAffinity(spec),
      ...(spec.type === 'ExternalName' ? [] : validateAddresses(service, rules, old)),
      ...validateExternalIps(spec.externalIPs ?? [], rules, old?.spec.externalIPs),
      ...requireOneOf(spec.type, specPath.child('type'), types),
      ...validateNoNodePorts(service, portsPath),
      ...validateDistinctPorts(ports, portsPath),
      ...validateSourceRanges(service, old),
      ...(gates.isOn('ServiceLBNodePortControl') ? validateNodePortAllocation(service) : []),
      ...validateBalancerClass(service),
      ...validateExternalTraffic(service),
      ...(gates.isOn('ServiceInternalTrafficPolicy') ? validateInternalTraffic(service) : []),
      ...(gates.isOn('MixedProtocolLBService') ? [] : validateOneProtocol(service, old)),
      ...validateDistribution(service),
      ...(gates.isIn('1.27') ? validateTopologyAnnotations(service, dialect) : []),
    ];
  };
  return {
    validateCreate: (service: CoreV1Service): FieldError[] => validate(service),
    validateUpdate: (service: CoreV1Service, old: CoreV1Service): FieldError[] => [
      ...validateTransition(service, old),
      ...validate(service, old),
    ],
  };
}

/** A day. */
const maxAffinitySeconds = 86_400;

function validateAffinity({ sessionAffinity, sessionAffinityConfig }: CoreV1ServiceSpec): FieldError[] {
  const errors = requireOneOf(sessionAffinity, specPath.child('sessionAffinity'), ['ClientIP', 'None']);
  const path = specPath.child('sessionAffinityConfig');
  if (sessionAffinity === 'None' && sessionAffinityConfig !== undefined) {
    return [...errors, forbidden(path, 'must not be set when session affinity is None')];
  }
  if (sessionAffinity !== 'ClientIP') return errors;
  const seconds = sessionAffinityConfig?.clientIP?.timeoutSeconds;
  const secondsPath = path.child('clientIP', 'timeoutSeconds');
  if (seconds === undefined) {
    return [...errors, required(secondsPath, 'when session affinity type is ClientIP')];
  }
  if (seconds > 0 && seconds <= maxAffinitySeconds) return errors;
  const text = `must be greater than 0 and less than ${maxAffinitySeconds}`;
  return [...errors, invalid(secondsPath, seconds, text)];
}
