import type { CoreV1Volume, CoreV1VolumeSource } from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { dns1123Label, dns1123Subdomain } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { goQuote } from '../../../util/quote.ts';
import { requireFormat } from '../field-checks.ts';
import { volumeSourceValidators } from '../volume-sources/index.ts';
import { validateInitiator } from '../volume-sources/iscsi.ts';
import { isOpenPath } from '../volume-sources/projected.ts';
import type { PodVolumeOptions, VolumeSourceValidator } from '../volume-sources/validator.ts';
import type { PodContext } from './options.ts';

type SourceName = keyof CoreV1VolumeSource;

/** In the order in which the API looks for them: the first one is validated, further ones are errors. */
const sourceNames: readonly SourceName[] = [
  'emptyDir',
  'hostPath',
  'gitRepo',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'secret',
  'nfs',
  'iscsi',
  'glusterfs',
  'flocker',
  'persistentVolumeClaim',
  'rbd',
  'cinder',
  'cephfs',
  'quobyte',
  'downwardAPI',
  'fc',
  'flexVolume',
  'configMap',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'storageos',
  'projected',
  'scaleIO',
  'csi',
  'ephemeral',
  'image',
];

/** Names in paths of the API that are not the name of the field. */
const pathNames: { readonly [K in SourceName]?: string } = { gcePersistentDisk: 'persistentDisk' };
const surplusPathNames: { readonly [K in SourceName]?: string } = {
  cephfs: 'cephFS',
  downwardAPI: 'downwarAPI',
};

/** The names of the sources that a volume has. */
export function sourcesOf(volume: CoreV1Volume): SourceName[] {
  const names = (Object.keys(volume) as (SourceName | 'name')[]).filter(
    (name): name is SourceName => name !== 'name' && volume[name] !== undefined,
  );
  return names.length > 1 ? sourceNames.filter((name) => names.includes(name)) : names;
}

export interface ValidatedVolumes {
  errors: FieldError[];
  /** The valid ones, by name. */
  volumes: Map<string, CoreV1Volume>;
}

export function validateVolumes(
  list: readonly CoreV1Volume[] = [],
  path: FieldPath,
  context: PodContext,
): ValidatedVolumes {
  const volumes = new Map<string, CoreV1Volume>();
  const claims = claimsOf(list, context);
  const errors = validateEach(list, (volume, index) => {
    const volumePath = path.index(index);
    const namePath = volumePath.child('name');
    const problems = [
      ...validateSources(volume, volumePath, context),
      ...requireFormat(volume.name, namePath, dns1123Label),
      ...(volumes.has(volume.name) ? [duplicate(namePath, volume.name)] : []),
    ];
    if (problems.length === 0) volumes.set(volume.name, volume);
    return claims.size === 0 ? problems : [...problems, ...validateForeignClaim(volume, claims, volumePath)];
  });
  return { errors, volumes };
}

/** The names of the claims that will be made for the ephemeral volumes; none without a name of the pod. */
function claimsOf(volumes: readonly CoreV1Volume[], { metadata }: PodContext): ReadonlySet<string> {
  const podName = metadata?.name;
  const names = volumes
    .filter(({ ephemeral }) => ephemeral !== undefined)
    .map(({ name }) => `${podName}-${name}`);
  return new Set(podName ? names : []);
}

function validateForeignClaim(
  { persistentVolumeClaim }: CoreV1Volume,
  claims: ReadonlySet<string>,
  path: FieldPath,
): FieldError[] {
  if (persistentVolumeClaim === undefined || !claims.has(persistentVolumeClaim.claimName)) return [];
  const text = 'must not reference a PVC that gets created for an ephemeral volume';
  return [invalid(path.child('persistentVolumeClaim', 'claimName'), persistentVolumeClaim.claimName, text)];
}

function validateSources(volume: CoreV1Volume, path: FieldPath, context: PodContext): FieldError[] {
  const names = sourcesOf(volume);
  const [name] = names;
  if (name === undefined) return [required(path, 'must specify a volume type')];
  const validate = volumeSourceValidators[name] as VolumeSourceValidator<unknown, PodVolumeOptions>;
  return [
    ...validate(volume[name], path.child(pathNames[name] ?? name), {
      ...context,
      isInPod: context.metadata !== undefined,
      hasOpenTokenPath: hasOpenTokenPath(context.old?.spec.volumes),
    }),
    ...validateNaming(volume, name, path, context),
    ...names
      .slice(1)
      .map((other) =>
        forbidden(path.child(surplusPathNames[other] ?? other), 'may not specify more than 1 volume type'),
      ),
  ];
}

const hasOpenTokenPath = (volumes: readonly CoreV1Volume[] = []): boolean =>
  volumes.some(({ projected }) =>
    projected?.sources?.some(
      ({ serviceAccountToken }) => serviceAccountToken !== undefined && isOpenPath(serviceAccountToken.path),
    ),
  );

/** Some sources make names of the name of the volume. */
function validateNaming(
  volume: CoreV1Volume,
  source: SourceName,
  path: FieldPath,
  { metadata }: PodContext,
): FieldError[] {
  const podName = metadata?.name;
  if (source === 'iscsi') return validateInitiator(volume.iscsi!, volume.name, path.child('name'));
  if (source !== 'ephemeral' || !podName || volume.name === '') return [];
  const claim = `${podName}-${volume.name}`;
  return dns1123Subdomain(claim).map((message) =>
    invalid(path.child('name'), volume.name, `PVC name ${goQuote(claim)}: ${message}`),
  );
}
