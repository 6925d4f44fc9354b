import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { StorageV1VolumeAttachment } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { strategy } from './strategy.ts';
import { table } from './table.ts';
import { attachmentValidation } from './validation.ts';

/** Requests that a volume be attached to a node; the status says whether it is. */
export function volumeAttachment({ dialect, gates }: KindDependencies): KindRules<StorageV1VolumeAttachment> {
  const { validateCreate, validateUpdate } = attachmentValidation(dialect, gates);
  return {
    group: fillPlaceholders(dialect, 'storage.{api}'),
    kind: 'VolumeAttachment',
    validateName: nameIsDnsSubdomain,
    ...strategy,
    validateCreate,
    validateUpdate,
    status: { ...strategy.status, validateUpdate },
    requiresResourceVersion: true,
    deletion: { answersWithObject: true },
    table,
  };
}
