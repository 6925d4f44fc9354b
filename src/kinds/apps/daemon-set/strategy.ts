import type { AppsV1DaemonSet, AppsV1DaemonSetStatus } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import { dropDisabledTemplateFields } from '../../shared/pod-spec/index.ts';
import type { ServedApi } from '../../shared/served-api.ts';
import { type CounterOf, collisionsNotForgotten, nonNegativeFields } from '../../shared/workload/counters.ts';
import {
  countTemplateGeneration,
  keepTemplateGeneration,
  startTemplateGeneration,
} from './template-generation.ts';

const counters: readonly CounterOf<AppsV1DaemonSetStatus>[] = [
  'currentNumberScheduled',
  'numberMisscheduled',
  'desiredNumberScheduled',
  'numberReady',
  'observedGeneration',
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
  'collisionCount',
];

function validateStatus(daemonSet: AppsV1DaemonSet, old: AppsV1DaemonSet): FieldError[] {
  return [
    ...nonNegativeFields(daemonSet.status, FieldPath.of('status'), counters),
    ...collisionsNotForgotten(daemonSet, old),
  ];
}

export const strategy = (api: ServedApi) =>
  ({
    tracksGeneration: true,
    prepareForCreate(daemonSet) {
      daemonSet.status = {
        currentNumberScheduled: 0,
        numberMisscheduled: 0,
        desiredNumberScheduled: 0,
        numberReady: 0,
      };
      startTemplateGeneration(daemonSet);
      dropDisabledTemplateFields(daemonSet.spec.template, api);
    },
    prepareForUpdate(daemonSet, old) {
      daemonSet.status = old.status;
      dropDisabledTemplateFields(daemonSet.spec.template, api, old.spec.template);
      countTemplateGeneration(daemonSet, old);
    },
    status: {
      prepareForUpdate(daemonSet, old) {
        daemonSet.spec = old.spec;
        keepTemplateGeneration(daemonSet, old);
      },
      validateUpdate: validateStatus,
    },
  }) satisfies Partial<KindRules<AppsV1DaemonSet>>;
