import type { CoreV1LoadBalancerIngress, CoreV1LoadBalancerStatus } from '../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid } from '../../api/validation/field-errors.ts';
import { dns1123Subdomain, ip } from '../../api/validation/names.ts';
import { validateEach } from '../../api/validation/validate-each.ts';
import type { AddressRules } from './addresses/address-rules.ts';
import { invalidEach } from './field-checks.ts';

interface Options {
  addresses: AddressRules;
  /** The status that is stored: its addresses are taken as they are. */
  old: CoreV1LoadBalancerStatus | undefined;
  /** What the kind asks of each entry beside that. */
  ofIngress?: ((ingress: CoreV1LoadBalancerIngress, path: FieldPath) => FieldError[]) | undefined;
}

/** Addresses from which a load balancer serves. `path` is that of the LoadBalancerStatus. */
export function validateLoadBalancerStatus(
  status: CoreV1LoadBalancerStatus,
  path: FieldPath,
  { addresses, old, ofIngress }: Options,
): FieldError[] {
  const kept = (old?.ingress ?? []).map((ingress) => ingress.ip);
  return validateEach(status.ingress ?? [], (ingress, index) => {
    const own = path.child('ingress').index(index);
    const { ip: address } = ingress;
    return [
      ...(address ? addresses.ip(address, own.child('ip'), { kept }, 'must be a valid IP address') : []),
      ...(ofIngress?.(ingress, own) ?? []),
      ...validateHostname(ingress.hostname, own.child('hostname')),
    ];
  });
}

function validateHostname(hostname: string | undefined, path: FieldPath): FieldError[] {
  if (!hostname) return [];
  return [
    ...invalidEach(path, hostname, dns1123Subdomain(hostname)),
    ...(ip(hostname).length === 0 ? [invalid(path, hostname, 'must be a DNS name, not an IP address')] : []),
  ];
}
