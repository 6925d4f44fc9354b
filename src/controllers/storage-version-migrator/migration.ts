import type { ListMetadata } from '../../api/meta/metadata.ts';
import type { ApiCaller } from '../../client/api/api-call.ts';
import { isAnswer, isConflict, isNotFound } from '../../client/api/api-error.ts';
import { type DiscoveredResource, preferredResources, readDiscovery } from '../../client/api/discovery.ts';
import { type PartialObject, ResourceClient } from '../../client/api/resource-client.ts';
import { CallError } from '../../client/call-error.ts';
import { allPages } from '../shared/all-pages.ts';
import { inParallel } from '../shared/in-parallel.ts';
import type { Migration } from './conditions.ts';

const objectsAtATime = 4;

/** Field manager of the writes; as the objects stay what they are, it owns nothing in them. */
const manager = 'storage-version-migrator-controller';

/** The type that a migration is about. Rejects when it is not served: it may be so later. */
export async function migratedType(
  client: ApiCaller,
  { spec: { resource: wanted } }: Migration,
): Promise<DiscoveredResource> {
  const { group = '', version = '', resource = '' } = wanted;
  const served = await readDiscovery(client);
  const all = version === '' ? preferredResources(served) : served.resources;
  const found = all.find(
    (one) => one.group === group && one.resource === resource && (version === '' || one.version === version),
  );
  if (found === undefined) throw new Error(`${resource}.${group} is not served`);
  return found;
}

/** The version of the store at which a migration begins: objects that change after it need no migration. */
export async function presentVersion(client: ApiCaller, type: DiscoveredResource): Promise<string> {
  const { metadata } = await new ResourceClient<PartialObject>(client, type).listMetadata('', { limit: 1 });
  return (metadata as ListMetadata).resourceVersion ?? '';
}

/** Writes all objects anew that have not changed since `resourceVersion`. Rejects with the error that stopped it. */
export async function rewriteAll(
  client: ApiCaller,
  type: DiscoveredResource,
  resourceVersion: string,
): Promise<void> {
  const objects = new ResourceClient<PartialObject>(client, type);
  const { group, version, kind } = type;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  const rewrite = async ({ metadata }: PartialObject): Promise<void> => {
    const { namespace = '', name = '', uid, resourceVersion: own = '' } = metadata;
    if (BigInt(own) > BigInt(resourceVersion)) return;
    const patch = { apiVersion, kind, metadata: { name, uid, resourceVersion: own } };
    try {
      await objects.patch(namespace, name, patch, 'application/apply-patch+yaml', { fieldManager: manager });
    } catch (error) {
      // It was written or deleted meanwhile.
      if (!isConflict(error) && !isNotFound(error)) throw error;
    }
  };
  for await (const page of allPages((options) => objects.listMetadata('', options)))
    await inParallel(page, objectsAtATime, rewrite);
}

const passing = [429, 500, 503, 504];

/** Whether what went wrong may go right at another time. */
export const mayPass = (error: unknown): boolean =>
  error instanceof CallError || passing.some((code) => isAnswer(error, code));
