import type { CoreV1ReplicationController } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { workloadWarnings } from '../../shared/pod-spec/warnings/pod-warnings.ts';
import { applyDefaults } from './defaults.ts';
import { strategy } from './strategy.ts';
import { table } from './table.ts';

/** Keeps a number of pods of one template running; ReplicaSet is what came after it. */
export function replicationController({
  dialect,
  allowPrivileged = true,
}: KindDependencies & { allowPrivileged?: boolean }): KindRules<CoreV1ReplicationController> {
  return {
    group: '',
    kind: 'ReplicationController',
    applyDefaults: (controller) => applyDefaults(controller, dialect),
    validateName: nameIsDnsSubdomain,
    ...strategy({ dialect, allowPrivileged }),
    warnings: workloadWarnings(dialect),
    table,
  };
}
