import type { CoreV1Volume } from '../../../api/schema/types.gen.ts';
import { roundUpToMilli } from '../resources/quantities.ts';
import type { PodFeatures } from './features.ts';
import { imageTag } from './image-tag.ts';
import { sourcesOf } from './volumes.ts';

export function applyVolumeDefaults(volume: CoreV1Volume, { imageVolumes }: PodFeatures): void {
  if (sourcesOf(volume).length === 0) volume.emptyDir = {};
  const { ephemeral, image } = volume;
  if (image !== undefined && imageVolumes) {
    image.pullPolicy ??= imageTag(image.reference ?? '') === 'latest' ? 'Always' : 'IfNotPresent';
  }
  if (ephemeral?.volumeClaimTemplate !== undefined) {
    const { limits, requests } = ephemeral.volumeClaimTemplate.spec.resources;
    roundUpToMilli(limits, requests);
  }
}
