import type { ControllerDescriptor } from '../controller.ts';
import { GarbageCollector } from './garbage-collector.ts';

export { GarbageCollector } from './garbage-collector.ts';

export const garbageCollectorController: ControllerDescriptor = {
  name: 'garbagecollector',
  account: 'generic-garbage-collector',
  flags: [
    {
      name: 'enable-garbage-collector',
      type: 'boolean',
      value: 'boolean',
      description: 'whether the garbage collector runs',
      default: 'true',
    },
    {
      name: 'concurrent-gc-syncs',
      type: 'count',
      value: 'number',
      description: 'objects that the garbage collector works on at a time',
      default: '20',
    },
  ],
  create: async (dependencies) => {
    const { flags } = dependencies;
    if (!flags.boolean('enable-garbage-collector')) return undefined;
    return new GarbageCollector(dependencies, Math.max(flags.count('concurrent-gc-syncs'), 1));
  },
};
