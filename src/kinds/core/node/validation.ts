import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { goList, goStruct } from '../../../api/go-format/go-syntax.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1Node, CoreV1NodeAddress, CoreV1NodeSpec } from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  FieldPath,
  forbidden,
  internal,
  invalid,
} from '../../../api/validation/field-errors.ts';
import { repetitions } from '../../../api/validation/repetitions.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { goQuote } from '../../../util/quote.ts';
import { AddressRules, notCidr } from '../../shared/addresses/address-rules.ts';
import { familyOfCidr } from '../../shared/addresses/addresses.ts';
import type { ResourceList } from '../../shared/resources/quantities.ts';
import { validateAmount } from '../../shared/resources/validation.ts';
import { nodeAnnotationValidation } from './annotations.ts';
import { validateTaints } from './taints.ts';

const specPath = FieldPath.of('spec');
const statusPath = FieldPath.of('status');
/** Path of taints before they were a field. */
const taintsPath = FieldPath.of('metadata', 'taints');

export function nodeValidation(dialect: Dialect, gates: FeatureGates) {
  const validatePodCidrs = podCidrsValidation(gates);
  const validateFeatures = gates.isOn('NodeDeclaredFeatures') ? validateDeclaredFeatures : () => [];
  const validateAnnotations = nodeAnnotationValidation(dialect);

  const validateResources = (field: string, list: ResourceList = {}): FieldError[] =>
    validateEach(Object.entries(list), ([name, text]) =>
      validateAmount(name, text, statusPath.child(field, name), dialect),
    );

  const validateAmounts = ({ status }: CoreV1Node): FieldError[] => [
    ...validateResources('capacity', status.capacity),
    ...validateResources('allocatable', status.allocatable),
  ];

  const validateCreate = (node: CoreV1Node, old?: CoreV1Node): FieldError[] => [
    ...validateAnnotations(node),
    ...validateTaints(node.spec.taints ?? [], taintsPath),
    ...validateAmounts(node),
    ...validatePodCidrs(node.spec.podCIDRs ?? [], old?.spec.podCIDRs),
    ...validateFeatures(node),
  ];

  const validateChange = (node: CoreV1Node, old: CoreV1Node): FieldError[] => [
    ...validateAnnotations(node),
    ...validateAmounts(node),
    ...validateAddresses(node.status.addresses ?? []),
    ...validateFixedFields(node.spec, old.spec),
    ...validateTaints(node.spec.taints ?? [], taintsPath),
    ...validateOldId(node.spec, old.spec),
  ];

  /** Reports most problems twice; the API always did. */
  const validateUpdate = (node: CoreV1Node, old: CoreV1Node): FieldError[] => [
    ...validateCreate(node, old),
    ...validateChange(node, old),
  ];

  return {
    validateCreate: (node: CoreV1Node): FieldError[] => validateCreate(node),
    validateUpdate,
    validateStatusUpdate: (node: CoreV1Node, old: CoreV1Node): FieldError[] => [
      ...validateChange(node, old),
      ...validateFeatures(node),
    ],
  };
}

type ValidateCidrs = (cidrs: readonly string[], kept?: readonly string[]) => FieldError[];

/** From this release on each range is reported by itself, and two may be the same. */
const eachCidrSince = '1.30';

function podCidrsValidation(gates: FeatureGates): ValidateCidrs {
  if (!gates.isIn(eachCidrSince)) return validatePodCidrs;
  const rules = new AddressRules(gates);
  const path = specPath.child('podCIDRs');
  return (cidrs, kept) => {
    const families = cidrs.map(familyOfCidr);
    const errors = validateEach(cidrs, (cidr, index) =>
      rules.cidr(cidr, path.index(index), notCidr, { kept }),
    );
    const tooMany = cidrs.length > 2 || (cidrs.length === 2 && families[0] === families[1]);
    const text = 'may specify no more than one CIDR for each IP family';
    return tooMany ? [...errors, invalid(path, goList('string', cidrs), text)] : errors;
  };
}

