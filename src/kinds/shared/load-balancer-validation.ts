import type { CoreV1LoadBalancerIngress, CoreV1LoadBalancerStatus } from '../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid } from '../../api/validation/field-errors.ts';
import { dns1123Subdomain, ip } from '../../api/validation/names.ts';
import { validateEach } from '../../api/validation/validate-each.ts';
import { invalidEach } from './field-checks.ts';

/** Addresses from which a load balancer serves. `path` is that of the LoadBalancerStatus. */
export function validateLoadBalancerStatus(status: CoreV1LoadBalancerStatus, path: FieldPath): FieldError[] {
  return validateEach(status.ingress ?? [], (ingress, index) =>
    validateIngress(ingress, path.child('ingress').index(index)),
  );
}

function validateIngress(
  { ip: address, hostname }: CoreV1LoadBalancerIngress,
  path: FieldPath,
): FieldError[] {
  const isAddress = (text: string) => ip(text).length === 0;
  const errors: FieldError[] = [];
  if (address && !isAddress(address)) {
    errors.push(invalid(path.child('ip'), address, 'must be a valid IP address'));
  }
  if (!hostname) return errors;
  const hostnamePath = path.child('hostname');
  errors.push(...invalidEach(hostnamePath, hostname, dns1123Subdomain(hostname)));
  if (isAddress(hostname)) {
    errors.push(invalid(hostnamePath, hostname, 'must be a DNS name, not an IP address'));
  }
  return errors;
}
