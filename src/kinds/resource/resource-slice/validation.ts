import type { Dialect } from '../../../api/meta/dialect.ts';
import type { ResourceV1ResourceSlice, ResourceV1ResourceSliceSpec } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { validateSet } from '../../shared/devices/lists.ts';
import { validateDriver, validatePool } from '../../shared/devices/names.ts';
import type { DeviceRules } from '../../shared/devices/options.ts';
import { unchanged } from '../../shared/unchanged.ts';
import { validateCounterSet } from './counters.ts';
import { validateDevice } from './device.ts';
import { validateNodes } from './nodes.ts';

const specPath = FieldPath.of('spec');
const maxDevices = 128;
/** Devices of a slice in which some have what takes more room. */
const maxLargeDevices = 64;
const maxCounterSets = 8;

export function validateSlice(
  { spec }: ResourceV1ResourceSlice,
  old: ResourceV1ResourceSlice | undefined,
  rules: DeviceRules,
  dialect: Dialect,
): FieldError[] {
  const oldDevices = new Map((old?.spec.devices ?? []).map((device) => [device.name, device]));
  return [
    ...validateDriver(spec.driver, specPath.child('driver')),
    ...validatePoolFields(spec),
    ...validateNodes(spec, specPath, rules),
    ...validateSeparation(spec, rules),
    ...validateSet(
      spec.devices,
      maxDevicesOf(spec, rules),
      specPath.child('devices'),
      (device, own) =>
        validateDevice(device, own, { spec, old: oldDevices.get(device.name), rules, dialect }),
      ({ name }) => name,
    ),
    ...validateSet(
      spec.sharedCounters,
      maxCounterSets,
      specPath.child('sharedCounters'),
      validateCounterSet,
      ({ name }) => name,
    ),
    ...(old === undefined ? [] : validateChange(spec, old.spec)),
  ];
}

function validatePoolFields({ pool }: ResourceV1ResourceSliceSpec): FieldError[] {
  const path = specPath.child('pool');
  const { name, generation, resourceSliceCount: count } = pool;
  return [
    ...validatePool(name, path.child('name')),
    ...(count > 0 ? [] : [invalid(path.child('resourceSliceCount'), count, 'must be greater than zero')]),
    ...(generation < 0
      ? [invalid(path.child('generation'), generation, 'must be greater than or equal to zero')]
      : []),
  ];
}

function validateSeparation(
  { devices, sharedCounters }: ResourceV1ResourceSliceSpec,
  { separatesCounters }: DeviceRules,
): FieldError[] {
  if (!separatesCounters || !devices?.length || !sharedCounters?.length) return [];
  return [invalid(specPath, '', 'only one of `sharedCounters` or `devices` is allowed')];
}

function maxDevicesOf({ devices }: ResourceV1ResourceSliceSpec, { separatesCounters }: DeviceRules): number {
  const areLarge = (devices ?? []).some(
    ({ taints, consumesCounters, attributes = {} }) =>
      taints?.length ||
      consumesCounters?.length ||
      Object.values(attributes).some(
        ({ ints, bools, strings, versions }) => ints ?? bools ?? strings ?? versions,
      ),
  );
  return separatesCounters && areLarge ? maxLargeDevices : maxDevices;
}

const validateChange = (
  spec: ResourceV1ResourceSliceSpec,
  old: ResourceV1ResourceSliceSpec,
): FieldError[] => [
  ...unchanged(spec.driver, old.driver, specPath.child('driver')),
  ...unchanged(spec.pool.name, old.pool.name, specPath.child('pool', 'name')),
  ...unchanged(spec.nodeName, old.nodeName, specPath.child('nodeName')),
];
