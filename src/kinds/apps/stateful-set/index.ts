import type { AppsV1StatefulSet } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { workloadWarnings } from '../../shared/pod-spec/warnings/pod-warnings.ts';
import { firstAppsVersion } from './conversion.ts';
import { applyDefaults } from './defaults.ts';
import { strategy } from './strategy.ts';
import { table } from './table.ts';
import { validateStatefulSet, validateStatefulSetUpdate } from './validation.ts';

/** Runs numbered pods that keep their names and storage. */
export function statefulSet(api: KindDependencies): KindRules<AppsV1StatefulSet> {
  return {
    group: 'apps',
    kind: 'StatefulSet',
    sharesNestedFields: true,
    applyDefaults: (object) => applyDefaults(object, api),
    validateName: nameIsDnsSubdomain,
    validateCreate: (object) => validateStatefulSet(object, api),
    validateUpdate: (object, old) => validateStatefulSetUpdate(object, old, api),
    ...strategy(api),
    versions: { 'apps/v1beta1': firstAppsVersion },
    warnings: workloadWarnings(api),
    table,
  };
}
