import type { CoreV1ReplicationController } from '../../../api/schema/types.gen.ts';
import { LabelSelector } from '../../../api/selectors/label-selector.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import { dropDisabledTemplateFields } from '../../shared/pod-spec/index.ts';
import { missingScale } from '../../shared/workload/scale.ts';
import {
  type ControllerRules,
  validateController,
  validateControllerUpdate,
  validateStatus,
} from './validation.ts';

type Rules = KindRules<CoreV1ReplicationController>;

const scaleName = { group: 'autoscaling', resource: 'replicationcontrollers/scale' };

const scale: NonNullable<Rules['scale']> = {
  specReplicas: ({ spec }) => spec.replicas ?? 0,
  setSpecReplicas({ spec }, replicas) {
    spec.replicas = replicas;
  },
  statusReplicas: ({ status }) => status.replicas,
  selector: ({ spec }) => LabelSelector.ofPairs(spec.selector ?? {}).toString(),
};

export function strategy(rules: ControllerRules) {
  return {
    tracksGeneration: true,
    prepareForCreate(controller) {
      controller.status = { replicas: 0 };
      dropDisabledTemplateFields(controller.spec.template, rules);
    },
    validateCreate: (controller) => validateController(controller, rules),
    prepareForUpdate(controller, old) {
      controller.status = old.status;
      dropDisabledTemplateFields(controller.spec.template, rules, old.spec.template);
    },
    validateUpdate: (controller, old) => validateControllerUpdate(controller, old, rules),
    status: {
      prepareForUpdate(controller, old) {
        controller.spec = old.spec;
      },
      validateUpdate: validateStatus,
    },
    deletion: { defaultPropagation: 'orphan' },
    selectableFields: {
      names: ['status.replicas'],
      of: ({ status }) => ({ 'status.replicas': String(status.replicas) }),
    },
    scale: { ...scale, missing: missingScale(scaleName, rules.gates) },
  } satisfies Partial<Rules>;
}
