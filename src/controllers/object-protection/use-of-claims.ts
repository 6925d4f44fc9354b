import type { CoreV1PersistentVolumeClaim, CoreV1Pod } from '../../api/schema/types.gen.ts';

/**
 * Whether a pod uses a claim. A pod that no node was chosen for does not: its node agent would not start it once the
 * claim is being deleted. One that has ended does until it is gone, as its node may still hold the volume; an ephemeral
 * volume's claim is given back as soon as the pod has no time left.
 */
export function usesClaim({ spec, metadata }: CoreV1Pod, claim: CoreV1PersistentVolumeClaim): boolean {
  if (!spec?.nodeName) return false;
  const { name, ownerReferences = [] } = claim.metadata;
  const isOwner = ownerReferences.some(({ controller, uid }) => controller && uid === metadata.uid);
  const isShutDown = Boolean(metadata.deletionTimestamp) && metadata.deletionGracePeriodSeconds === 0;
  return (spec.volumes ?? []).some((volume) => {
    if (volume.persistentVolumeClaim?.claimName === name) return true;
    const isEphemeral = volume.ephemeral !== undefined && `${metadata.name}-${volume.name}` === name;
    return isEphemeral && isOwner && !isShutDown;
  });
}
