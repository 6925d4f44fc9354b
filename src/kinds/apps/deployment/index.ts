import type { AppsV1Deployment } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { replicatedWarnings } from '../../shared/replicated-warnings.ts';
import { fillNoReplicas } from '../../shared/workload/no-replicas.ts';
import { extensionsVersion, firstAppsVersion } from './conversion.ts';
import { applyDefaults } from './defaults.ts';
import { strategy } from './strategy.ts';
import { table } from './table.ts';
import { validateDeployment, validateDeploymentUpdate } from './validation.ts';

/** Keeps a number of pods running and rolls new templates out. */
export function deployment(api: KindDependencies): KindRules<AppsV1Deployment> {
  return {
    group: 'apps',
    kind: 'Deployment',
    sharesNestedFields: true,
    applyDefaults: (object) => applyDefaults(object, api),
    fillBookmark: fillNoReplicas,
    validateName: nameIsDnsSubdomain,
    validateCreate: (object) => validateDeployment(object, api),
    validateUpdate: (object, old) => validateDeploymentUpdate(object, old, api),
    ...strategy(api),
    versions: { 'apps/v1beta1': firstAppsVersion, 'extensions/v1beta1': extensionsVersion },
    warnings: replicatedWarnings(api),
    table,
  };
}
