import type { AppsV1StatefulSet, AppsV1StatefulSetStatus } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import { dropDisabledTemplateFields } from '../../shared/pod-spec/index.ts';
import type { ServedApi } from '../../shared/served-api.ts';
import {
  type CounterOf,
  collisionsNotForgotten,
  noneAbove,
  nonNegativeFields,
} from '../../shared/workload/counters.ts';
import { replicaScale } from '../../shared/workload/scale.ts';

type Rules = KindRules<AppsV1StatefulSet>;

const parts: readonly CounterOf<AppsV1StatefulSetStatus>[] = [
  'readyReplicas',
  'currentReplicas',
  'updatedReplicas',
  'availableReplicas',
];

function validateStatus(set: AppsV1StatefulSet, old: AppsV1StatefulSet): FieldError[] {
  const { status } = set;
  const path = FieldPath.of('status');
  return [
    ...nonNegativeFields(status, path, ['replicas', ...parts, 'observedGeneration', 'collisionCount']),
    ...noneAbove(status, path, parts, 'replicas', 'status.replicas'),
    ...noneAbove(status, path, ['availableReplicas'], 'readyReplicas', 'status.readyReplicas'),
    ...collisionsNotForgotten(set, old),
  ];
}

export const strategy = (api: ServedApi) =>
  ({
    tracksGeneration: true,
    prepareForCreate(set) {
      set.status = { replicas: 0, availableReplicas: 0 };
      dropDisabledTemplateFields(set.spec.template, api);
    },
    prepareForUpdate(set, old) {
      set.status = old.status;
      dropDisabledTemplateFields(set.spec.template, api, old.spec.template);
    },
    status: {
      prepareForUpdate(set, old) {
        set.spec = old.spec;
      },
      validateUpdate: validateStatus,
    },
    scale: replicaScale,
  }) satisfies Partial<Rules>;
