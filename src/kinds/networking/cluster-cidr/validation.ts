import { equalValues } from '../../../api/json/json-values.ts';
import type { NetworkingV1alpha1ClusterCIDR } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { type Family, parseCidr } from '../../shared/addresses/addresses.ts';
import { validateNodeSelector } from '../../shared/node-selector-validation.ts';

type Range = NetworkingV1alpha1ClusterCIDR;

const specPath = FieldPath.of('spec');
const bitsPath = specPath.child('perNodeHostBits');

/** A node gets sixteen addresses at least. */
const minHostBits = 4;
const bitsOf: Record<Family, number> = { IPv4: 32, IPv6: 128 };

export function validateClusterCidr({ spec }: Range): FieldError[] {
  const { nodeSelector, ipv4, ipv6 } = spec;
  const selection =
    nodeSelector === undefined ? [] : validateNodeSelector(nodeSelector, specPath.child('nodeSelector'));
  if (!ipv4 && !ipv6) {
    return [...selection, required(specPath, 'one or both of `ipv4` and `ipv6` must be specified')];
  }
  return [...selection, ...validateRange(spec, 'IPv4', ipv4), ...validateRange(spec, 'IPv6', ipv6)];
}

/** The bits of a node have to fit into what the prefix of the range leaves. */
function validateRange({ perNodeHostBits }: Range['spec'], family: Family, range = ''): FieldError[] {
  if (range === '') return [];
  const cidr = parseCidr(range);
  const path = specPath.child(family.toLowerCase());
  if (cidr === undefined) return [invalid(path, range, `must be a valid CIDR: ${range}`)];
  if (cidr.family !== family) return [invalid(path, range, `must be a valid ${family} CIDR`)];
  const max = bitsOf[family] - cidr.length;
  if (perNodeHostBits < minHostBits)
    return [invalid(bitsPath, perNodeHostBits, `must be greater than or equal to ${minHostBits}`)];
  if (perNodeHostBits > max)
    return [invalid(bitsPath, perNodeHostBits, `must be less than or equal to ${max}`)];
  return [];
}

/** Nodes may have addresses of a range: it stays as it is. */
export function validateClusterCidrUpdate(range: Range, old: Range): FieldError[] {
  const fields = ['nodeSelector', 'perNodeHostBits', 'ipv4', 'ipv6'] as const;
  const changed = fields.filter((field) => !equalValues(range.spec[field], old.spec[field]));
  return [
    ...changed.map((field) => invalid(specPath.child(field), range.spec[field], 'field is immutable')),
    ...validateClusterCidr(range),
  ];
}
