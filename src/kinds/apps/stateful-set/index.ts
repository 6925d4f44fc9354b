import type { AppsV1StatefulSet } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain, nameIsUndottedLabel } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { fillNoReplicas } from '../../shared/workload/no-replicas.ts';
import { firstAppsVersion } from './conversion.ts';
import { applyDefaults } from './defaults.ts';
import { setFeatures } from './features.ts';
import { strategy } from './strategy.ts';
import { table } from './table.ts';
import { validateStatefulSetCreate, validateStatefulSetUpdate } from './validation.ts';
import { setWarnings } from './warnings.ts';

/** Runs numbered pods that keep their names and storage. */
export function statefulSet(api: KindDependencies): KindRules<AppsV1StatefulSet> {
  return {
    group: 'apps',
    kind: 'StatefulSet',
    sharesNestedFields: true,
    applyDefaults: (object) => applyDefaults(object, api),
    fillBookmark: fillNoReplicas,
    validateName: nameIsDnsSubdomain,
    // Names of pods are made from it.
    ...(setFeatures(api.gates).namesLabels ? { validateNewName: nameIsUndottedLabel } : {}),
    validateCreate: (object) => validateStatefulSetCreate(object, api),
    validateUpdate: (object, old) => validateStatefulSetUpdate(object, old, api),
    ...strategy(api),
    versions: { 'apps/v1beta1': firstAppsVersion },
    warnings: setWarnings(api),
    table,
  };
}
