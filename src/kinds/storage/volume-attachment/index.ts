import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { StorageV1VolumeAttachment } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { strategy } from './strategy.ts';
import { table } from './table.ts';
import { validateVolumeAttachment, validateVolumeAttachmentUpdate } from './validation.ts';

/** Requests that a volume be attached to a node; the status says whether it is. */
export function volumeAttachment({ dialect }: KindDependencies): KindRules<StorageV1VolumeAttachment> {
  return {
    group: fillPlaceholders(dialect, 'storage.{api}'),
    kind: 'VolumeAttachment',
    validateName: nameIsDnsSubdomain,
    ...strategy,
    validateCreate: validateVolumeAttachment,
    validateUpdate: validateVolumeAttachmentUpdate,
    requiresResourceVersion: true,
    deletion: { answersWithObject: true },
    table,
  };
}
