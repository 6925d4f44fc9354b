import type { FieldNode } from './field-set.ts';

/** What never has an owner, as paths of every object. */
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

/** Whether a field at the top of an object counts, or one of its metadata (`metadata.labels`): what is set back does not. */
export type FieldFilter = (field: string) => boolean;
