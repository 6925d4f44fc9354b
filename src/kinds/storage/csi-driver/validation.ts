import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
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
import { reporting } from '../../shared/report-twice.ts';
import { validateTokenDuration } from '../../shared/token-duration-validation.ts';
import { unchanged } from '../../shared/unchanged.ts';
import { validateCsiDriverName } from '../../shared/volume-sources/index.ts';

const specPath = FieldPath.of('spec');
const requestsPath = specPath.child('tokenRequests');
const groupPolicies = ['File', 'None', 'ReadWriteOnceWithFSType'];
const lifecycleModes = ['Persistent', 'Ephemeral'];

const modeType = 'storage.VolumeLifecycleMode';

type FieldNames = readonly [keyof StorageV1CSIDriverSpec, string][];

/** Immutable fields and their names in error paths; the first is misspelled for compatibility. */
const alwaysImmutable: FieldNames = [['attachRequired', 'attachedRequired']];
const immutableOnce: FieldNames = [
  ...alwaysImmutable,
  ['fsGroupPolicy', 'fsGroupPolicy'],
  ['podInfoOnMount', 'podInfoOnMount'],
];

/** Until 1.32 errors of new ones were told twice, and those of the requests for tokens of others. */
export function driverValidation(gates: FeatureGates) {
  const isFirst = gates.isIn('1.33');
  const report = reporting(gates);
  const immutableFields = gates.isIn('1.30') ? alwaysImmutable : immutableOnce;
  const hasCapacity = gates.isOn('CSIStorageCapacity');
  return {
    validateCreate: (driver: StorageV1CSIDriver): FieldError[] =>
      report(validateCsiDriver(driver, hasCapacity)),
    validateUpdate: (driver: StorageV1CSIDriver, old: StorageV1CSIDriver): FieldError[] => [
      ...validateCsiDriver(driver, hasCapacity),
      ...validateSameDriver(driver, old, immutableFields),
      ...(isFirst ? [] : validateTokenRequests(driver.spec.tokenRequests ?? [], requestsPath)),
    ],
  };
}

function validateCsiDriver({ metadata, spec }: StorageV1CSIDriver, hasCapacity: boolean): FieldError[] {
  const requireField = (
    field: 'attachRequired' | 'podInfoOnMount' | 'storageCapacity',
    name: string = field,
  ) => (spec[field] === undefined ? [required(specPath.child(name))] : []);
  return [
    ...(metadata.name ? validateCsiDriverName(metadata.name, FieldPath.of('name')) : []),
    ...requireField('attachRequired', 'attachedRequired'),
    ...requireField('podInfoOnMount'),
    ...(hasCapacity ? requireField('storageCapacity') : []),
    ...validateOneOf(spec.fsGroupPolicy, specPath.child('fsGroupPolicy'), groupPolicies),
    ...validateTokenRequests(spec.tokenRequests ?? [], requestsPath),
    ...validateSince133(spec),
    ...validateEach(spec.volumeLifecycleModes ?? [], (mode) =>
      lifecycleModes.includes(mode)
        ? []
        : [notSupported(specPath.child('volumeLifecycleModes'), mode, lifecycleModes)],
    ),
  ];
}

/** Fields that came with 1.33 and later. */
function validateSince133({
  nodeAllocatableUpdatePeriodSeconds: period,
  serviceAccountTokenInSecrets,
  tokenRequests,
}: StorageV1CSIDriverSpec): FieldError[] {
  const periodPath = specPath.child('nodeAllocatableUpdatePeriodSeconds');
  const isTooShort = period !== undefined && BigInt(period) < 10n;
  const isIdle = serviceAccountTokenInSecrets !== undefined && !tokenRequests?.length;
  const text = 'serviceAccountTokenInSecrets is set but no tokenRequests are specified';
  return [
    ...(isTooShort ? [invalid(periodPath, period, 'must be greater than or equal to 10 seconds')] : []),
    ...(isIdle
      ? [invalid(specPath.child('serviceAccountTokenInSecrets'), serviceAccountTokenInSecrets, text)]
      : []),
  ];
}

/** The information a driver requests may change; how its volumes are attached may not. */
function validateSameDriver(
  { spec }: StorageV1CSIDriver,
  old: StorageV1CSIDriver,
  immutableFields: FieldNames,
): FieldError[] {
  const modes = spec.volumeLifecycleModes;
  return [
    ...validateEach(immutableFields, ([field, name]) =>
      unchanged(spec[field], old.spec[field], specPath.child(name)),
    ),
    ...(equalValues(modes, old.spec.volumeLifecycleModes)
      ? []
      : [invalid(specPath.child('volumeLifecycleModes'), goList(modeType, modes), 'field is immutable')]),
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
