import { isSentEmpty } from '../../../api/json/sent-empty.ts';
import type {
  CoreV1NodeSelectorTerm,
  ResourceV1AllocatedDeviceStatus,
  ResourceV1AllocationResult,
  ResourceV1DeviceAttribute,
  ResourceV1ResourceClaimSpec,
  ResourceV1ResourceClaimTemplateSpec,
} from '../../../api/schema/types.gen.ts';

/**
 * Messages show objects in a form of their own: all fields of a struct are there, with names that begin with a capital
 * letter. A form is the fields of a struct, each with its name in messages and the form of its value; of a list it is
 * that of its items. `undefined` stands for what is shown as it is, and for null when it is not there.
 */
type Form = { readonly [field: string]: readonly [name: string, form?: Form | Zero | typeof map] };
/** The text that is shown when nothing is there. */
type Zero = '' | 0 | false;
/** A map, which is shown as it is. */
const map = Symbol('map');

const expressionForm: Form = { key: ['Key', ''], operator: ['Operator', ''], values: ['Values'] };
const termForm: Form = {
  matchExpressions: ['MatchExpressions', expressionForm],
  matchFields: ['MatchFields', expressionForm],
};
const devicesForm: Form = {
  deviceClassName: ['DeviceClassName', ''],
  selectors: ['Selectors', { cel: ['CEL', { expression: ['Expression', ''] }] }],
  allocationMode: ['AllocationMode', ''],
  count: ['Count', 0],
};
const tolerationForm: Form = {
  key: ['Key', ''],
  operator: ['Operator', ''],
  value: ['Value', ''],
  effect: ['Effect', ''],
  tolerationSeconds: ['TolerationSeconds'],
};
const lastFields: Form = {
  tolerations: ['Tolerations', tolerationForm],
  capacity: ['Capacity', { requests: ['Requests', map] }],
};
const opaqueForm: Form = { driver: ['Driver', ''], parameters: ['Parameters'] };
const claimForm: Form = {
  devices: [
    'Devices',
    {
      requests: [
        'Requests',
        {
          name: ['Name', ''],
          exactly: ['Exactly', { ...devicesForm, adminAccess: ['AdminAccess'], ...lastFields }],
          firstAvailable: ['FirstAvailable', { name: ['Name', ''], ...devicesForm, ...lastFields }],
        },
      ],
      constraints: [
        'Constraints',
        {
          requests: ['Requests'],
          matchAttribute: ['MatchAttribute'],
          distinctAttribute: ['DistinctAttribute'],
        },
      ],
      config: ['Config', { requests: ['Requests'], opaque: ['Opaque', opaqueForm] }],
    },
  ],
};
const attributeForm: Form = {
  int: ['IntValue'],
  bool: ['BoolValue'],
  string: ['StringValue'],
  version: ['VersionValue'],
  ints: ['IntValues'],
  bools: ['BoolValues'],
  strings: ['StringValues'],
  versions: ['VersionValues'],
};
const deviceKey: Form = { driver: ['Driver', ''], pool: ['Pool', ''], device: ['Device', ''] };
const statusKey: Form = { ...deviceKey, shareID: ['ShareID', ''] };
const allocationForm: Form = {
  devices: [
    'Devices',
    {
      results: [
        'Results',
        {
          request: ['Request', ''],
          ...deviceKey,
          adminAccess: ['AdminAccess'],
          tolerations: ['Tolerations', tolerationForm],
          bindingConditions: ['BindingConditions'],
          bindingFailureConditions: ['BindingFailureConditions'],
          shareID: ['ShareID'],
          consumedCapacity: ['ConsumedCapacity', map],
        },
      ],
      config: ['Config', { source: ['Source', ''], requests: ['Requests'], opaque: ['Opaque', opaqueForm] }],
    },
  ],
  nodeSelector: ['NodeSelector', { nodeSelectorTerms: ['NodeSelectorTerms', termForm] }],
  allocationTimestamp: ['AllocationTimestamp'],
};

export const shownClaimSpec = (spec: ResourceV1ResourceClaimSpec): unknown => shown(spec, claimForm);
export const shownTemplateSpec = ({ metadata, spec }: ResourceV1ResourceClaimTemplateSpec): unknown => ({
  ...metadata,
  Spec: shownClaimSpec(spec),
});
export const shownAttribute = (attribute: ResourceV1DeviceAttribute): unknown =>
  shown(attribute, attributeForm);
export const shownTerms = (terms: readonly CoreV1NodeSelectorTerm[]): unknown => shown(terms, termForm);
export const shownAllocation = (allocation: ResourceV1AllocationResult): unknown =>
  shown(allocation, allocationForm);

/** The device that a status is about. */
export const shownDeviceKey = (status: ResourceV1AllocatedDeviceStatus): unknown => shown(status, statusKey);

function shown(value: unknown, form: Form | Zero | typeof map | undefined): unknown {
  if (typeof form === 'symbol') return value ?? null;
  if (typeof form !== 'object') return value ?? form ?? null;
  if (Array.isArray(value)) return value.map((item) => shown(item, form));
  if (typeof value !== 'object' || value === null) return null;
  const fields = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(form).map(([field, [name, inner]]) => {
      // A list or map that was sent empty is one, other than one that was not sent.
      if (isSentEmpty(fields, field)) return [name, inner === map ? {} : []];
      return [name, shown(fields[field], inner)];
    }),
  );
}
