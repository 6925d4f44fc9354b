import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { csiDriver } from './csi-driver/index.ts';
import { csiNode } from './csi-node/index.ts';
import { csiStorageCapacity } from './csi-storage-capacity/index.ts';
import { storageClass } from './storage-class/index.ts';
import { volumeAttachment } from './volume-attachment/index.ts';
import { volumeAttributesClass } from './volume-attributes-class/index.ts';

export function storageKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [storageClass, volumeAttachment, volumeAttributesClass, csiDriver, csiNode, csiStorageCapacity].map(
    (kind) => kind(dependencies),
  );
}
