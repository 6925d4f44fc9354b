import type { MetaV1ObjectMeta } from '../../api/schema/types.gen.ts';

interface WithSpec {
  metadata: MetaV1ObjectMeta;
  spec?: unknown;
}

const keptMetadata = ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const;

/** An update of the status that resets the spec and the metadata of other writers to what is stored. */
export const statusStrategy = {
  keeps: keptMetadata,
  prepareForUpdate(object: WithSpec, old: WithSpec): void {
    object.spec = old.spec;
    for (const field of keptMetadata) {
      const before = old.metadata[field];
      if (before === undefined) delete object.metadata[field];
      else Object.assign(object.metadata, { [field]: before });
    }
  },
};
