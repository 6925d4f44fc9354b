import type { CoreV1Pod } from '../../api/schema/types.gen.ts';
import type { ApiCaller } from '../../client/api/api-call.ts';
import { ResourceClient, type ResourceType } from '../../client/api/resource-client.ts';
import { allPages } from '../shared/all-pages.ts';

/** Seconds after which all pods of a namespace should have ended. */
export async function secondsForPods(
  caller: ApiCaller,
  type: ResourceType,
  namespace: string,
): Promise<number> {
  const pods = new ResourceClient<CoreV1Pod>(caller, type);
  let seconds = 0;
  for await (const page of allPages((options) => pods.list(namespace, options))) {
    seconds = Math.max(seconds, maxGraceSeconds(page));
  }
  return seconds;
}

/** The longest grace period of those that still run. */
export function maxGraceSeconds(pods: readonly CoreV1Pod[]): number {
  const running = pods.filter(({ status }) => !['Succeeded', 'Failed'].includes(status?.phase ?? ''));
  return running.reduce(
    (most, { spec }) => Math.max(most, Number(spec?.terminationGracePeriodSeconds ?? 0)),
    0,
  );
}
