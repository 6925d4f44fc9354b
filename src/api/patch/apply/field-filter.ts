import type { FieldNode } from './field-set.ts';

/** Fields that never have an owner, in any object. */
export const neverTracked: FieldNode = {
  'f:apiVersion': {},
  'f:kind': {},
  'f:metadata': {
    'f:name': {},
    'f:namespace': {},
    'f:creationTimestamp': {},
    'f:selfLink': {},
    'f:uid': {},
    'f:clusterName': {},
    'f:generation': {},
    'f:managedFields': {},
    'f:resourceVersion': {},
  },
};

export const untrackedMetadata: ReadonlySet<string> = new Set(
  Object.keys(neverTracked['f:metadata']!).map((key) => key.slice(2)),
);

/** Whether a top-level field (`spec`) or a field of metadata (`metadata.labels`) can be owned through a (sub)resource: fields that it resets cannot. */
export type FieldFilter = (field: string) => boolean;
