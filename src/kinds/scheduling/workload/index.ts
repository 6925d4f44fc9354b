import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import { isReleasedBy } from '../../../api/meta/release.ts';
import type {
  SchedulingV1alpha1Workload,
  SchedulingV1alpha2Workload,
} from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { AnyKindRules, KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { tableOf } from '../../shared/table.ts';
import { validateFirstChange, validateFirstWorkload } from './first-validation.ts';
import { validateWorkload, validateWorkloadChange } from './validation.ts';

/** The release in which the groups of a workload are templates. */
const templatesSince = '1.36';

/** A set of pods that are scheduled in groups, such as all pods of a job. Its first form had groups instead of templates. */
export function workload({ dialect, gates }: KindDependencies): AnyKindRules {
  const common = {
    group: fillPlaceholders(dialect, 'scheduling.{api}'),
    kind: 'Workload',
    validateName: nameIsDnsSubdomain,
  };
  const first: KindRules<SchedulingV1alpha1Workload> = {
    ...common,
    validateCreate: validateFirstWorkload,
    validateUpdate: validateFirstChange,
    table: tableOf([]),
  };
  const present: KindRules<SchedulingV1alpha2Workload> = {
    ...common,
    validateCreate: validateWorkload,
    validateUpdate: validateWorkloadChange,
    table: tableOf([]),
  };
  return isReleasedBy(templatesSince, gates.release) ? present : first;
}
