import type { CoreV1PersistentVolumeSpec } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import {
  sharedVolumeSourceValidators as shared,
  type VolumeSourceOptions,
  validatePersistentIscsi,
} from '../volume-sources/index.ts';
import {
  type CsiOptions,
  validateAzureFile,
  validateCinder,
  validateCsi,
  validateGlusterfsNamespace,
  validateLocal,
  validateStorageOs,
} from './own-sources.ts';

export interface SourceOptions extends VolumeSourceOptions, CsiOptions {
  volumeName: string;
}

// biome-ignore lint/suspicious/noExplicitAny: each field has values of its own
type OfField = any;

/** One way to provide a volume: a field of the spec. */
interface Source {
  field: keyof CoreV1PersistentVolumeSpec;
  /** The name in the paths of its problems, where that is another. */
  faultsAt?: string;
  /** The name in the path when it is one too many, where that is another. */
  extraAt?: string;
  validate(source: OfField, path: FieldPath, options: SourceOptions): FieldError[];
  /** Never one too many: the API looks at it wherever it finds it. */
  isNeverExtra?: true;
  /** Whether volumes of it could be mounted with options when those were an annotation. */
  takesMountOptions?: true;
}

/** In the order in which they are looked at: the first one is validated, further ones are errors. */
const sources: readonly Source[] = [
  { field: 'hostPath', validate: shared.hostPath },
  {
    field: 'gcePersistentDisk',
    faultsAt: 'persistentDisk',
    validate: shared.gcePersistentDisk,
    takesMountOptions: true,
  },
  { field: 'awsElasticBlockStore', validate: shared.awsElasticBlockStore, takesMountOptions: true },
  {
    field: 'glusterfs',
    validate: (source, path, options) => [
      ...shared.glusterfs(source, path, options),
      ...validateGlusterfsNamespace(source, path),
    ],
    takesMountOptions: true,
  },
  { field: 'flocker', validate: shared.flocker },
  { field: 'nfs', validate: shared.nfs, takesMountOptions: true },
  { field: 'rbd', validate: shared.rbd, takesMountOptions: true },
  { field: 'quobyte', validate: shared.quobyte, takesMountOptions: true },
  { field: 'cephfs', extraAt: 'cephFS', validate: shared.cephfs, takesMountOptions: true },
  {
    field: 'iscsi',
    validate: (source, path, { volumeName }) => validatePersistentIscsi(source, volumeName, path),
    takesMountOptions: true,
  },
  { field: 'cinder', validate: validateCinder, takesMountOptions: true },
  { field: 'fc', validate: shared.fc },
  { field: 'flexVolume', validate: shared.flexVolume, isNeverExtra: true },
  { field: 'azureFile', validate: validateAzureFile, takesMountOptions: true },
  { field: 'vsphereVolume', validate: shared.vsphereVolume, takesMountOptions: true },
  { field: 'photonPersistentDisk', validate: shared.photonPersistentDisk, takesMountOptions: true },
  { field: 'portworxVolume', validate: shared.portworxVolume },
  { field: 'azureDisk', validate: shared.azureDisk, takesMountOptions: true },
  { field: 'scaleIO', validate: shared.scaleIO },
  { field: 'local', validate: validateLocal },
  { field: 'storageos', validate: validateStorageOs },
  { field: 'csi', validate: validateCsi },
];

type Spec = CoreV1PersistentVolumeSpec;

export function validateSources(spec: Spec, path: FieldPath, options: SourceOptions): FieldError[] {
  const [first, ...extra] = sources.filter(({ field }) => spec[field] !== undefined);
  if (first === undefined) return [required(path, 'must specify a volume type')];
  const withoutAffinity = first.field === 'local' && spec.nodeAffinity === undefined;
  const validate = (source: Source) =>
    source.validate(spec[source.field], path.child(source.faultsAt ?? source.field), options);
  return [
    ...validate(first),
    ...(withoutAffinity ? [required(path.child('nodeAffinity'), 'Local volume requires node affinity')] : []),
    ...validateEach(extra, (source) =>
      source.isNeverExtra
        ? validate(source)
        : [forbidden(path.child(source.extraAt ?? source.field), 'may not specify more than 1 volume type')],
    ),
  ];
}

export function takesMountOptions(spec: Spec): boolean {
  return sources.some((source) => source.takesMountOptions && spec[source.field] !== undefined);
}

/** The part of the spec that says where the data is. */
export function sourceOf(spec: Spec): Partial<Spec> {
  return Object.fromEntries(sources.map(({ field }) => [field, spec[field]]));
}
