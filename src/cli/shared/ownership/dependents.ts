import type { ApiCaller } from '../../../client/api/api-call.ts';
import { isAnswer } from '../../../client/api/api-error.ts';
import { ResourceClient } from '../../../client/api/resource-client.ts';
import { Semaphore } from '../../../util/semaphore.ts';
import { fullName, objectName, type ServedResource } from '../discovery/served-api.ts';
import type { TreeNode } from './node.ts';

const maxParallel = 8;
const pageSize = 500;

export interface Dependents {
  /** By the UID of an owner. */
  byOwner: ReadonlyMap<string, readonly TreeNode[]>;
  /** Types that could not be listed, and why. */
  unread: ReadonlyMap<string, string>;
}

/**
 * All objects with owners, as far as they can depend on the root: those of its namespace, of a cluster-scoped root those of
 * the whole cluster. Objects without owners are forgotten page by page.
 */
export async function findDependents(
  client: ApiCaller,
  resources: readonly ServedResource[],
  { type, metadata }: TreeNode,
): Promise<Dependents> {
  const byOwner = new Map<string, TreeNode[]>();
  const unread = new Map<string, string>();
  const seen = new Set<string>();
  const places = new Semaphore(maxParallel);
  const types = listable(resources).filter(({ namespaced }) => namespaced || !type.namespaced);
  const namespace = type.namespaced ? (metadata.namespace ?? '') : '';
  const read = async (one: ServedResource): Promise<void> => {
    try {
      for await (const node of ownedObjects(client, one, namespace)) {
        if (seen.has(node.metadata.uid!)) continue;
        seen.add(node.metadata.uid!);
        for (const { uid } of node.metadata.ownerReferences ?? []) {
          byOwner.set(uid, [...(byOwner.get(uid) ?? []), node]);
        }
      }
    } catch (error) {
      // A type may be gone since the server was asked which there are.
      if (!isAnswer(error, 404) && !isAnswer(error, 405)) unread.set(fullName(one), (error as Error).message);
    }
  };
  await Promise.all(types.map((one) => places.run(() => read(one))));
  return { byOwner, unread };
}

/** One version of each type that can be listed. */
function listable(resources: readonly ServedResource[]): ServedResource[] {
  const chosen = new Map<string, ServedResource>();
  for (const one of resources) {
    if (!one.verbs.includes('list')) continue;
    const key = fullName(one);
    if (one.isPreferred || !chosen.has(key)) chosen.set(key, one);
  }
  return [...chosen.values()];
}

async function* ownedObjects(
  client: ApiCaller,
  type: ServedResource,
  namespace: string,
): AsyncGenerator<TreeNode> {
  const resources = new ResourceClient(client, type);
  let next = '';
  do {
    const page = await resources.listMetadata(namespace, {
      limit: pageSize,
      ...(next && { continue: next }),
    });
    for (const { metadata } of page.items) {
      if (!metadata.ownerReferences?.length) continue;
      const { uid, name, namespace: home, ownerReferences, creationTimestamp } = metadata;
      const { deletionTimestamp, finalizers } = metadata;
      const kept = {
        uid,
        name,
        namespace: home,
        ownerReferences,
        creationTimestamp,
        deletionTimestamp,
        finalizers,
      };
      yield { title: objectName(type, name!), type, metadata: kept as TreeNode['metadata'] };
    }
    next = page.metadata.continue ?? '';
  } while (next !== '');
}
