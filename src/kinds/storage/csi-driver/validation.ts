import { goList } from '../../../api/go-format/go-syntax.ts';
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
import { sameValue, unchanged } from '../../shared/same-value.ts';
import { validateTokenDuration } from '../../shared/token-duration-validation.ts';
import { validateCsiDriverName } from '../../shared/volume-sources/index.ts';

const specPath = FieldPath.of('spec');
const groupPolicies = ['File', 'None', 'ReadWriteOnceWithFSType'];
const lifecycleModes = ['Persistent', 'Ephemeral'];

const modeType = 'storage.VolumeLifecycleMode';

/** What may not change, with its name in paths; one of them is spelt as it always was. */
const fixed: readonly [keyof StorageV1CSIDriverSpec, string][] = [
  ['attachRequired', 'attachedRequired'],
  ['fsGroupPolicy', 'fsGroupPolicy'],
  ['podInfoOnMount', 'podInfoOnMount'],
];

export const validateCsiDriverCreate = (driver: StorageV1CSIDriver): FieldError[] =>
  reportTwice(validateCsiDriver(driver));

function validateCsiDriver({ metadata, spec }: StorageV1CSIDriver): FieldError[] {
  const given = (field: 'attachRequired' | 'podInfoOnMount' | 'storageCapacity', name: string = field) =>
    spec[field] === undefined ? [required(specPath.child(name))] : [];
  return [
    ...validateCsiDriverName(metadata.name ?? '', FieldPath.of('name')),
    ...given('attachRequired', 'attachedRequired'),
    ...given('podInfoOnMount'),
    ...given('storageCapacity'),
    ...validateOneOf(spec.fsGroupPolicy, specPath.child('fsGroupPolicy'), groupPolicies),
    ...validateTokenRequests(spec.tokenRequests ?? [], specPath.child('tokenRequests')),
    ...validateEach(spec.volumeLifecycleModes ?? [], (mode) =>
      lifecycleModes.includes(mode)
        ? []
        : [notSupported(specPath.child('volumeLifecycleModes'), mode, lifecycleModes)],
    ),
  ];
}

/** What a driver wants to be told may change; how volumes of it are mounted may not. */
export function validateCsiDriverUpdate(driver: StorageV1CSIDriver, old: StorageV1CSIDriver): FieldError[] {
  const { spec } = driver;
  const modes = spec.volumeLifecycleModes;
  return [
    ...validateCsiDriver(driver),
    ...validateEach(fixed, ([field, name]) => unchanged(spec[field], old.spec[field], specPath.child(name))),
    ...(sameValue(modes, old.spec.volumeLifecycleModes)
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
