import type {
  CoreV1Container,
  CoreV1EphemeralContainer,
  CoreV1Pod,
  CoreV1Volume,
} from '../../../../api/schema/types.gen.ts';

/** The objects of its namespace that a pod refers to by name. */
export type UsedKind = 'secret' | 'config map' | 'claim' | 'service account' | 'resource claim';

/**
 * The objects that a pod uses, as lines of one text: there are very many pods and few look-ups.
 *
 *     \nservice account:default\nsecret:pull\nconfig map:settings\n
 */
export function podUses(pod: CoreV1Pod): string {
  const uses = new Set<string>();
  const use = (kind: UsedKind, name: string | undefined): void => {
    if (name !== undefined && mayBeName(name)) uses.add(`${kind}:${name}`);
  };
  const { spec } = pod;
  use('service account', spec.serviceAccountName);
  for (const { name } of spec.imagePullSecrets ?? []) use('secret', name);
  const containers = [
    ...(spec.initContainers ?? []),
    ...(spec.containers ?? []),
    ...(spec.ephemeralContainers ?? []),
  ];
  for (const container of containers) visitEnvironment(container, use);
  for (const volume of spec.volumes ?? []) visitVolume(volume, pod.metadata.name ?? '', use);
  for (const name of resourceClaims(pod)) use('resource claim', name);
  return `\n${[...uses].join('\n')}\n`;
}

export const isAmong = (uses: string, kind: UsedKind, name: string): boolean =>
  mayBeName(name) && uses.includes(`\n${kind}:${name}\n`);

/** No object is called otherwise, and nothing that is made up may look like a line of its own. */
const mayBeName = (name: string): boolean => name !== '' && !name.includes('\n');

type Use = (kind: UsedKind, name: string | undefined) => void;

function visitEnvironment({ env, envFrom }: CoreV1Container | CoreV1EphemeralContainer, use: Use): void {
  for (const { configMapRef, secretRef } of envFrom ?? []) {
    use('config map', configMapRef?.name);
    use('secret', secretRef?.name);
  }
  for (const { valueFrom } of env ?? []) {
    use('config map', valueFrom?.configMapKeyRef?.name);
    use('secret', valueFrom?.secretKeyRef?.name);
  }
}

function visitVolume(volume: CoreV1Volume, pod: string, use: Use): void {
  const { azureFile, cephfs, cinder, flexVolume, rbd, scaleIO, iscsi, storageos } = volume;
  use('secret', volume.secret?.secretName);
  use('secret', azureFile?.secretName);
  use('secret', volume.csi?.nodePublishSecretRef?.name);
  for (const source of [cephfs, cinder, flexVolume, rbd, scaleIO, iscsi, storageos])
    use('secret', source?.secretRef?.name);
  use('config map', volume.configMap?.name);
  for (const { secret, configMap } of volume.projected?.sources ?? []) {
    use('secret', secret?.name);
    use('config map', configMap?.name);
  }
  use('claim', volume.persistentVolumeClaim?.claimName);
  // The claim of an ephemeral volume is named for its pod.
  if (volume.ephemeral !== undefined) use('claim', `${pod}-${volume.name}`);
}

/** Names of claims that the pod has been given for templates stand in its status. */
function* resourceClaims({ spec, status }: CoreV1Pod): Generator<string | undefined> {
  const given = new Map(
    (status?.resourceClaimStatuses ?? []).map(({ name, resourceClaimName }) => [name, resourceClaimName]),
  );
  for (const { name, resourceClaimName } of spec.resourceClaims ?? [])
    yield resourceClaimName ?? given.get(name);
  yield status?.extendedResourceClaimStatus?.resourceClaimName;
}
