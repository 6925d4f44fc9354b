import { fillPlaceholders } from '../../api/meta/dialect.ts';
import type { PluginDescriptor } from '../descriptor.ts';
import type { AdmissionTarget } from '../plugin.ts';

/** Adds the finalizer that keeps a volume, claim or class while it is in use; a controller removes it afterwards. */
export const storageObjectInUseProtection: PluginDescriptor = {
  name: 'StorageObjectInUseProtection',
  onByDefault: true,
  flags: [],
  create: async ({ dialect, gates }) => {
    const ofCore = { persistentvolumes: 'pv', persistentvolumeclaims: 'pvc' };
    const protectsClasses = gates.isIn('1.33') && gates.isOn('VolumeAttributesClass');
    const ofStorage = protectsClasses ? { volumeattributesclasses: 'vac' } : {};
    const finalizers = new Map(
      Object.entries({ '': ofCore, [fillPlaceholders(dialect, 'storage.{api}')]: ofStorage }).flatMap(
        ([group, kinds]) =>
          Object.entries(kinds).map(([resource, kind]) => [
            `${resource}.${group}`,
            `${dialect.label}/${kind}-protection`,
          ]),
      ),
    );
    return {
      handles: ({ operation, group, resource, subresource }: AdmissionTarget) =>
        operation === 'CREATE' && subresource === '' && finalizers.has(`${resource}.${group}`),
      admit: ({ group, resource, object }) => {
        const { metadata } = object!;
        const finalizer = finalizers.get(`${resource}.${group}`)!;
        const present = metadata.finalizers ?? [];
        if (!present.includes(finalizer)) metadata.finalizers = [...present, finalizer];
      },
    };
  },
};
