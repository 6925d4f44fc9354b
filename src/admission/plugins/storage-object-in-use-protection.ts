import type { PluginDescriptor } from '../descriptor.ts';
import type { AdmissionTarget } from '../plugin.ts';

/** What is deleted while it is in use stays until it is not: whoever watches over that takes the finalizer away. */
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
