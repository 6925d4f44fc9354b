import type { CoreV1Volume } from '../../../api/schema/types.gen.ts';
import type { Description } from '../description.ts';

type Field = readonly [name: string, value: unknown];

/** `isTemplate`: the lines are indented by one step. */
export function describeVolumes(
  to: Description,
  volumes: readonly CoreV1Volume[] = [],
  isTemplate = false,
): void {
  if (volumes.length === 0) return to.field(isTemplate ? 1 : 0, 'Volumes', '<none>');
  to.line(isTemplate ? 1 : 0, 'Volumes:');
  for (const volume of volumes) {
    to.line(1, `${isTemplate ? ' ' : ''}${volume.name}:`);
    for (const [name, value] of fieldsOf(volume)) to.field(2, name, value);
  }
}

function fieldsOf(volume: CoreV1Volume): readonly Field[] {
  const {
    hostPath,
    emptyDir,
    secret,
    configMap,
    persistentVolumeClaim: claim,
    projected,
    nfs,
    csi,
    downwardAPI,
  } = volume;
  if (hostPath !== undefined) {
    return [
      ['Type', 'HostPath (bare host directory volume)'],
      ['Path', hostPath.path],
      ['HostPathType', hostPath.type],
    ];
  }
  if (emptyDir !== undefined) {
    const type = "EmptyDir (a temporary directory that shares a pod's lifetime)";
    return [
      ['Type', type],
      ['Medium', emptyDir.medium],
      ['SizeLimit', emptyDir.sizeLimit ?? '<unset>'],
    ];
  }
  if (secret !== undefined) {
    const { secretName, optional = false } = secret;
    return [
      ['Type', 'Secret (a volume populated by a Secret)'],
      ['SecretName', secretName],
      ['Optional', optional],
    ];
  }
  if (configMap !== undefined) {
    const { name, optional = false } = configMap;
    return [
      ['Type', 'ConfigMap (a volume populated by a ConfigMap)'],
      ['Name', name],
      ['Optional', optional],
    ];
  }
  if (claim !== undefined) {
    const type = 'PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)';
    return [
      ['Type', type],
      ['ClaimName', claim.claimName],
      ['ReadOnly', claim.readOnly ?? false],
    ];
  }
  if (projected !== undefined) return projectedFields(projected);
  if (nfs !== undefined) {
    const type = 'NFS (an NFS mount that lasts the lifetime of a pod)';
    return [
      ['Type', type],
      ['Server', nfs.server],
      ['Path', nfs.path],
      ['ReadOnly', nfs.readOnly ?? false],
    ];
  }
  if (csi !== undefined) {
    const type = 'CSI (a Container Storage Interface (CSI) volume source)';
    return [
      ['Type', type],
      ['Driver', csi.driver],
      ['FSType', csi.fsType],
      ['ReadOnly', csi.readOnly ?? false],
    ];
  }
  if (downwardAPI !== undefined)
    return [['Type', 'DownwardAPI (a volume populated by information about the pod)']];
  const [source = ''] = Object.keys(volume).filter((name) => name !== 'name');
  return [['Type', source === '' ? '<unknown>' : source]];
}

function projectedFields({ sources = [] }: NonNullable<CoreV1Volume['projected']>): Field[] {
  const fields: Field[] = [
    ['Type', 'Projected (a volume that contains injected data from multiple sources)'],
  ];
  for (const { secret, configMap, downwardAPI, serviceAccountToken } of sources ?? []) {
    if (secret !== undefined)
      fields.push(['SecretName', secret.name], ['Optional', secret.optional ?? false]);
    if (downwardAPI !== undefined) fields.push(['DownwardAPI', true]);
    if (configMap !== undefined) {
      fields.push(['ConfigMapName', configMap.name], ['Optional', configMap.optional ?? false]);
    }
    if (serviceAccountToken !== undefined) {
      fields.push(['TokenExpirationSeconds', serviceAccountToken.expirationSeconds ?? 3600]);
    }
  }
  return fields;
}
