import { fillPlaceholders } from '../../api/meta/dialect.ts';
import { internalError } from '../../api/meta/status.ts';
import type {
  CoreV1PersistentVolumeClaim,
  NetworkingV1Ingress,
  NetworkingV1IngressClass,
  StorageV1StorageClass,
} from '../../api/schema/types.gen.ts';
import type { PluginDependencies, PluginDescriptor } from '../descriptor.ts';
import type { AdmissionPlugin } from '../plugin.ts';
import { MarkedObjects } from './shared/marked-objects.ts';
import { entryOf, objectOf } from './shared/objects.ts';
import { refusal } from './shared/refusals.ts';
import { handling } from './shared/targets.ts';

/** Sets the class that is marked as the default on objects without one. */
export const defaultIngressClass: PluginDescriptor = {
  name: 'DefaultIngressClass',
  onByDefault: true,
  flags: [],
  create: async (given) => ofIngresses(given),
};

export const defaultStorageClass: PluginDescriptor = {
  name: 'DefaultStorageClass',
  onByDefault: true,
  flags: [],
  create: async (given) => ofClaims(given),
};

function ofIngresses({ dialect, gates, objects, resources }: PluginDependencies): AdmissionPlugin {
  const takesNewest = gates.isIn('1.25');
  const group = fillPlaceholders(dialect, 'networking.{api}');
  const mark = `ingressclass.${dialect.label}/is-default-class`;
  /** Annotation that asked for a class before there was a field. */
  const older = `${dialect.label}/ingress.class`;
  const defaults = resources.use(
    new MarkedObjects(
      objects.lister<NetworkingV1IngressClass>({ group, resource: 'ingressclasses' }),
      ({ metadata }) => entryOf(metadata.annotations, mark) === 'true',
    ),
  );
  return {
    handles: handling(group, 'ingresses', ['CREATE']),
    admit: (attributes) => {
      const { metadata, spec } = objectOf<NetworkingV1Ingress>(attributes);
      if (spec.ingressClassName !== undefined && spec.ingressClassName !== null) return;
      if (entryOf(metadata.annotations, older) !== undefined) return;
      const found = defaults.all();
      if (found.length > 1 && !takesNewest) {
        const problem = `${found.length} default IngressClasses were found, only 1 allowed`;
        throw refusal(attributes, internalError(problem));
      }
      const [first] = found.sort(byAge);
      if (first !== undefined) spec.ingressClassName = first.metadata.name!;
    },
  };
}

function ofClaims({ dialect, gates, objects, resources }: PluginDependencies): AdmissionPlugin {
  const takesNewest = gates.isIn('1.26');
  const marks = ['', 'beta.'].map((stage) => `storageclass.${stage}${dialect.label}/is-default-class`);
  const older = `volume.beta.${dialect.label}/storage-class`;
  const type = { group: fillPlaceholders(dialect, 'storage.{api}'), resource: 'storageclasses' };
  const defaults = resources.use(
    new MarkedObjects(objects.lister<StorageV1StorageClass>(type), ({ metadata }) =>
      marks.some((mark) => entryOf(metadata.annotations, mark) === 'true'),
    ),
  );
  return {
    handles: handling('', 'persistentvolumeclaims', ['CREATE']),
    admit: (attributes) => {
      const { metadata, spec } = objectOf<CoreV1PersistentVolumeClaim>(attributes);
      // An empty name asks for no class: that is a wish as well.
      if (spec.storageClassName !== undefined && spec.storageClassName !== null) return;
      if (entryOf(metadata.annotations, older) !== undefined) return;
      const found = defaults.all();
      if (found.length > 1 && !takesNewest)
        throw refusal(attributes, internalError(`${found.length} default StorageClasses were found`));
      const [first] = found.sort(byAge);
      if (first !== undefined) spec.storageClassName = first.metadata.name!;
    },
  };
}

type Class = StorageV1StorageClass | NetworkingV1IngressClass;

/** The newest first, those of the same age by name. */
function byAge({ metadata }: Class, { metadata: other }: Class): number {
  const [time, otherTime] = [metadata.creationTimestamp ?? '', other.creationTimestamp ?? ''];
  if (time !== otherTime) return time > otherTime ? -1 : 1;
  return metadata.name! < other.name! ? -1 : 1;
}
