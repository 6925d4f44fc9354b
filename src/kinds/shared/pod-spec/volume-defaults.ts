import type {
  CoreV1DownwardAPIVolumeFile,
  CoreV1ProjectedVolumeSource,
  CoreV1Volume,
} from '../../../api/schema/types.gen.ts';
import { roundUpToMilli } from '../resources/quantities.ts';
import { applyVolumeSourceDefaults } from '../volume-sources/defaults.ts';
import type { PodFeatures } from './features.ts';
import { imageTag } from './image-tag.ts';
import { sourcesOf } from './volumes.ts';

/** rw-r--r-- */
const fileMode = 0o644;

export function applyVolumeDefaults(volume: CoreV1Volume, { imageVolumes }: PodFeatures): void {
  if (sourcesOf(volume).length === 0) volume.emptyDir = {};
  applyVolumeSourceDefaults(volume);
  const { secret, configMap, downwardAPI, projected, ephemeral, image } = volume;
  if (secret !== undefined) secret.defaultMode ??= fileMode;
  if (configMap !== undefined) configMap.defaultMode ??= fileMode;
  if (downwardAPI !== undefined) {
    downwardAPI.defaultMode ??= fileMode;
    applyFileDefaults(downwardAPI.items);
  }
  if (image !== undefined && imageVolumes) {
    image.pullPolicy ??= imageTag(image.reference ?? '') === 'latest' ? 'Always' : 'IfNotPresent';
  }
  if (projected !== undefined) applyProjectedDefaults(projected);
  if (ephemeral?.volumeClaimTemplate !== undefined) {
    const { spec } = ephemeral.volumeClaimTemplate;
    spec.volumeMode ??= 'Filesystem';
    roundUpToMilli(spec.resources.limits, spec.resources.requests);
  }
}

function applyProjectedDefaults(projected: CoreV1ProjectedVolumeSource): void {
  projected.defaultMode ??= fileMode;
  for (const { downwardAPI, serviceAccountToken } of projected.sources ?? []) {
    applyFileDefaults(downwardAPI?.items);
    if (serviceAccountToken !== undefined) serviceAccountToken.expirationSeconds ??= 3600;
  }
}

function applyFileDefaults(files: CoreV1DownwardAPIVolumeFile[] = []): void {
  for (const { fieldRef } of files) {
    if (fieldRef !== undefined) fieldRef.apiVersion ??= 'v1';
  }
}
