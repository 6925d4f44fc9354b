import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiObject } from '../../src/api/meta/metadata.ts';
import { ResourceClient } from '../../src/client/api/resource-client.ts';
import { allNamespaces, types } from './cluster-objects.ts';
import type { Scene } from './scene.ts';

/** Milliseconds between two lists of all pods, and of those of one namespace. */
const clusterInterval = 10_000;
const namespaceInterval = 1_000;

/** Lists all pods again and again, without a cache of its own, as monitoring and dashboards do, until the signal. */
export async function monitor({ admin }: Scene, signal: AbortSignal): Promise<void> {
  const pods = new ResourceClient<ApiObject>(admin, types.pods);
  const repeat = async (interval: number, namespaceOf: (n: number) => string): Promise<void> => {
    for (let n = 0; !signal.aborted; n++) {
      // While the server is restarted it fails; those who monitor try again.
      await pods.list(namespaceOf(n)).catch(() => {});
      await sleep(interval, undefined, { signal }).catch(() => {});
    }
  };
  await Promise.all([
    repeat(clusterInterval, () => ''),
    repeat(namespaceInterval, (n) => allNamespaces[n % allNamespaces.length]!),
  ]);
}
