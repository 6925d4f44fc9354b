import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { StorageV1CSIDriver } from '../../../api/schema/types.gen.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { driverStrategy } from './strategy.ts';
import { tableIn } from './table.ts';
import { driverValidation } from './validation.ts';
import { driverWarnings } from './warnings.ts';

/** A CSI volume driver and how the cluster uses it. */
export function csiDriver({ dialect, gates }: KindDependencies): KindRules<StorageV1CSIDriver> {
  const mountsSELinux = gates.isOn('SELinuxMountReadWriteOncePod');
  const preventsScheduling = gates.isOn('VolumeLimitScaling');
  return {
    group: fillPlaceholders(dialect, 'storage.{api}'),
    kind: 'CSIDriver',
    applyDefaults({ spec }) {
      if (mountsSELinux) spec.seLinuxMount ??= false;
      if (preventsScheduling) spec.preventPodSchedulingIfMissing ??= false;
    },
    ...driverStrategy(gates),
    ...driverValidation(gates),
    warnings: driverWarnings(gates),
    requiresResourceVersion: true,
    deletion: { answersWithObject: true },
    table: tableIn(gates),
  };
}