/** One of each family at most. */
function validatePodCidrs(cidrs: readonly string[]): FieldError[] {
  const path = specPath.child('podCIDRs');
  const families = cidrs.map(familyOfCidr);
  const errors = validateEach(families, (family, index) =>
    family === undefined ? [invalid(path.index(index), goList('string', cidrs), 'must be valid CIDR')] : [],
  );
  if (cidrs.length < 2) return errors;
  const unreadable = cidrs[families.indexOf(undefined)];
  if (unreadable !== undefined) {
    const why = `failed to parse cidr value:${goQuote(unreadable)} with error:invalid CIDR address: ${unreadable}`;
    errors.push(internal(path, `invalid PodCIDRs. failed to check with dual stack with error:${why}`));
  }
  if (cidrs.length > 2 || families[0] === families[1] || unreadable !== undefined) {
    const text = 'may specify no more than one CIDR for each IP family';
    errors.push(invalid(path, goList('string', cidrs), text));
  }
  const isRepeated = repetitions(cidrs);
  const again = validateEach(cidrs, (cidr, index) =>
    isRepeated(index) ? [duplicate(path.index(index), cidr)] : [],
  );
  return [...errors, ...again];
}

function validateAddresses(addresses: readonly CoreV1NodeAddress[]): FieldError[] {
  const seen = new Set<string>();
  return validateEach(addresses, (address, index) => {
    const identity = JSON.stringify([address.type, address.address]);
    if (seen.has(identity)) {
      const shown = goStruct('core.NodeAddress', { Type: address.type, Address: address.address });
      return [duplicate(statusPath.child('addresses').index(index), shown)];
    }
    seen.add(identity);
    return [];
  });
}

/** Pod ranges and provider ID of a node are immutable once set. */
function validateFixedFields(spec: CoreV1NodeSpec, old: CoreV1NodeSpec): FieldError[] {
  const errors: FieldError[] = [];
  const text = 'node updates may not change podCIDR except from "" to valid';
  for (let changes = rangesChanged(spec, old); changes > 0; changes--) {
    errors.push(forbidden(specPath.child('podCIDRs'), text));
  }
  if (old.providerID && spec.providerID !== old.providerID) {
    const text = 'node updates may not change providerID except from "" to valid';
    errors.push(forbidden(specPath.child('providerID'), text));
  }
  return errors;
}

/** Number of ranges that are others now; when there are more or fewer, that counts as one change. */
function rangesChanged({ podCIDRs = [] }: CoreV1NodeSpec, { podCIDRs: old = [] }: CoreV1NodeSpec): number {
  if (old.length === 0) return 0;
  if (old.length !== podCIDRs.length) return 1;
  return old.filter((range, index) => range !== podCIDRs[index]).length;
}

const featureName = /^[A-Z][a-zA-Z0-9]*(?:\/[a-zA-Z][a-zA-Z0-9]*)*$/;

function validateDeclaredFeatures({ status: { declaredFeatures = [] } }: CoreV1Node): FieldError[] {
  const path = statusPath.child('declaredFeatures');
  const isRepeated = repetitions(declaredFeatures);
  return validateEach(declaredFeatures, (name, index) => [
    ...(featureName.test(name)
      ? []
      : [
          invalid(
            path.index(index),
            name,
            `invalid feature name ${goQuote(name)}: must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes`,
          ),
        ]),
    ...(index > 0 && declaredFeatures[index - 1]! >= name
      ? [invalid(path.index(index), name, 'list must be sorted alphabetically')]
      : []),
    ...(isRepeated(index) ? [duplicate(path.index(index), name)] : []),
  ]);
}

function validateOldId({ externalID = '' }: CoreV1NodeSpec, old: CoreV1NodeSpec): FieldError[] {
  return externalID === (old.externalID ?? '')
    ? []
    : [forbidden(specPath.child('externalID'), 'may not be updated')];
}
