import { setTimeout as sleep } from 'node:timers/promises';
import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import type { CoreV1Pod, PolicyV1PodDisruptionBudget } from '../../../api/schema/types.gen.ts';
import { timeNow } from '../../../api/values/time.ts';
import { ObjectReader } from '../../../registry/read/object-reader.ts';
import type { Reader } from '../../../registry/read/reader.ts';
import type { StoredResource } from '../../../registry/resource.ts';
import { checkPreconditions, type Deleter } from '../../../registry/write/deleter.ts';
import { uncheckedRules } from '../../../registry/write/update-rules.ts';
import type { Updater } from '../../../registry/write/updater.ts';
import type { Clock } from '../../../util/clock.ts';
import { Evictor, type EvictorDependencies } from './evictor.ts';

export interface RegistryEvictorDependencies {
  reader: Reader;
  updater: Updater;
  deleter: Deleter;
  clock: Clock;
  pods: StoredResource;
  /** Undefined when PodDisruptionBudgets are not served: then evictions have none to check. */
  budgets: StoredResource | undefined;
  gates: FeatureGates;
}

/** Evicts pods that are in the store, under the budgets that are. */
export function registryEvictor(dependencies: RegistryEvictorDependencies): Evictor {
  const { reader, updater, deleter, clock, pods, budgets, gates } = dependencies;
  const podReader = new ObjectReader<CoreV1Pod>(reader, pods);
  return new Evictor({
    getPod: (namespace, name) => podReader.get(namespace, name),
    deletePod: (namespace, name, options, dryRun) => deleter.delete(pods, namespace, name, options, dryRun),
    async listBudgets(namespace) {
      if (budgets === undefined) return [];
      return new ObjectReader<PolicyV1PodDisruptionBudget>(reader, budgets).list(namespace);
    },
    updateBudget(namespace, name, takeDisruption, dryRun) {
      const change = {
        ...uncheckedRules,
        object: (stored: (() => ApiObject) | undefined) => {
          const budget = stored!();
          takeDisruption(budget as object as PolicyV1PodDisruptionBudget);
          return budget;
        },
      };
      return updater.update({ resource: budgets!, namespace, name, change, options: { dryRun } });
    },
    ...(gates.isIn('1.25') && gates.isOn('PodDisruptionConditions')
      ? { markPod: podMarker(updater, pods, clock) }
      : {}),
    saysWhy: gates.isIn('1.35'),
    clock,
    pause: (milliseconds) => sleep(milliseconds),
  });
}

/** Puts the condition DisruptionTarget into a pod. */
const podMarker =
  (updater: Updater, pods: StoredResource, clock: Clock): EvictorDependencies['markPod'] =>
  async (namespace, name, options) => {
    const change = {
      ...uncheckedRules,
      object: (stored: (() => ApiObject) | undefined) => {
        const pod = stored!();
        checkPreconditions(pods, pod, options);
        setDisruptionTarget(pod as object as CoreV1Pod, timeNow(clock.now()));
        return pod;
      },
    };
    const written = await updater.update({
      resource: pods,
      namespace,
      name,
      change,
      options: { dryRun: false },
    });
    return String(written.revision);
  };

function setDisruptionTarget({ status }: CoreV1Pod, now: string): void {
  const type = 'DisruptionTarget';
  const conditions = status.conditions ?? [];
  const before = conditions.find((condition) => condition.type === type);
  const since = before?.status === 'True' ? before.lastTransitionTime : now;
  const condition = {
    type,
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: since,
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
  };
  status.conditions = [...conditions.filter((one) => one !== before), condition];
}
