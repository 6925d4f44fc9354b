import type { CoreV1Toleration } from '../../api/schema/types.gen.ts';
import type { PluginDependencies, PluginDescriptor } from '../descriptor.ts';
import type { AdmissionPlugin } from '../plugin.ts';
import { podOf } from './shared/objects.ts';
import { handling } from './shared/targets.ts';

const notReady = 'default-not-ready-toleration-seconds';
const unreachable = 'default-unreachable-toleration-seconds';
const flag = (name: string, condition: string) =>
  ({
    name,
    type: 'count',
    value: 'seconds',
    default: '300',
    description: `how long pods that say nothing about it stay on a node that is ${condition}`,
  }) as const;

/** Pods stay for a while on a node that is in trouble. */
export const defaultTolerationSeconds: PluginDescriptor = {
  name: 'DefaultTolerationSeconds',
  onByDefault: true,
  flags: [flag(notReady, 'not ready'), flag(unreachable, 'unreachable')],
  create: async (given) => plugin(given),
};

function plugin({ dialect, flags }: PluginDependencies): AdmissionPlugin {
  const wanted = [
    { key: `node.${dialect.label}/not-ready`, tolerationSeconds: flags.count(notReady) },
    { key: `node.${dialect.label}/unreachable`, tolerationSeconds: flags.count(unreachable) },
  ];
  return {
    handles: handling('', 'pods', ['CREATE', 'UPDATE']),
    // A pod without was let in without: it stays so until something else changes.
    skipsNoopUpdates: () => true,
    admit: (attributes) => {
      const { spec } = podOf(attributes);
      const present = spec.tolerations ?? [];
      for (const { key, tolerationSeconds } of wanted) {
        if (present.some((toleration) => concerns(toleration, key))) continue;
        spec.tolerations = [
          ...(spec.tolerations ?? []),
          { key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds },
        ];
      }
    },
  };
}

/** No key stands for all of them, and no effect as well. */
const concerns = ({ key, effect }: CoreV1Toleration, taint: string): boolean =>
  (!key || key === taint) && (!effect || effect === 'NoExecute');
