import type { CoreV1PodSpec } from '../../api/schema/types.gen.ts';
import type { PluginDependencies, PluginDescriptor } from '../descriptor.ts';
import type { AdmissionPlugin } from '../plugin.ts';
import { eachContainer } from './shared/containers.ts';
import { podOf } from './shared/objects.ts';
import { handling } from './shared/targets.ts';

/** Nodes with special hardware carry a taint of its name; pods that ask for the hardware tolerate it. */
export const extendedResourceToleration: PluginDescriptor = {
  name: 'ExtendedResourceToleration',
  onByDefault: false,
  flags: [],
  create: async (given) => plugin(given),
};

function plugin({ dialect }: PluginDependencies): AdmissionPlugin {
  const isExtended = (resource: string): boolean =>
    resource.includes('/') && !resource.includes(`${dialect.label}/`) && !resource.startsWith('requests.');
  return {
    handles: handling('', 'pods', ['CREATE', 'UPDATE']),
    admit: (attributes) => {
      const pod = podOf(attributes);
      const resources = new Set<string>();
      eachContainer(pod, ({ resources: { requests = {} } }) => {
        for (const resource of Object.keys(requests)) if (isExtended(resource)) resources.add(resource);
      });
      if (resources.size > 0) tolerate(pod.spec, [...resources].sort());
    },
  };
}

/** Adds tolerations: of two for the same taint the new one counts. */
function tolerate(spec: CoreV1PodSpec, resources: readonly string[]): void {
  const tolerations = [...(spec.tolerations ?? [])];
  const places = new Map<string, number>();
  for (const [index, { key = '', operator, effect, value }] of tolerations.entries()) {
    if (operator === 'Exists' && effect === 'NoSchedule' && !value && !places.has(key))
      places.set(key, index);
  }
  for (const key of resources) {
    const added = { key, operator: 'Exists', effect: 'NoSchedule' };
    const index = places.get(key);
    if (index === undefined) tolerations.push(added);
    else tolerations[index] = added;
  }
  spec.tolerations = tolerations;
}
