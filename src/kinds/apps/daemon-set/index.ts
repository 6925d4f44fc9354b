import type { AppsV1DaemonSet } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { workloadWarnings } from '../../shared/pod-spec/warnings/pod-warnings.ts';
import { extensionsVersion } from './conversion.ts';
import { applyDefaults } from './defaults.ts';
import { strategy } from './strategy.ts';
import { table } from './table.ts';
import { countNoTemplates } from './template-generation.ts';
import { validateDaemonSet, validateDaemonSetUpdate } from './validation.ts';

/** Runs one pod on every node that fits. */
export function daemonSet(api: KindDependencies): KindRules<AppsV1DaemonSet> {
  return {
    group: 'apps',
    kind: 'DaemonSet',
    sharesNestedFields: true,
    applyDefaults: (object) => applyDefaults(object, api),
    fillBookmark: countNoTemplates,
    validateName: nameIsDnsSubdomain,
    validateCreate: (object) => validateDaemonSet(object, api),
    validateUpdate: (object, old) => validateDaemonSetUpdate(object, old, api),
    ...strategy(api),
    versions: { 'extensions/v1beta1': extensionsVersion },
    warnings: workloadWarnings(api),
    table,
  };
}
