import type { CoreV1ReplicationController } from '../../../api/schema/types.gen.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { nameIsLongName } from '../../shared/declared-formats.ts';
import { replicatedWarnings } from '../../shared/replicated-warnings.ts';
import { fillNoReplicas } from '../../shared/workload/no-replicas.ts';
import { applyDefaults } from './defaults.ts';
import { strategy } from './strategy.ts';
import { table } from './table.ts';

/** Keeps a number of pods of one template running; ReplicaSet is what came after it. */
export function replicationController(api: KindDependencies): KindRules<CoreV1ReplicationController> {
  const { dialect, gates, allowPrivileged = true } = api;
  const warnings = replicatedWarnings<CoreV1ReplicationController>(api);
  const quietUpdates = gates.isIn('1.24');
  return {
    group: '',
    kind: 'ReplicationController',
    applyDefaults: (controller) => applyDefaults(controller, api),
    // Since 1.33 its replicas may be missing.
    ...(gates.isIn('1.33') ? {} : { fillBookmark: fillNoReplicas }),
    validateName: nameIsLongName,
    ...strategy({ dialect, gates, allowPrivileged }),
    warnings: (controller, old) => (old !== undefined && quietUpdates ? [] : warnings(controller, old)),
    table,
  };
}
