import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type {
  StoragemigrationV1alpha1MigrationCondition,
  StoragemigrationV1alpha1StorageVersionMigration,
} from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  FieldPath,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateLabelName } from '../../../api/validation/label-validation.ts';
import { repetitions } from '../../../api/validation/repetitions.ts';
import { unchanged } from '../../shared/unchanged.ts';
import { validateEnds, validateRunning } from './ends.ts';

type Migration = StoragemigrationV1alpha1StorageVersionMigration;

const statusPath = FieldPath.of('status');
/** The release in which a revision that changes is refused as other fields are. */
const immutableSince = '1.34';

/** The rules of the releases up to 1.34. */
export function firstValidation(gates: FeatureGates) {
  const changedText = gates.isIn(immutableSince) ? 'field is immutable' : 'resourceVersion cannot be updated';
  const validateCreate = ({ spec: { resource } }: Migration): FieldError[] => {
    const path = FieldPath.of('spec', 'resource');
    return [
      ...(resource.resource ? [] : [required(path.child('resource'), 'resource is required')]),
      ...(resource.version ? [] : [required(path.child('version'), 'version is required')]),
    ];
  };
  return {
    validateCreate,
    validateUpdate: (migration: Migration, old: Migration): FieldError[] => [
      ...validateCreate(migration),
      ...(['group', 'version', 'resource'] as const).flatMap((field) =>
        unchanged(migration.spec.resource[field] ?? '', old.spec.resource[field] ?? '', FieldPath.of(field)),
      ),
    ],
    validateStatus: ({ status }: Migration, old: Migration): FieldError[] => {
      const { conditions = [], resourceVersion = '' } = status;
      const before = old.status.resourceVersion ?? '';
      const path = statusPath.child('resourceVersion');
      const conditionsPath = statusPath.child('conditions');
      const malformed = `failed to parse resource version "${resourceVersion}": strconv.ParseInt: parsing "${resourceVersion}": invalid syntax`;
      return [
        ...(resourceVersion !== '' && !/^-?\d+$/.test(resourceVersion)
          ? [invalid(path, resourceVersion, malformed)]
          : []),
        ...(before !== '' && before !== resourceVersion ? [invalid(path, resourceVersion, changedText)] : []),
        ...validateMigrationConditions(conditions, conditionsPath),
        ...validateEnds(conditions, old.status.conditions ?? [], conditionsPath),
        ...validateRunning(conditions, conditionsPath),
      ];
    },
  };
}

function validateMigrationConditions(
  conditions: readonly StoragemigrationV1alpha1MigrationCondition[],
  path: FieldPath,
): FieldError[] {
  const isRepeated = repetitions(conditions.map(({ type }) => type));
  return conditions.flatMap(({ type, status }, index) => {
    const own = path.index(index);
    return [
      ...(isRepeated(index) ? [duplicate(own.child('type'), type)] : []),
      ...validateLabelName(type, own.child('type')),
      ...validateLabelName(status, own.child('status')),
    ];
  });
}
