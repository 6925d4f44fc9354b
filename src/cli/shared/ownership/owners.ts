import type { ApiCaller } from '../../../client/api/api-call.ts';
import { isForbidden, isNotFound } from '../../../client/api/api-error.ts';
import { type PartialObject, ResourceClient } from '../../../client/api/resource-client.ts';
import type { Discovery } from '../discovery/discovery.ts';
import { objectName } from '../discovery/served-api.ts';
import type { NameTarget } from '../resources/target.ts';
import type { TreeNode } from './node.ts';

/** Owners of owners that are followed; references may be written by hand, in circles too. */
const maxHeight = 50;

export interface OwnerSources {
  client: ApiCaller;
  discovery: Pick<Discovery, 'ofKind'>;
}

/** The object with its owners, the topmost first: at each step the controller, or else the first owner. */
export async function ownersOf(
  sources: OwnerSources,
  { type, namespace, name }: NameTarget,
): Promise<TreeNode[]> {
  const { metadata } = await new ResourceClient(sources.client, type).getMetadata(namespace, name);
  const chain: TreeNode[] = [{ title: objectName(type, name), type, metadata }];
  const seen = new Set([metadata.uid]);
  while (chain.length < maxHeight) {
    const owner = await ownerOf(sources, chain[0]!);
    if (owner === undefined || seen.has(owner.metadata.uid)) break;
    seen.add(owner.metadata.uid);
    chain.unshift(owner);
    if (owner.isGone) break;
  }
  return chain;
}

async function ownerOf(
  { client, discovery }: OwnerSources,
  { metadata }: TreeNode,
): Promise<TreeNode | undefined> {
  const owners = metadata.ownerReferences ?? [];
  const reference = owners.find(({ controller }) => controller) ?? owners[0];
  if (reference === undefined) return undefined;
  const { apiVersion, kind, name, uid } = reference;
  const unknown = { group: '', version: '', resource: '', namespaced: true };
  const type = await discovery.ofKind(apiVersion, kind);
  const gone = {
    title: `${kind.toLowerCase()}/${name}`,
    type: type ?? unknown,
    metadata: { name, uid },
    isGone: true,
  };
  if (type === undefined) return gone;
  const title = objectName(type, name);
  try {
    const namespace = type.namespaced ? (metadata.namespace ?? '') : '';
    const found: PartialObject = await new ResourceClient(client, type).getMetadata(namespace, name);
    // Another object of the same name came after it.
    return found.metadata.uid === uid ? { title, type, metadata: found.metadata } : { ...gone, title };
  } catch (error) {
    if (isNotFound(error)) return { ...gone, title };
    if (isForbidden(error)) return { title, type, metadata: { name, uid } };
    throw error;
  }
}
