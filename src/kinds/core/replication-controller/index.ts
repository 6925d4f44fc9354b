import type { CoreV1ReplicationController } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { replicatedWarnings } from '../../shared/replicated-warnings.ts';
import { applyDefaults } from './defaults.ts';
import { strategy } from './strategy.ts';
import { table } from './table.ts';

/** Keeps a number of pods of one template running; ReplicaSet is what came after it. */
export function replicationController(api: KindDependencies): KindRules<CoreV1ReplicationController> {
  const { dialect, gates, allowPrivileged = true } = api;
  return {
    group: '',
    kind: 'ReplicationController',
    applyDefaults: (controller) => applyDefaults(controller, api),
    validateName: nameIsDnsSubdomain,
    ...strategy({ dialect, gates, allowPrivileged }),
    warnings: replicatedWarnings(api),
    table,
  };
}
