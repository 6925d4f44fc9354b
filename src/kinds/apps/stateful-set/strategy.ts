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
import { setFeatures } from './features.ts';

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

/** A field behind a gate: it is not taken up, but kept where it is set already. */
function dropDisabledFields({ spec }: AppsV1StatefulSet, api: ServedApi, old?: AppsV1StatefulSet): void {
  if (!setFeatures(api.gates).deletesClaims && old?.spec.persistentVolumeClaimRetentionPolicy === undefined) {
    delete spec.persistentVolumeClaimRetentionPolicy;
  }
  dropDisabledTemplateFields(spec.template, api, old?.spec.template);
}

export const strategy = (api: ServedApi) =>
  ({
    tracksGeneration: true,
    prepareForCreate(set) {
      set.status = { replicas: 0, availableReplicas: 0 };
      dropDisabledFields(set, api);
    },
    prepareForUpdate(set, old) {
      set.status = old.status;
      dropDisabledFields(set, api, old);
    },
    status: {
      prepareForUpdate(set, old) {
        set.spec = old.spec;
      },
      validateUpdate: validateStatus,
    },
    scale: replicaScale,
  }) satisfies Partial<Rules>;
