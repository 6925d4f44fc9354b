import type { AppsV1ReplicaSet } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { replicatedWarnings } from '../../shared/replicated-warnings.ts';
import { fillNoReplicas } from '../../shared/workload/no-replicas.ts';
import { extensionsVersion } from './conversion.ts';
import { applyDefaults } from './defaults.ts';
import { strategy } from './strategy.ts';
import { table } from './table.ts';
import { validateReplicaSet, validateReplicaSetUpdate } from './validation.ts';

/** Keeps a number of pods of one template running. */
export function replicaSet(api: KindDependencies): KindRules<AppsV1ReplicaSet> {
  return {
    group: 'apps',
    kind: 'ReplicaSet',
    sharesNestedFields: true,
    applyDefaults: (object) => applyDefaults(object, api),
    fillBookmark: fillNoReplicas,
    validateName: nameIsDnsSubdomain,
    validateCreate: (object) => validateReplicaSet(object, api),
    validateUpdate: (object, old) => validateReplicaSetUpdate(object, old, api),
    ...strategy(api),
    versions: { 'extensions/v1beta1': extensionsVersion },
    warnings: replicatedWarnings(api),
    table,
  };
}
