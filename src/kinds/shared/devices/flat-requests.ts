import { forgetSentEmpty, markSentEmpty } from '../../../api/json/sent-empty.ts';
import type {
  ResourceV1beta1DeviceRequest,
  ResourceV1DeviceRequest,
  ResourceV1ExactDeviceRequest,
  ResourceV1ResourceClaimSpec,
} from '../../../api/schema/types.gen.ts';
import type { KindDependencies, VersionRules } from '../../../registry/kind-rules.ts';
import { preserveLostFields } from '../preserve-lost-fields.ts';
import { skipDefaults } from './defaults.ts';

/** Versions in which a request for devices of one class has their fields itself, rather than in `exactly`. */
const flatVersions = ['v1beta1', 'v1alpha3'];

interface FlatClaimSpec {
  devices?: { requests?: ResourceV1beta1DeviceRequest[] | null };
}
type ClaimSpec = ResourceV1ResourceClaimSpec;

export const flatClaims = (group: string, dependencies: KindDependencies): Record<string, VersionRules> =>
  flat<{ spec: ClaimSpec }, { spec: FlatClaimSpec }>(group, dependencies, ({ spec }) => spec);

export const flatClaimTemplates = (
  group: string,
  dependencies: KindDependencies,
): Record<string, VersionRules> =>
  flat<{ spec: { spec: ClaimSpec } }, { spec: { spec: FlatClaimSpec } }>(
    group,
    dependencies,
    ({ spec }) => spec.spec,
  );

function flat<Stored, Flat>(
  group: string,
  { dialect, gates }: KindDependencies,
  specOf: (object: Stored | Flat) => ClaimSpec | FlatClaimSpec,
): Record<string, VersionRules> {
  // Since there are alternatives, a request without a class may be one of them, and has no defaults.
  const structured = gates.isIn('1.33') ? structuredWithoutDefaults : structuredWithDefaults;
  const rules: VersionRules = {
    toStored(object: Flat) {
      const { devices } = specOf(object) as FlatClaimSpec;
      const requests: unknown = devices?.requests?.map(structured);
      if (requests !== undefined) Object.assign(devices!, { requests });
      return object;
    },
    fromStored(object: Stored) {
      const { devices } = specOf(object) as ClaimSpec;
      const requests: unknown = devices.requests?.map(flattened);
      if (requests !== undefined) Object.assign(devices, { requests });
      return object;
    },
  };
  return Object.fromEntries(
    flatVersions.map((version) => [`${group}/${version}`, preserveLostFields(rules, dialect)]),
  );
}

function structuredWithoutDefaults(request: ResourceV1beta1DeviceRequest): ResourceV1DeviceRequest {
  const result = structuredWithDefaults(request);
  if (result.exactly !== undefined && !result.exactly.deviceClassName) skipDefaults(result.exactly);
  return result;
}

function structuredWithDefaults({
  name,
  firstAvailable,
  ...fields
}: ResourceV1beta1DeviceRequest): ResourceV1DeviceRequest {
  const request: ResourceV1DeviceRequest = { name };
  markSentEmpty(fields, request, undefined);
  // Other than the lists around it, this one is the same in messages whether it was sent or not.
  forgetSentEmpty(fields, 'tolerations');
  if (Object.values(fields).some((value) => value !== undefined && value !== '')) request.exactly = fields;
  if (firstAvailable !== undefined) request.firstAvailable = firstAvailable;
  return request;
}

function flattened({ name, exactly, firstAvailable }: ResourceV1DeviceRequest): ResourceV1beta1DeviceRequest {
  const fields: ResourceV1ExactDeviceRequest = exactly ?? { deviceClassName: '' };
  return Object.assign({ name }, fields, firstAvailable === undefined ? {} : { firstAvailable });
}
