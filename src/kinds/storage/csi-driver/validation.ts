import { goList } from '../../../api/go-format/go-syntax.ts';
import { equalValues } from '../../../api/json/json-values.ts';
import type {
  StorageV1CSIDriver,
  StorageV1CSIDriverSpec,
  StorageV1TokenRequest,
} from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { repetitions } from '../../../api/validation/repetitions.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { validateOneOf } from '../../shared/field-checks.ts';
import { reportTwice } from '../../shared/report-twice.ts';
import { validateTokenDuration } from '../../shared/token-duration-validation.ts';
import { unchanged } from '../../shared/unchanged.ts';
import { validateCsiDriverName } from '../../shared/volume-sources/index.ts';

const specPath = FieldPath.of('spec');
const groupPolicies = ['File', 'None', 'ReadWriteOnceWithFSType'];
const lifecycleModes = ['Persistent', 'Ephemeral'];

const modeType = 'storage.VolumeLifecycleMode';

/** Immutable fields and their names in error paths; the first is misspelled for compatibility. */
const immutableFields: readonly [keyof StorageV1CSIDriverSpec, string][] = [
  ['attachRequired', 'attachedRequired'],
  ['fsGroupPolicy', 'fsGroupPolicy'],
  ['podInfoOnMount', 'podInfoOnMount'],
];

export const validateCsiDriverCreate = (driver: StorageV1CSIDriver): FieldError[] =>
  reportTwice(validateCsiDriver(driver));

function validateCsiDriver({ metadata, spec }: StorageV1CSIDriver): FieldError[] {
  const requireField = (
    field: 'attachRequired' | 'podInfoOnMount' | 'storageCapacity',
    name: string = field,
  ) => (spec[field] === undefined ? [required(specPath.child(name))] : []);
  return [
    ...validateCsiDriverName(metadata.name ?? '', FieldPath.of('name')),
    ...requireField('attachRequired', 'attachedRequired'),
    ...requireField('podInfoOnMount'),
    ...requireField('storageCapacity'),
    ...validateOneOf(spec.fsGroupPolicy, specPath.child('fsGroupPolicy'), groupPolicies),
    ...validateTokenRequests(spec.tokenRequests ?? [], specPath.child('tokenRequests')),
    ...validateEach(spec.volumeLifecycleModes ?? [], (mode) =>
      lifecycleModes.includes(mode)
        ? []
        : [notSupported(specPath.child('volumeLifecycleModes'), mode, lifecycleModes)],
    ),
  ];
}

/** The information a driver requests may change; how its volumes are attached and mounted may not. */
export function validateCsiDriverUpdate(driver: StorageV1CSIDriver, old: StorageV1CSIDriver): FieldError[] {
  const { spec } = driver;
  const modes = spec.volumeLifecycleModes;
  return [
    ...validateCsiDriver(driver),
    ...validateEach(immutableFields, ([field, name]) =>
      unchanged(spec[field], old.spec[field], specPath.child(name)),
    ),
    ...(equalValues(modes, old.spec.volumeLifecycleModes)
      ? []
      : [invalid(specPath.child('volumeLifecycleModes'), goList(modeType, modes), 'field is immutable')]),
    ...validateTokenRequests(spec.tokenRequests ?? [], specPath.child('tokenRequests')),
  ];
}

function validateTokenRequests(requests: readonly StorageV1TokenRequest[], path: FieldPath): FieldError[] {
  const isRepeated = repetitions(requests.map(({ audience }) => audience));
  return validateEach(requests, ({ audience, expirationSeconds }, index) => {
    if (isRepeated(index)) return [duplicate(path.index(index).child('audience'), audience)];
    return expirationSeconds === undefined
      ? []
      : validateTokenDuration(expirationSeconds, path.index(index).child('expirationSeconds'));
  });
}
