import type { CoreV1Pod, CoreV1Volume } from '../../../api/schema/types.gen.ts';
import { type AnyContainer, containersOf } from './containers.ts';

/** Whether anything in the pod names a Secret. */
export function namesSecret(pod: CoreV1Pod): boolean {
  const { imagePullSecrets, volumes } = pod.spec;
  if ((imagePullSecrets ?? []).length > 0) return true;
  return (volumes ?? []).some(volumeNamesSecret) || containersOf(pod).some(containerNames('secret'));
}

/** Whether anything in the pod names a ConfigMap. */
export function namesConfigMap(pod: CoreV1Pod): boolean {
  const inVolume = ({ configMap, projected }: CoreV1Volume): boolean =>
    Boolean(configMap) || (projected?.sources ?? []).some((source) => Boolean(source.configMap));
  return (pod.spec.volumes ?? []).some(inVolume) || containersOf(pod).some(containerNames('configMap'));
}

const containerNames =
  (what: 'secret' | 'configMap') =>
  ({ container }: { container: AnyContainer }): boolean =>
    (container.env ?? []).some(({ valueFrom }) => Boolean(valueFrom?.[`${what}KeyRef`])) ||
    (container.envFrom ?? []).some((source) => Boolean(source[`${what}Ref`]));

function volumeNamesSecret(volume: CoreV1Volume): boolean {
  const { azureFile, cephfs, cinder, csi, flexVolume, iscsi, projected, rbd, scaleIO, secret, storageos } =
    volume;
  if (secret || azureFile) return true;
  if (csi?.nodePublishSecretRef) return true;
  if ([cephfs, cinder, flexVolume, iscsi, rbd, scaleIO, storageos].some((source) => source?.secretRef))
    return true;
  return (projected?.sources ?? []).some((source) => Boolean(source.secret));
}
