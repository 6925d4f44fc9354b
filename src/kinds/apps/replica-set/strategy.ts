import type { AppsV1ReplicaSet, AppsV1ReplicaSetStatus } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import { dropDisabledTemplateFields } from '../../shared/pod-spec/index.ts';
import type { ServedApi } from '../../shared/served-api.ts';
import { type CounterOf, noneAbove, nonNegativeFields } from '../../shared/workload/counters.ts';
import { missingScale, replicaScale } from '../../shared/workload/scale.ts';

type Rules = KindRules<AppsV1ReplicaSet>;

const parts: readonly CounterOf<AppsV1ReplicaSetStatus>[] = [
  'fullyLabeledReplicas',
  'readyReplicas',
  'availableReplicas',
];

function validateStatus({ status }: AppsV1ReplicaSet): FieldError[] {
  const path = FieldPath.of('status');
  return [
    ...nonNegativeFields(status, path, ['replicas', ...parts, 'observedGeneration', 'terminatingReplicas']),
    ...noneAbove(status, path, parts, 'replicas', 'status.replicas'),
    ...noneAbove(status, path, ['availableReplicas'], 'readyReplicas', 'readyReplicas'),
  ];
}

export const strategy = (api: ServedApi) =>
  ({
    tracksGeneration: true,
    prepareForCreate(replicaSet) {
      replicaSet.status = { replicas: 0 };
      dropDisabledTemplateFields(replicaSet.spec.template, api);
    },
    prepareForUpdate(replicaSet, old) {
      replicaSet.status = old.status;
      dropDisabledTemplateFields(replicaSet.spec.template, api, old.spec.template);
    },
    status: {
      prepareForUpdate(replicaSet, old) {
        replicaSet.spec = old.spec;
      },
      validateUpdate: validateStatus,
    },
    scale: {
      ...replicaScale,
      missing: missingScale({ group: 'apps', resource: 'replicasets/scale' }, api.gates),
    },
  }) satisfies Partial<Rules>;
