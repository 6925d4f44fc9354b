import type { ApiObject } from '../../../api/meta/metadata.ts';
import type { ApiCaller } from '../../../client/api/api-call.ts';
import { isAnswer, isForbidden, isNotFound } from '../../../client/api/api-error.ts';
import { ResourceClient } from '../../../client/api/resource-client.ts';
import { fullName } from '../discovery/served-api.ts';
import { CliError } from '../errors/cli-error.ts';
import type { ObjectPlace } from '../writes/writer.ts';

/** The deleted object. `uid`: undefined when the server did not say. */
export interface Deleted extends ObjectPlace {
  uid: string | undefined;
}

/** Seconds for which a watch is asked. */
const watchSeconds = 300;

/**
 * Resolves when the object is gone, or another one has its name; also when the user may not look. Rejects with CliError
 * when the signal comes first.
 */
export async function waitUntilGone(client: ApiCaller, deleted: Deleted, signal: AbortSignal): Promise<void> {
  try {
    while (!(await isGone(client, deleted, signal)));
  } catch (error) {
    if (isForbidden(error) || isAnswer(error, 405) || isNotFound(error)) return;
    if (!signal.aborted) throw error;
    throw new CliError(`timed out waiting for the condition on ${fullName(deleted.type)}/${deleted.name}`);
  }
}

/** Looks, and then watches. False when the watch has ended and the object may still be there. */
async function isGone(
  client: ApiCaller,
  { type, namespace, name, uid }: Deleted,
  signal: AbortSignal,
): Promise<boolean> {
  signal.throwIfAborted();
  const resource = new ResourceClient<ApiObject>(client, type);
  const fieldSelector = `metadata.name=${name}`;
  const { metadata, items } = await resource.list(namespace, { fieldSelector }, signal);
  const [found] = items;
  if (found === undefined || (uid !== undefined && found.metadata.uid !== uid)) return true;
  const { resourceVersion = '' } = metadata;
  const query = { fieldSelector, resourceVersion, timeoutSeconds: watchSeconds };
  for await (const event of resource.watch(namespace, query, signal)) {
    if (event.type === 'DELETED') return true;
  }
  return false;
}
