import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { StorageV1StorageClass } from '../../../api/schema/types.gen.ts';
import { FieldPath } from '../../../api/validation/field-errors.ts';
import { warnOfNodeLabel } from '../../shared/node-label-warnings.ts';

const path = FieldPath.of('allowedTopologies');

/** Warns of labels of nodes that have a newer name. */
export function storageClassWarnings(dialect: Dialect, gates: FeatureGates) {
  if (!gates.isIn('1.25')) return () => [];
  return ({ allowedTopologies = [] }: StorageV1StorageClass): string[] =>
    allowedTopologies.flatMap(({ matchLabelExpressions = [] }, term) =>
      matchLabelExpressions.flatMap(({ key }, index) =>
        warnOfNodeLabel(
          key,
          path.index(term).child('matchLabelExpressions').index(index).child('key'),
          dialect,
        ),
      ),
    );
}
