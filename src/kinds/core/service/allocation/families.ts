import { type FieldError, FieldPath, invalid } from '../../../../api/machinery/field-errors.ts';
import type { CoreV1Service, CoreV1ServiceSpec } from '../../../../api/schema/types.gen.ts';
import { type Family, familyOf } from '../../../shared/addresses/addresses.ts';
import { eachFault } from '../../../shared/each-fault.ts';
import { sameValue } from '../../../shared/workload/same-value.ts';
import { isHeadless, needsClusterIp } from '../needs.ts';

const specPath = FieldPath.of('spec');
const policyPath = specPath.child('ipFamilyPolicy');
const familiesPath = specPath.child('ipFamilies');

const both = ['IPv4', 'IPv6'];

/**
 * Fills in the families of addresses that a Service is to have, of those that the cluster has (its default first),
 * and the policy. Returns what asks for more than there is.
 *
 *     cluster [IPv4]         nothing said                → SingleStack        [IPv4]
 *     cluster [IPv4, IPv6]   PreferDualStack             → PreferDualStack    [IPv4, IPv6]
 *     cluster [IPv4]         headless, no selector       → RequireDualStack   [IPv4, IPv6]
 */
export function fillFamilies(
  service: CoreV1Service,
  old: CoreV1Service | undefined,
  cluster: readonly Family[],
): FieldError[] {
  if (!needsClusterIp(service) || staysAsItIs(service, old)) return [];
  const { spec } = service;
  const isFree = isHeadless(service) && Object.keys(spec.selector ?? {}).length === 0;
  spec.ipFamilyPolicy ??= isFree ? 'RequireDualStack' : 'SingleStack';
  const errors = validateSingle(spec);
  if (errors.length > 0) return errors;
  inferFamilies(spec);
  if (!isFree) {
    const unserved = validateServed(spec, cluster);
    if (unserved.length > 0) return unserved;
  }
  const families = (spec.ipFamilies ??= []);
  if (families.length === 0) families.push(cluster[0]!);
  const wantsBoth = spec.ipFamilyPolicy !== 'SingleStack' && (isFree || cluster.length === 2);
  if (wantsBoth && families.length === 1) families.push(...both.filter((family) => family !== families[0]));
  return [];
}

/** Who would like both and has what it has is not upgraded or downgraded because the cluster has changed. */
function staysAsItIs({ spec }: CoreV1Service, old: CoreV1Service | undefined): boolean {
  const preferred = 'PreferDualStack';
  return (
    old !== undefined &&
    spec.type === old.spec.type &&
    spec.ipFamilyPolicy === preferred &&
    old.spec.ipFamilyPolicy === preferred &&
    sameValue(spec.clusterIPs ?? [], old.spec.clusterIPs ?? []) &&
    sameValue(spec.ipFamilies ?? [], old.spec.ipFamilies ?? [])
  );
}

function validateSingle({ ipFamilyPolicy, clusterIPs, ipFamilies }: CoreV1ServiceSpec): FieldError[] {
  if (ipFamilyPolicy !== 'SingleStack') return [];
  const text = (list: string) =>
    `must be RequireDualStack or PreferDualStack when multiple '${list}' are specified`;
  return [
    ...(clusterIPs?.length === 2 ? [invalid(policyPath, ipFamilyPolicy, text('clusterIPs'))] : []),
    ...(ipFamilies?.length === 2 ? [invalid(policyPath, ipFamilyPolicy, text('ipFamilies'))] : []),
  ];
}

/** An address says of which family it is. */
function inferFamilies(spec: CoreV1ServiceSpec): void {
  for (const [index, address] of (spec.clusterIPs ?? []).entries()) {
    const family = familyOf(address);
    if (family === undefined) return;
    spec.ipFamilies ??= [];
    if (index >= spec.ipFamilies.length) spec.ipFamilies.push(family);
  }
}

function validateServed(
  { ipFamilyPolicy, ipFamilies = [] }: CoreV1ServiceSpec,
  cluster: readonly Family[],
): FieldError[] {
  const text = 'this cluster is not configured for dual-stack services';
  const tooMuch = ipFamilyPolicy === 'RequireDualStack' && cluster.length < 2;
  return [
    ...(tooMuch ? [invalid(policyPath, ipFamilyPolicy, text)] : []),
    ...eachFault(ipFamilies, (family, index) =>
      (cluster as readonly string[]).includes(family)
        ? []
        : [invalid(familiesPath.index(index), family, 'not configured on this cluster')],
    ),
  ];
}
