import { fillPlaceholders } from '../../api/meta/dialect.ts';
import type { CoreV1PersistentVolumeClaim, StorageV1StorageClass } from '../../api/schema/types.gen.ts';
import { parseQuantity, Quantity } from '../../api/values/quantity.ts';
import type { PluginDependencies, PluginDescriptor } from '../descriptor.ts';
import type { AdmissionPlugin } from '../plugin.ts';
import { entryOf, objectOf, oldOf } from './shared/objects.ts';
import { forbidden } from './shared/refusals.ts';
import { handling } from './shared/targets.ts';

/** A claim grows where its storage class says that volumes can. */
export const persistentVolumeClaimResize: PluginDescriptor = {
  name: 'PersistentVolumeClaimResize',
  onByDefault: true,
  flags: [],
  create: async (given) => plugin(given),
};

function plugin({ objects, dialect }: PluginDependencies): AdmissionPlugin {
  const type = { group: fillPlaceholders(dialect, 'storage.{api}'), resource: 'storageclasses' };
  const classes = objects.lister<StorageV1StorageClass>(type);
  const older = `volume.beta.${dialect.label}/storage-class`;
  const classOf = ({ metadata, spec }: CoreV1PersistentVolumeClaim): string =>
    entryOf(metadata.annotations, older) ?? spec.storageClassName ?? '';
  return {
    handles: handling('', 'persistentvolumeclaims', ['UPDATE']),
    validate: (attributes) => {
      const claim = objectOf<CoreV1PersistentVolumeClaim>(attributes);
      const before = oldOf<CoreV1PersistentVolumeClaim>(attributes);
      if (sizeOf(claim).compare(sizeOf(before)) <= 0) return;
      if (before.status.phase !== 'Bound')
        throw forbidden(attributes, 'Only bound persistent volume claims can be expanded');
      const name = classOf(claim);
      if (name !== '' && name === classOf(before) && classes.get('', name)?.allowVolumeExpansion) return;
      const why =
        'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
      throw forbidden(attributes, why);
    },
  };
}

function sizeOf({ spec }: CoreV1PersistentVolumeClaim): Quantity {
  const text = entryOf(spec.resources.requests, 'storage');
  return text === undefined ? Quantity.zero : parseQuantity(text);
}
