import type { AppsV1Deployment, AppsV1DeploymentStatus } from '../../../api/schema/types.gen.ts';
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
import { missingScale, replicaScale } from '../../shared/workload/scale.ts';
import { keepRollback } from './rollback.ts';

type Rules = KindRules<AppsV1Deployment>;

const counters: readonly CounterOf<AppsV1DeploymentStatus>[] = [
  'observedGeneration',
  'replicas',
  'updatedReplicas',
  'readyReplicas',
  'availableReplicas',
  'unavailableReplicas',
  'collisionCount',
  'terminatingReplicas',
];

function validateStatus(deployment: AppsV1Deployment, old: AppsV1Deployment): FieldError[] {
  const { status } = deployment;
  const path = FieldPath.of('status');
  const parts: CounterOf<AppsV1DeploymentStatus>[] = [
    'updatedReplicas',
    'readyReplicas',
    'availableReplicas',
  ];
  return [
    ...nonNegativeFields(status, path, counters),
    ...noneAbove(status, path, parts, 'replicas', 'status.replicas'),
    ...noneAbove(status, path, ['availableReplicas'], 'readyReplicas', 'readyReplicas'),
    ...collisionsNotForgotten(deployment, old),
  ];
}

const statusRules: Rules['status'] = {
  keeps: ['labels'],
  prepareForUpdate(deployment, old) {
    deployment.spec = old.spec;
    const { labels } = old.metadata;
    if (labels === undefined) delete deployment.metadata.labels;
    else deployment.metadata.labels = labels;
    keepRollback(deployment, old);
  },
  validateUpdate: validateStatus,
};

export const strategy = (api: ServedApi) =>
  ({
    tracksGeneration: true,
    // The controller reads annotations too: it has to see that they changed.
    specOf: ({ spec, metadata }) => ({ spec, annotations: metadata.annotations }),
    prepareForCreate(deployment) {
      deployment.status = {};
      dropDisabledTemplateFields(deployment.spec.template, api);
    },
    prepareForUpdate(deployment, old) {
      deployment.status = old.status;
      dropDisabledTemplateFields(deployment.spec.template, api, old.spec.template);
    },
    status: statusRules,
    scale: {
      ...replicaScale,
      missing: missingScale({ group: 'apps', resource: 'deployments/scale' }, api.gates),
    },
  }) satisfies Partial<Rules>;
