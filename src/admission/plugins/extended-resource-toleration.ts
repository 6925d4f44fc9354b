import type { CoreV1PodSpec, CoreV1Toleration } from '../../api/schema/types.gen.ts';
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
      for (const key of [...resources].sort())
        tolerate(pod.spec, { key, operator: 'Exists', effect: 'NoSchedule' });
    },
  };
}

/** Of tolerations for the same taint the new one counts. */
function tolerate(spec: CoreV1PodSpec, added: CoreV1Toleration): void {
  const isFor = ({ key, operator, effect, value }: CoreV1Toleration): boolean =>
    key === added.key && operator === added.operator && effect === added.effect && !value;
  const present = spec.tolerations ?? [];
  const index = present.findIndex(isFor);
  spec.tolerations = index === -1 ? [...present, added] : present.with(index, added);
}
