import type { MetaV1ObjectMeta } from '../../api/schema/types.gen.ts';

interface WithMetadata {
  metadata: MetaV1ObjectMeta;
}

export const keptMetadata = ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const;

/** Resets labels, annotations, finalizers and owner references to the stored ones, for writes of the status. */
export function keepMetadata({ metadata }: WithMetadata, old: WithMetadata): void {
  for (const field of keptMetadata) {
    const before = old.metadata[field];
    if (before === undefined) delete metadata[field];
    else Object.assign(metadata, { [field]: before });
  }
}
