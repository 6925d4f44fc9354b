import type { CoreV1Service, CoreV1ServiceSpec } from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { repetitions } from '../../../api/validation/repetitions.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import type { AddressRules } from '../../shared/addresses/address-rules.ts';
import { familyOf, validateNonSpecialAddress } from '../../shared/addresses/addresses.ts';
import { validateOneOf } from '../../shared/field-checks.ts';
import { shownAddresses } from './service-messages.ts';
import { isHeadless } from './service-types.ts';

const specPath = FieldPath.of('spec');
const clusterIpsPath = specPath.child('clusterIPs');
const externalIpsPath = specPath.child('externalIPs');
const familiesPath = specPath.child('ipFamilies');
const policyPath = specPath.child('ipFamilyPolicy');

const families = ['IPv4', 'IPv6'];
/** The message about what is no address, as the earliest release has it. */
const ofBase = 'must be a valid IP address, (e.g. 10.9.8.7)';
const policies = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];

/** The name of something outside has no address here. */
export function validateNoAddresses({
  clusterIPs,
  ipFamilies,
  ipFamilyPolicy,
}: CoreV1ServiceSpec): FieldError[] {
  const text = 'may not be set for ExternalName services';
  return [
    ...(clusterIPs?.length ? [forbidden(clusterIpsPath, text)] : []),
    ...(ipFamilies?.length ? [forbidden(familiesPath, text)] : []),
    ...(ipFamilyPolicy === undefined ? [] : [forbidden(policyPath, text)]),
  ];
}

export function validateAddresses(
  service: CoreV1Service,
  rules: AddressRules,
  old?: CoreV1Service,
): FieldError[] {
  const { spec } = service;
  const clusterIPs = spec.clusterIPs ?? [];
  const malformed = validateClusterIps(clusterIPs, rules, old?.spec.clusterIPs);
  const errors = [
    ...validateFirstAddress(spec),
    ...validateFamilies(spec.ipFamilies ?? []),
    ...validateOneOf(spec.ipFamilyPolicy, policyPath, policies),
    ...malformed,
    ...(clusterIPs.length > 2
      ? [invalid(clusterIpsPath, shownAddresses(clusterIPs), 'may only hold up to 2 values')]
      : []),
  ];
  // Of what is no address it cannot be said which family it is of.
  if (malformed.length > 0) return errors;
  return [...errors, ...validateFamiliesOfAddresses(service, clusterIPs)];
}

/** clusterIP and clusterIPs[0] are the same thing. */
function validateFirstAddress({ clusterIP, clusterIPs = [] }: CoreV1ServiceSpec): FieldError[] {
  if (!clusterIP) {
    return clusterIPs.length === 0
      ? []
      : [
          invalid(
            clusterIpsPath,
            shownAddresses(clusterIPs),
            'must be empty when `clusterIP` is not specified',
          ),
        ];
  }
  if (clusterIPs.length === 0) return [required(clusterIpsPath)];
  return clusterIPs[0] === clusterIP
    ? []
    : [invalid(clusterIpsPath, shownAddresses(clusterIPs), 'first value must match `clusterIP`')];
}

function validateFamilies(list: readonly string[]): FieldError[] {
  const isRepeated = repetitions(list);
  return validateEach(list, (family, index) => [
    ...(families.includes(family) ? [] : [notSupported(familiesPath.index(index), family, families)]),
    ...(isRepeated(index) ? [duplicate(familiesPath.index(index), family)] : []),
  ]);
}

function validateClusterIps(
  clusterIPs: readonly string[],
  rules: AddressRules,
  kept: readonly string[] | undefined,
): FieldError[] {
  return validateEach(clusterIPs, (address, index) => {
    if (index > 0 || address !== 'None') {
      return rules.ip(address, clusterIpsPath.index(index), { kept }, ofBase);
    }
    return clusterIPs.length === 1
      ? []
      : [invalid(clusterIpsPath, shownAddresses(clusterIPs), "'None' must be the first and only value")];
  });
}

function validateFamiliesOfAddresses(service: CoreV1Service, clusterIPs: readonly string[]): FieldError[] {
  const errors: FieldError[] = [];
  const actual = clusterIPs.map(familyOf);
  if (actual.length > 1 && (actual.length > 2 || actual[0] === actual[1])) {
    const text = 'may specify no more than one IP for each IP family';
    errors.push(invalid(clusterIpsPath, shownAddresses(clusterIPs), text));
  }
  if (isHeadless(service)) return errors;
  for (const [index, family] of (service.spec.ipFamilies ?? []).entries()) {
    if (actual[index] === undefined || !families.includes(family) || actual[index] === family) continue;
    const text = `expected an ${family} value as indicated by \`ipFamilies[${index}]\``;
    errors.push(invalid(clusterIpsPath.index(index), clusterIPs[index], text));
  }
  return errors;
}

export function validateExternalIps(
  addresses: readonly string[],
  rules: AddressRules,
  kept?: readonly string[],
): FieldError[] {
  return validateEach(addresses, (address, index) => {
    const path = externalIpsPath.index(index);
    const errors = rules.ip(address, path, { kept }, ofBase);
    return errors.length > 0 ? errors : validateNonSpecialAddress(address, path);
  });
}
