import type { ObjectMeta } from '../../../api/meta/metadata.ts';
import type { ApiCaller } from '../../../client/api/api-call.ts';
import { type DeleteOptions, pathOf } from '../../../client/api/resource-client.ts';
import type { ObjectPlace } from '../writes/writer.ts';
import { type Deleted, waitUntilGone } from './wait-until-gone.ts';

/** The object itself while something holds it, or a Status that names it. */
interface Deletion {
  metadata?: ObjectMeta;
  details?: { uid?: string };
}

/** In the background, where the options do not say how. Rejects as `ApiCaller.json` does. */
export async function deleteObject(
  client: ApiCaller,
  { type, namespace, name }: ObjectPlace,
  options: DeleteOptions & { dryRun?: readonly string[] } = {},
): Promise<Deleted> {
  const body = { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background', ...options };
  const path = pathOf(type, namespace, name);
  const answer = await client.json<Deletion>({ method: 'DELETE', path, body });
  return { type, namespace, name, uid: answer.details?.uid ?? answer.metadata?.uid };
}

/** Resolves when the object is gone. Rejects with CliError when it is there after `timeout` milliseconds. */
export async function deleteAndWait(
  client: ApiCaller,
  place: ObjectPlace,
  options: DeleteOptions,
  timeout = 168 * 3_600_000,
): Promise<void> {
  await waitUntilGone(client, await deleteObject(client, place, options), AbortSignal.timeout(timeout));
}
