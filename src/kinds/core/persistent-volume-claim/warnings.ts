import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1PersistentVolumeClaim } from '../../../api/schema/types.gen.ts';
import { FieldPath } from '../../../api/validation/field-errors.ts';
import { warnOfFractions } from '../../shared/claim-warnings.ts';
import { warnOfOldClass } from '../../shared/class-annotation.ts';

export function claimWarnings(dialect: Dialect, gates: FeatureGates) {
  const path = FieldPath.of('spec', 'resources');
  const warnsOfClass = gates.isIn('1.28');
  const warnsOfFractions = gates.isIn('1.26');
  return ({ metadata, spec }: CoreV1PersistentVolumeClaim): string[] => [
    ...(warnsOfClass ? warnOfOldClass(metadata, dialect) : []),
    ...(warnsOfFractions ? warnOfFractions(spec.resources, path) : []),
  ];
}
