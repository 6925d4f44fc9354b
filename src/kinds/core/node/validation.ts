import type { Dialect } from '../../../api/machinery/dialect.ts';
import {
  duplicate,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
} from '../../../api/machinery/field-errors.ts';
import type { CoreV1Node, CoreV1NodeAddress, CoreV1NodeSpec } from '../../../api/schema/types.gen.ts';
import { familyOfCidr } from '../../shared/addresses/addresses.ts';
import { eachFault } from '../../shared/each-fault.ts';
import { positions } from '../../shared/positions.ts';
import type { ResourceList } from '../../shared/resources/quantities.ts';
import { validateAmount } from '../../shared/resources/validation.ts';
import { sameValue } from '../../shared/workload/same-value.ts';
import { nodeAnnotationValidation } from './annotations.ts';
import { validateTaints } from './taints.ts';

const specPath = FieldPath.of('spec');
const statusPath = FieldPath.of('status');
/** Where taints were before they were a field. */
const taintsPath = FieldPath.of('metadata', 'taints');

export function nodeValidation(dialect: Dialect) {
  const validateAnnotations = nodeAnnotationValidation(dialect);

  const validateResources = (field: string, list: ResourceList = {}): FieldError[] =>
    eachFault(Object.entries(list), ([name, text]) =>
      validateAmount(name, text, statusPath.child(field, name), dialect),
    );

  const validateCreate = (node: CoreV1Node): FieldError[] => [
    ...validateAnnotations(node),
    ...validateTaints(node.spec.taints ?? [], taintsPath),
    ...validateResources('capacity', node.status.capacity),
    ...validateResources('allocatable', node.status.allocatable),
    ...validatePodCidrs(node.spec.podCIDRs ?? []),
  ];

  const validateUpdate = (node: CoreV1Node, old: CoreV1Node): FieldError[] => [
    ...validateCreate(node),
    ...validateAddresses(node.status.addresses ?? []),
    ...validateFixedFields(node.spec, old.spec),
  ];

  return { validateCreate, validateUpdate };
}

/** One of each family at most. */
function validatePodCidrs(cidrs: readonly string[]): FieldError[] {
  const path = specPath.child('podCIDRs');
  const families = cidrs.map(familyOfCidr);
  const errors = eachFault(families, (family, index) =>
    family === undefined ? [invalid(path.index(index), cidrs, 'must be valid CIDR')] : [],
  );
  if (cidrs.length < 2) return errors;
  if (cidrs.length > 2 || families[0] === families[1] || families.includes(undefined)) {
    errors.push(invalid(path, cidrs, 'may specify no more than one CIDR for each IP family'));
  }
  const first = positions(cidrs);
  const again = eachFault(cidrs, (cidr, index) =>
    first.get(cidr)! < index ? [duplicate(path.index(index), cidr)] : [],
  );
  return [...errors, ...again];
}

function validateAddresses(addresses: readonly CoreV1NodeAddress[]): FieldError[] {
  const seen = new Set<string>();
  return eachFault(addresses, (address, index) => {
    const identity = JSON.stringify([address.type, address.address]);
    if (seen.has(identity)) return [duplicate(statusPath.child('addresses').index(index), address)];
    seen.add(identity);
    return [];
  });
}

/** What the node was given stays: pods have addresses out of its ranges, the cloud knows it by its ID. */
function validateFixedFields(spec: CoreV1NodeSpec, old: CoreV1NodeSpec): FieldError[] {
  const errors: FieldError[] = [];
  if (old.podCIDRs?.length && !sameValue(spec.podCIDRs, old.podCIDRs)) {
    const text = 'node updates may not change podCIDR except from "" to valid';
    errors.push(forbidden(specPath.child('podCIDRs'), text));
  }
  if (old.providerID && spec.providerID !== old.providerID) {
    const text = 'node updates may not change providerID except from "" to valid';
    errors.push(forbidden(specPath.child('providerID'), text));
  }
  if ((spec.externalID ?? '') !== (old.externalID ?? '')) {
    errors.push(forbidden(specPath.child('externalID'), 'may not be updated'));
  }
  return errors;
}
