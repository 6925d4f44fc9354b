import { equalValues } from '../../../../api/json/json-values.ts';
import type { CoreV1Service, CoreV1ServiceSpec } from '../../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../../../api/validation/field-errors.ts';
import { validateEach } from '../../../../api/validation/validate-each.ts';
import { type Family, familyOf } from '../../../shared/addresses/addresses.ts';
import { shownAddresses } from '../service-messages.ts';
import { isHeadless, needsClusterIp } from '../service-types.ts';

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
  spec.ipFamilyPolicy ??= old?.spec.ipFamilyPolicy ?? (isFree ? 'RequireDualStack' : 'SingleStack');
  const errors = [...validateReduction(spec, old), ...validateSingle(spec), ...inferFamilies(spec, cluster)];
  if (errors.length > 0) return errors;
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

/** Whether families stay: PreferDualStack is not upgraded or downgraded because the cluster has changed. */
function staysAsItIs({ spec }: CoreV1Service, old: CoreV1Service | undefined): boolean {
  const preferred = 'PreferDualStack';
  return (
    old !== undefined &&
    spec.type === old.spec.type &&
    spec.ipFamilyPolicy === preferred &&
    old.spec.ipFamilyPolicy === preferred &&
    equalValues(spec.clusterIPs ?? [], old.spec.clusterIPs ?? []) &&
    equalValues(spec.ipFamilies ?? [], old.spec.ipFamilies ?? [])
  );
}

/** Giving up the second has to be said in so many words: leaving it out may be a mistake. */
function validateReduction(spec: CoreV1ServiceSpec, old: CoreV1Service | undefined): FieldError[] {
  if (old === undefined || spec.ipFamilyPolicy === 'SingleStack') return [];
  const isReduced = (list: 'clusterIPs' | 'ipFamilies') =>
    spec[list] !== undefined && spec[list].length > 0 && spec[list].length < (old.spec[list] ?? []).length;
  const text = (what: string) => `must be 'SingleStack' to release the secondary ${what}`;
  return [
    ...(isReduced('clusterIPs') ? [invalid(policyPath, spec.ipFamilyPolicy, text('cluster IP'))] : []),
    ...(isReduced('ipFamilies') ? [invalid(policyPath, spec.ipFamilyPolicy, text('IP family'))] : []),
  ];
}

function validateSingle({ ipFamilyPolicy, clusterIPs, ipFamilies }: CoreV1ServiceSpec): FieldError[] {
  if (ipFamilyPolicy !== 'SingleStack') return [];
  const text = (what: string) =>
    `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`;
  return [
    ...(clusterIPs?.length === 2 ? [invalid(policyPath, ipFamilyPolicy, text('cluster IPs'))] : []),
    ...(ipFamilies?.length === 2 ? [invalid(policyPath, ipFamilyPolicy, text('IP families'))] : []),
  ];
}

/** The family of an address; the error for a family that the cluster has not names the address. */
function inferFamilies(spec: CoreV1ServiceSpec, cluster: readonly Family[]): FieldError[] {
  const { clusterIPs = [] } = spec;
  return validateEach(clusterIPs, (address, index) => {
    const family = familyOf(address);
    if (family === undefined || index < (spec.ipFamilies?.length ?? 0)) return [];
    if (!cluster.includes(family)) {
      const path = specPath.child('clusterIPs').index(index);
      return [invalid(path, shownAddresses(clusterIPs), `${family} is not configured on this cluster`)];
    }
    spec.ipFamilies = [...(spec.ipFamilies ?? []), family];
    return [];
  });
}

function validateServed(
  { ipFamilyPolicy, ipFamilies = [] }: CoreV1ServiceSpec,
  cluster: readonly Family[],
): FieldError[] {
  const text = 'this cluster is not configured for dual-stack services';
  const tooMuch = ipFamilyPolicy === 'RequireDualStack' && cluster.length < 2;
  return [
    ...(tooMuch ? [invalid(policyPath, ipFamilyPolicy, text)] : []),
    ...validateEach(ipFamilies, (family, index) =>
      (cluster as readonly string[]).includes(family)
        ? []
        : [invalid(familiesPath.index(index), family, 'not configured on this cluster')],
    ),
  ];
}
