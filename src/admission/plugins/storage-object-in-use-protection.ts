import type { PluginDescriptor } from '../descriptor.ts';
import type { AdmissionTarget } from '../plugin.ts';

/** Adds the finalizer that keeps a volume or claim while it is in use; a controller removes it afterwards. */
export const storageObjectInUseProtection: PluginDescriptor = {
  name: 'StorageObjectInUseProtection',
  onByDefault: true,
  flags: [],
  create: async ({ dialect }) => {
    const finalizers: Readonly<Record<string, string>> = {
      persistentvolumes: `${dialect.label}/pv-protection`,
      persistentvolumeclaims: `${dialect.label}/pvc-protection`,
    };
    return {
      handles: ({ operation, group, resource, subresource }: AdmissionTarget) =>
        operation === 'CREATE' && group === '' && subresource === '' && Object.hasOwn(finalizers, resource),
      admit: ({ resource, object }) => {
        const { metadata } = object!;
        const finalizer = finalizers[resource]!;
        const present = metadata.finalizers ?? [];
        if (!present.includes(finalizer)) metadata.finalizers = [...present, finalizer];
      },
    };
  },
};
