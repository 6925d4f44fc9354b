import type { PluginDependencies, PluginDescriptor } from '../descriptor.ts';
import type { AdmissionPlugin } from '../plugin.ts';
import { podOf } from './shared/objects.ts';
import { forbidden } from './shared/refusals.ts';
import { handling } from './shared/targets.ts';

/** Allows required pod anti-affinity for the topology key of nodes only. */
export const limitPodHardAntiAffinityTopology: PluginDescriptor = {
  name: 'LimitPodHardAntiAffinityTopology',
  onByDefault: false,
  flags: [],
  create: async (given) => plugin(given),
};

function plugin({ dialect }: PluginDependencies): AdmissionPlugin {
  const hostname = `${dialect.label}/hostname`;
  return {
    handles: handling('', 'pods', ['CREATE', 'UPDATE']),
    validate: (attributes) => {
      const { podAntiAffinity } = podOf(attributes).spec.affinity ?? {};
      const terms = podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
      const wider = terms.find(({ topologyKey }) => topologyKey !== hostname);
      if (wider === undefined) return;
      const problem =
        `affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${wider.topologyKey} ` +
        `but only key ${hostname} is allowed`;
      throw forbidden(attributes, problem);
    },
  };
}
