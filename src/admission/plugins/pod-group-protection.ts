import { fillPlaceholders } from '../../api/meta/dialect.ts';
import type { PluginDescriptor } from '../descriptor.ts';
import { handlingIf } from './shared/targets.ts';

/** Adds the finalizer that keeps a group of pods while there are pods of it; a controller removes it afterwards. */
export const podGroupProtection: PluginDescriptor = {
  name: 'PodGroupProtection',
  since: '1.36',
  onByDefault: { since: '1.36' },
  flags: [],
  create: async ({ dialect, gates }) => {
    const group = fillPlaceholders(dialect, 'scheduling.{api}');
    const finalizer = `${group}/podgroup-protection`;
    return {
      handles: handlingIf(gates.isOn('GenericWorkload'), group, 'podgroups', ['CREATE']),
      admit: ({ object }) => {
        const { metadata } = object!;
        const present = metadata.finalizers ?? [];
        if (!present.includes(finalizer)) metadata.finalizers = [...present, finalizer];
      },
    };
  },
};
