import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1Service } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain } from '../../../api/validation/names.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { validateNoAddresses } from './address-validation.ts';
import { shownPorts } from './service-messages.ts';
import { isExternal, isHeadless, isLoadBalancer } from './service-types.ts';

const specPath = FieldPath.of('spec');
const portsPath = specPath.child('ports');

/** The node agent's port: a balancer that opened it would open the nodes. */
const nodeAgentPort = 10_250;
/** From this release on a balancer may. */
const nodeAgentExposedSince = '1.33';

/** Requirements of each Service type. */
export function validateForType(
  service: CoreV1Service,
  { nodeAgent }: Dialect,
  gates: FeatureGates,
): FieldError[] {
  const { spec } = service;
  if (spec.type === 'ExternalName') {
    return [...validateNoAddresses(spec), ...validateExternalName(spec.externalName ?? '')];
  }
  const errors: FieldError[] = [];
  const guardsNodes = isLoadBalancer(service) && !gates.isIn(nodeAgentExposedSince);
  for (const [index, { port }] of guardsNodes ? (spec.ports ?? []).entries() : []) {
    if (port !== nodeAgentPort) continue;
    const text = `may not expose port ${port} externally since it is used by ${nodeAgent}`;
    errors.push(invalid(portsPath.index(index), port, text));
  }
  if (isExternal(service) && isHeadless(service)) {
    const text = `may not be set to 'None' for ${spec.type} services`;
    errors.push(invalid(specPath.child('clusterIPs').index(0), 'None', text));
  }
  return errors;
}

/** A dot at the end says that the name is whole. */
function validateExternalName(name: string): FieldError[] {
  const path = specPath.child('externalName');
  const host = name.endsWith('.') ? name.slice(0, -1) : name;
  return host === '' ? [required(path)] : invalidEach(path, host, dns1123Subdomain(host));
}

/** Few clouds can balance several protocols; a Service that has them already, of whatever type, keeps them. */
export function validateOneProtocol(service: CoreV1Service, old: CoreV1Service | undefined): FieldError[] {
  if (!isLoadBalancer(service) || !mixesProtocols(service)) return [];
  if (old !== undefined && mixesProtocols(old)) return [];
  const text = "may not contain more than 1 protocol when type is 'LoadBalancer'";
  return [invalid(portsPath, shownPorts(service.spec.ports ?? []), text)];
}

const mixesProtocols = ({ spec }: CoreV1Service): boolean =>
  new Set(spec.ports?.map(({ protocol }) => protocol)).size > 1;
