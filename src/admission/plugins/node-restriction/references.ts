import type { CoreV1Pod, CoreV1Volume } from '../../../api/schema/types.gen.ts';
import { namesConfigMap, namesSecret } from '../shared/pod-references.ts';

/**
 * The type of an object that a pod refers to, as the refusal of a mirror pod names it; undefined when it refers to none.
 * Nodes read what their pods refer to, so they must not make such pods.
 */
export function earlyReference(pod: CoreV1Pod): string | undefined {
  if (pod.spec.serviceAccountName) return 'a service account';
  if (namesSecret(pod)) return 'secrets';
  if (namesConfigMap(pod)) return 'configmaps';
  return (pod.spec.volumes ?? []).some(({ persistentVolumeClaim }) => persistentVolumeClaim)
    ? 'persistentvolumeclaims'
    : undefined;
}

/** The same in releases that look at everything that a pod may refer to. */
export function anyReference(pod: CoreV1Pod): string | undefined {
  const { serviceAccountName, resourceClaims, volumes } = pod.spec;
  if (serviceAccountName) return 'serviceaccounts';
  if (namesSecret(pod)) return 'secrets';
  if (namesConfigMap(pod)) return 'configmaps';
  if ((resourceClaims ?? []).length > 0) return 'resourceclaims';
  for (const volume of volumes ?? []) {
    const type = typeOfVolume(volume);
    if (type !== undefined) return type;
  }
  return undefined;
}

function typeOfVolume({ persistentVolumeClaim, ephemeral, csi, glusterfs, projected }: CoreV1Volume) {
  if (persistentVolumeClaim || ephemeral) return 'persistentvolumeclaims';
  if (csi) return 'csidrivers';
  if (glusterfs) return 'endpoints';
  for (const { clusterTrustBundle, podCertificate, serviceAccountToken } of projected?.sources ?? []) {
    if (clusterTrustBundle) return 'clustertrustbundles';
    if (podCertificate) return 'podcertificaterequests';
    if (serviceAccountToken) return 'serviceaccounts';
  }
  return undefined;
}
