import type { ObjectMeta } from '../../../api/meta/metadata.ts';
import type { ResourceType } from '../../../client/api/resource-client.ts';

/** An object of the tree. */
export interface TreeNode {
  /** `deployment.apps/web` */
  title: string;
  type: ResourceType & { namespaced: boolean };
  metadata: Pick<
    ObjectMeta,
    | 'creationTimestamp'
    | 'deletionTimestamp'
    | 'finalizers'
    | 'name'
    | 'namespace'
    | 'ownerReferences'
    | 'uid'
  >;
  /** The owner that an object names is not there. */
  isGone?: boolean;
}
