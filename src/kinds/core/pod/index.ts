import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { applyDefaults } from './defaults.ts';
import { selectableFields } from './fields.ts';
import { strategy } from './strategy.ts';
import { podSubresources } from './subresources.ts';
import { podTable } from './table.ts';
import type { PodRules } from './validation.ts';
import { creationWarnings } from './warnings.ts';

export type PodDependencies = KindDependencies & PodRules;

/** Containers that run together on one node. */
export function pod(dependencies: PodDependencies): KindRules<CoreV1Pod> {
  const { dialect, gates, allowPrivileged = true } = dependencies;
  // Warnings are asked for when the fields are filled in, and a pod that came with both gets none.
  const outdated = new WeakMap<CoreV1Pod, readonly string[]>();
  return {
    group: '',
    kind: 'Pod',
    sharesNestedFields: true,
    applyDefaults: (object) => applyDefaults(object, dependencies),
    validateName: nameIsDnsSubdomain,
    ...strategy({ dialect, gates, allowPrivileged }, dependencies.clock, (pod, keys) => {
      // Hardly any pod has such annotations, and each entry is work for the garbage collector.
      if (keys.length > 0) outdated.set(pod, keys);
    }),
    // Updates of pods come from controllers: warnings would be repeated without end.
    warnings: (object, old) =>
      old === undefined ? creationWarnings(object, dependencies, outdated.get(object)) : [],
    subresources: podSubresources({ ...dependencies, allowPrivileged }),
    selectableFields: selectableFields(gates),
    table: podTable(gates),
  };
}
