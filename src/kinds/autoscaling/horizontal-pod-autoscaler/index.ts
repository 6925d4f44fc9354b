import type { AutoscalingV2HorizontalPodAutoscaler } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { preserveLostFields } from '../../shared/preserve-lost-fields.ts';
import { dropAnnotations } from './annotations.ts';
import { version1, version2beta1 } from './conversion.ts';
import { applyDefaults } from './defaults.ts';
import { autoscalerRules } from './rules.ts';
import { autoscalerTable } from './table.ts';
import { validateAutoscaler, validateStatus } from './validation.ts';

type Autoscaler = AutoscalingV2HorizontalPodAutoscaler;

/** Scales something up and down by what is measured. v2beta2 has the same shape, defaults and rules as v2. */
export function horizontalPodAutoscaler({ dialect, gates }: KindDependencies): KindRules<Autoscaler> {
  const rules = autoscalerRules(dialect, gates);
  return {
    group: 'autoscaling',
    kind: 'HorizontalPodAutoscaler',
    applyDefaults(autoscaler) {
      applyDefaults(autoscaler, rules.refusesNoPolicies);
      dropAnnotations(autoscaler, dialect);
    },
    validateName: nameIsDnsSubdomain,
    prepareForCreate(autoscaler) {
      autoscaler.status = { desiredReplicas: 0, currentMetrics: null };
    },
    validateCreate: (autoscaler) => validateAutoscaler(autoscaler, rules),
    prepareForUpdate(autoscaler, old) {
      autoscaler.status = old.status;
    },
    validateUpdate: (autoscaler, old) => validateAutoscaler(autoscaler, rules, old),
    status: {
      prepareForUpdate(autoscaler, old) {
        autoscaler.spec = old.spec;
      },
      validateUpdate: validateStatus,
    },
    versions: {
      'autoscaling/v1': preserveLostFields(version1(dialect), dialect),
      'autoscaling/v2beta1': preserveLostFields(version2beta1(dialect), dialect),
    },
    table: autoscalerTable(gates),
  };
}
