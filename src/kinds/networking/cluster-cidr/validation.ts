import type {
  NetworkingV1alpha1ClusterCIDR,
  NetworkingV1alpha1ClusterCIDRSpec,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { type Family, parseCidr } from '../../shared/addresses/addresses.ts';
import { validateNodeSelector } from '../../shared/node-selector-validation.ts';
import { unchanged } from '../../shared/unchanged.ts';

const specPath = FieldPath.of('spec');
const leastHostBits = 4;
const addressBits = { IPv4: 32, IPv6: 128 };

export function validateClusterCidr({ spec }: NetworkingV1alpha1ClusterCIDR): FieldError[] {
  const { nodeSelector, ipv4, ipv6 } = spec;
  const path = specPath.child('nodeSelector');
  const selectorErrors = nodeSelector === undefined ? [] : validateNodeSelector(nodeSelector, path);
  if (!ipv4 && !ipv6)
    return [...selectorErrors, required(specPath, 'one or both of `ipv4` and `ipv6` must be specified')];
  return [
    ...selectorErrors,
    ...(ipv4 ? validateRange(ipv4, 'IPv4', spec) : []),
    ...(ipv6 ? validateRange(ipv6, 'IPv6', spec) : []),
  ];
}

/** A range of one family; each range has room for the part of a node. */
function validateRange(
  text: string,
  family: Family,
  { perNodeHostBits: hostBits }: NetworkingV1alpha1ClusterCIDRSpec,
): FieldError[] {
  // Errors name the family, and not the field.
  const path = specPath.child(family);
  const range = parseCidr(text);
  if (range === undefined) return [invalid(path, text, `must be a valid CIDR: ${text}`)];
  const most = addressBits[range.family] - range.length;
  const bits = specPath.child('perNodeHostBits');
  return [
    ...(range.family === family ? [] : [invalid(path, text, `must be a valid ${family} CIDR`)]),
    ...(hostBits < leastHostBits
      ? [invalid(bits, hostBits, `must be greater than or equal to ${leastHostBits}`)]
      : []),
    ...(hostBits > most ? [invalid(bits, hostBits, `must be less than or equal to ${most}`)] : []),
  ];
}

/** Nodes have their parts of a range: it stays as it is. */
export const validateClusterCidrUpdate = (
  { spec }: NetworkingV1alpha1ClusterCIDR,
  { spec: old }: NetworkingV1alpha1ClusterCIDR,
): FieldError[] =>
  (['nodeSelector', 'perNodeHostBits', 'ipv4', 'ipv6'] as const).flatMap((field) =>
    unchanged(spec[field], old[field], specPath.child(field)),
  );
