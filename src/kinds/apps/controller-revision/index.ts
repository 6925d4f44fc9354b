import type { AppsV1ControllerRevision } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { table } from './table.ts';
import { validateControllerRevision, validateControllerRevisionUpdate } from './validation.ts';

/** A kept state of a workload, to go back to. */
export function controllerRevision({ gates }: KindDependencies): KindRules<AppsV1ControllerRevision> {
  const revisionRules = { wantsObject: gates.isIn('1.31'), keepsOrder: gates.isIn('1.24') };
  return {
    group: 'apps',
    kind: 'ControllerRevision',
    validateName: nameIsDnsSubdomain,
    validateCreate: (revision) => validateControllerRevision(revision, revisionRules),
    validateUpdate: (revision, old) => validateControllerRevisionUpdate(revision, old, revisionRules),
    table,
  };
}
