import type { Dialect } from '../../../api/meta/dialect.ts';
import type {
  ResourceV1alpha3ResourceSlice,
  ResourceV1beta1Device,
  ResourceV1beta1ResourceSlice,
  ResourceV1Device,
  ResourceV1DeviceCapacity,
  ResourceV1ResourceSlice,
} from '../../../api/schema/types.gen.ts';
import type { VersionRules } from '../../../registry/kind-rules.ts';
import { preserveLostFields } from '../../shared/preserve-lost-fields.ts';

/** Versions in which a device has all but its name in `basic`. The older one has amounts alone for capacities. */
export function nestedDevices(group: string, dialect: Dialect): Record<string, VersionRules> {
  return {
    [`${group}/v1beta1`]: preserveLostFields({ toStored, fromStored }, dialect),
    [`${group}/v1alpha3`]: preserveLostFields(
      {
        toStored: (slice) => toStored(withCapacities(slice, (value: string) => ({ value }))),
        fromStored: (slice) =>
          withCapacities(fromStored(slice), ({ value }: ResourceV1DeviceCapacity) => value),
      },
      dialect,
    ),
  };
}

function toStored(slice: ResourceV1beta1ResourceSlice): unknown {
  const { spec } = slice;
  const devices = spec.devices?.map(({ name, basic }) => Object.assign({ name }, basic));
  return { ...slice, spec: Object.assign(spec, devices === undefined ? {} : { devices }) };
}

function fromStored(slice: ResourceV1ResourceSlice): ResourceV1beta1ResourceSlice {
  const { spec } = slice;
  if (spec.nodeName === '') delete spec.nodeName;
  if (spec.allNodes === false) delete spec.allNodes;
  const devices = spec.devices?.map(nested);
  return { ...slice, spec: Object.assign(spec, devices === undefined ? {} : { devices }) };
}

const nested = ({ name, ...basic }: ResourceV1Device): ResourceV1beta1Device => ({ name, basic });

type WithDevices = ResourceV1beta1ResourceSlice | ResourceV1alpha3ResourceSlice;

function withCapacities<T extends WithDevices, C>(slice: T, converted: (capacity: C) => unknown): T {
  for (const { basic } of slice.spec.devices ?? []) {
    for (const [name, capacity] of Object.entries(basic?.capacity ?? {}))
      Object.assign(basic!.capacity!, { [name]: converted(capacity as C) });
  }
  return slice;
}
