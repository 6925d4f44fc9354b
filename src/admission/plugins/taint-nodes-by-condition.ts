import type { CoreV1Node } from '../../api/schema/types.gen.ts';
import type { PluginDescriptor } from '../descriptor.ts';
import { objectOf } from './shared/objects.ts';
import { handling } from './shared/targets.ts';

/** No pod is put on a new node before it has said that it is ready. */
export const taintNodesByCondition: PluginDescriptor = {
  name: 'TaintNodesByCondition',
  onByDefault: true,
  flags: [],
  create: async ({ dialect }) => ({
    handles: handling('', 'nodes', ['CREATE']),
    admit: (attributes) => {
      const { spec } = objectOf<CoreV1Node>(attributes);
      const taint = { key: `node.${dialect.label}/not-ready`, effect: 'NoSchedule' };
      const present = spec.taints ?? [];
      if (present.some(({ key, effect }) => key === taint.key && effect === taint.effect)) return;
      spec.taints = [...present, taint];
    },
  }),
};
