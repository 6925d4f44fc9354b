import type { BatchV1CronJob } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { applyPodTemplateDefaults, dropDisabledTemplateFields } from '../../shared/pod-spec/index.ts';
import { cronJobTable } from './table.ts';
import { validateCronJob, validateCronJobCreate } from './validation.ts';
import { cronJobWarnings } from './warnings.ts';

/** Fields of the version that is gone in 1.25; what they select by is never set. */
const earlierFields = { names: ['status.successful'], of: () => ({ 'status.successful': '' }) };

/** Makes jobs by the clock. Its older version has the same shape and defaults. */
export function cronJob(api: KindDependencies): KindRules<BatchV1CronJob> {
  return {
    group: 'batch',
    kind: 'CronJob',
    applyDefaults({ spec }) {
      // The defaults of jobs are left to the jobs that are made.
      applyPodTemplateDefaults(spec.jobTemplate.spec.template, api);
    },
    validateName: nameIsDnsSubdomain,
    tracksGeneration: true,
    prepareForCreate(object) {
      object.status = {};
      dropDisabledTemplateFields(object.spec.jobTemplate.spec.template, api);
    },
    validateCreate: (object) => validateCronJobCreate(object, api),
    prepareForUpdate(object, old) {
      object.status = old.status;
      dropDisabledTemplateFields(
        object.spec.jobTemplate.spec.template,
        api,
        old.spec.jobTemplate.spec.template,
      );
    },
    validateUpdate: (object, old) => validateCronJob(object, api, old),
    status: {
      prepareForUpdate(object, old) {
        object.spec = old.spec;
      },
    },
    // Who deletes through the older version expects its jobs to stay.
    versions: { 'batch/v1beta1': { defaultPropagation: 'orphan' } },
    // Jobs have this field selector; for cron jobs it was always accepted, too.
    ...(api.gates.isIn('1.25') ? {} : { selectableFields: earlierFields }),
    warnings: cronJobWarnings(api),
    table: cronJobTable(api.gates),
  };
}
