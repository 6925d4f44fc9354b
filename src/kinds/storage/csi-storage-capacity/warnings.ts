import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { StorageV1beta1CSIStorageCapacity } from '../../../api/schema/types.gen.ts';
import { FieldPath } from '../../../api/validation/field-errors.ts';
import { warnOfNodeLabel } from '../../shared/node-label-warnings.ts';

const path = FieldPath.of('nodeTopology');

/** Warns of labels of nodes that have a newer name. */
export function capacityWarnings(dialect: Dialect, gates: FeatureGates) {
  if (!gates.isIn('1.25')) return () => [];
  return ({ nodeTopology }: StorageV1beta1CSIStorageCapacity): string[] => [
    ...Object.keys(nodeTopology?.matchLabels ?? {}).flatMap((key) =>
      warnOfNodeLabel(key, path.child('matchLabels').key(key), dialect),
    ),
    ...(nodeTopology?.matchExpressions ?? []).flatMap(({ key }, index) =>
      warnOfNodeLabel(key, path.child('matchExpressions').index(index).child('key'), dialect),
    ),
  ];
}
