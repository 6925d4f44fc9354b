import type { BatchV1Job } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { workloadWarnings } from '../../shared/pod-spec/warnings/pod-warnings.ts';
import { applyDefaults, takeTemplateLabels } from './defaults.ts';
import { generateSelector } from './selector.ts';
import { jobStrategy } from './strategy.ts';
import { jobTable } from './table.ts';
import { validateJob, validateJobUpdate } from './validation.ts';

/** Runs pods until enough of them have succeeded. */
export function job(api: KindDependencies): KindRules<BatchV1Job> {
  return {
    group: 'batch',
    kind: 'Job',
    sharesNestedFields: true,
    applyDefaults: (object) => applyDefaults(object, api),
    validateName: nameIsDnsSubdomain,
    validateCreate(object) {
      // Not before here: name and uid have to be there.
      generateSelector(object, api);
      // Defaults also apply to fields that the server added, so that a read object can be written back unchanged.
      takeTemplateLabels(object, api);
      return validateJob(object, api);
    },
    validateUpdate: (object, old) => validateJobUpdate(object, old, api),
    ...jobStrategy(api),
    selectableFields: {
      names: ['status.successful'],
      of: ({ status }) => ({ 'status.successful': String(status.succeeded ?? 0) }),
      ...(api.gates.isIn('1.24') ? { refusal } : {}),
    },
    warnings: workloadWarnings(api),
    table: jobTable(api.gates),
  };
}

const refusal = (field: string): string => `field label ${JSON.stringify(field)} not supported for Job`;
