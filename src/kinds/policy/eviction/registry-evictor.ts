import { setTimeout as sleep } from 'node:timers/promises';
import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import type { CoreV1Pod, PolicyV1PodDisruptionBudget } from '../../../api/schema/types.gen.ts';
import { decodeServed } from '../../../registry/conversion/object-codec.ts';
import { ObjectReader } from '../../../registry/read/object-reader.ts';
import type { Reader } from '../../../registry/read/reader.ts';
import type { StoredResource } from '../../../registry/resource.ts';
import type { Deleter } from '../../../registry/write/deleter.ts';
import { uncheckedRules } from '../../../registry/write/update-rules.ts';
import type { Updater } from '../../../registry/write/updater.ts';
import type { Clock } from '../../../util/clock.ts';
import { evictionRules } from './eviction-rules.ts';
import { Evictor } from './evictor.ts';

export interface RegistryEvictorDependencies {
  reader: Reader;
  updater: Updater;
  deleter: Deleter;
  clock: Clock;
  pods: StoredResource;
  /** Undefined when PodDisruptionBudgets are not served: then evictions have none to check. */
  budgets: StoredResource | undefined;
  settings: { readonly gates: FeatureGates };
}

/** Evicts pods that are in the store, under the budgets that are. */
export function registryEvictor(dependencies: RegistryEvictorDependencies): Evictor {
  const { reader, updater, deleter, clock, pods, budgets, settings } = dependencies;
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
    async updatePod(namespace, name, mark) {
      const object = (stored: (() => ApiObject) | undefined): ApiObject => {
        const pod = stored!();
        mark(pod as object as CoreV1Pod);
        return pod;
      };
      const change = { ...uncheckedRules, object };
      const options = { dryRun: false };
      const { json } = await updater.update({ resource: pods, namespace, name, change, options });
      return decodeServed(json).metadata.resourceVersion!;
    },
    clock,
    rules: evictionRules(settings.gates),
    pause: (milliseconds) => sleep(milliseconds),
  });
}
