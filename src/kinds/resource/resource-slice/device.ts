import { equalValues } from '../../../api/json/json-values.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { ResourceV1Device, ResourceV1ResourceSliceSpec } from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { validateBindingConditions } from '../../shared/devices/binding-conditions.ts';
import { validateList, validateSet } from '../../shared/devices/lists.ts';
import { validateAttributeName, validateLabel } from '../../shared/devices/names.ts';
import type { DeviceRules } from '../../shared/devices/options.ts';
import { validateTaint } from '../../shared/devices/taints.ts';
import { countOfValues, validateAttribute } from './attributes.ts';
import { validateCapacity } from './capacity.ts';
import { validateConsumption } from './counters.ts';
import { validateMapping } from './node-resources.ts';
import { validateDeviceNodes } from './nodes.ts';

const maxAttributesAndCapacities = 32;
const maxAttributeValues = 48;
const maxTaints = 16;
const maxConsumedSets = 2;

/** The slice around a device. */
interface Surroundings {
  spec: ResourceV1ResourceSliceSpec;
  /** The device as it is stored. */
  old: ResourceV1Device | undefined;
  rules: DeviceRules;
  dialect: Dialect;
}

export function validateDevice(
  device: ResourceV1Device,
  path: FieldPath,
  { spec, old, rules, dialect }: Surroundings,
): FieldError[] {
  const { attributes = {}, capacity = {}, taints, consumesCounters } = device;
  const mappings = Object.entries(device.nodeAllocatableResourceMappings ?? {});
  const hasSameTaints = rules.keepsTaints && old !== undefined && equalValues(taints, old.taints);
  return [
    ...validateLabel(device.name, path.child('name')),
    ...validateSizes(device, path, rules),
    ...Object.entries(attributes).flatMap(([name, attribute]) => [
      ...validateAttributeName(name, path.child('attributes')),
      ...validateAttribute(attribute, path.child('attributes').key(name), rules.hasListAttributes),
    ]),
    ...Object.entries(capacity).flatMap(([name, each]) => [
      ...validateAttributeName(name, path.child('capacity')),
      ...validateCapacity(each, path.child('capacity').key(name), device.allowMultipleAllocations === true),
    ]),
    ...(hasSameTaints
      ? []
      : validateList(taints, maxTaints, path.child('taints'), (taint, own) =>
          validateTaint(taint, own, rules.effects),
        )),
    ...validateSet(
      consumesCounters,
      maxConsumedSets,
      path.child('consumesCounters'),
      validateConsumption,
      ({ counterSet }) => counterSet,
    ),
    ...validateDeviceNodes(device, path, spec.perDeviceNodeSelection === true),
    ...validateBindingConditions(device, path),
    ...mappings.flatMap(([resource, mapping]) =>
      validateMapping(
        resource,
        mapping,
        path.child('nodeAllocatableResourceMappings').key(resource),
        capacity,
        dialect,
      ),
    ),
  ];
}

function validateSizes(
  { attributes = {}, capacity = {} }: ResourceV1Device,
  path: FieldPath,
  { countsValues }: DeviceRules,
): FieldError[] {
  const count = Object.keys(attributes).length + Object.keys(capacity).length;
  const tooMany =
    count > maxAttributesAndCapacities
      ? [invalid(path, count, 'the total number of attributes and capacities must not exceed 32')]
      : [];
  const values = Object.values(attributes).reduce((sum, attribute) => sum + countOfValues(attribute), 0);
  return countsValues && values > maxAttributeValues
    ? [...tooMany, invalid(path, values, 'the total number of attribute values must not exceed 48')]
    : tooMany;
}
