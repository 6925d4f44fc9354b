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
import { familyOfCidr } from '../../shared/addresses/addresses.ts';
import type { ResourceList } from '../../shared/resources/quantities.ts';
import { validateAmount } from '../../shared/resources/validation.ts';
import { nodeAnnotationValidation } from './annotations.ts';
import { validateTaints } from './taints.ts';

const specPath = FieldPath.of('spec');
const statusPath = FieldPath.of('status');
/** Path of taints before they were a field. */
const taintsPath = FieldPath.of('metadata', 'taints');

export function nodeValidation(dialect: Dialect) {
  const validateAnnotations = nodeAnnotationValidation(dialect);

  const validateResources = (field: string, list: ResourceList = {}): FieldError[] =>
    validateEach(Object.entries(list), ([name, text]) =>
      validateAmount(name, text, statusPath.child(field, name), dialect),
    );

  const validateAmounts = ({ status }: CoreV1Node): FieldError[] => [
    ...validateResources('capacity', status.capacity),
    ...validateResources('allocatable', status.allocatable),
  ];

  const validateCreate = (node: CoreV1Node): FieldError[] => [
    ...validateAnnotations(node),
    ...validateTaints(node.spec.taints ?? [], taintsPath),
    ...validateAmounts(node),
    ...validatePodCidrs(node.spec.podCIDRs ?? []),
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
    ...validateCreate(node),
    ...validateChange(node, old),
  ];

  return { validateCreate, validateUpdate, validateStatusUpdate: validateChange };
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

function validateOldId({ externalID = '' }: CoreV1NodeSpec, old: CoreV1NodeSpec): FieldError[] {
  return externalID === (old.externalID ?? '')
    ? []
    : [forbidden(specPath.child('externalID'), 'may not be updated')];
}
