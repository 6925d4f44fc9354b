import type { CoreV1LoadBalancerIngress, CoreV1Service } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain, ip } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import { invalidEach } from '../../shared/field-checks.ts';

export const statusRules: KindRules<CoreV1Service>['status'] = {
  prepareForUpdate(service, old) {
    service.spec = old.spec;
    dropMixedProtocolFields(service, old);
  },
  validateUpdate: ({ status }) => {
    const path = FieldPath.of('status', 'loadBalancer', 'ingress');
    return validateEach(status.loadBalancer.ingress ?? [], (ingress, index) =>
      validateIngress(ingress, path.index(index)),
    );
  },
};

/** They come with balancers of several protocols, which this release does not have: only what is stored stays. */
function dropMixedProtocolFields({ status }: CoreV1Service, old: CoreV1Service): void {
  if (old.status.conditions === undefined) delete status.conditions;
  if (old.status.loadBalancer.ingress?.some(({ ports }) => ports !== undefined)) return;
  for (const ingress of status.loadBalancer.ingress ?? []) delete ingress.ports;
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
