import { setTimeout as delay } from 'node:timers/promises';
import type { Kv } from '../../kv.ts';
import type { Credentials } from './channel.ts';
import { Cluster } from './cluster.ts';
import { EtcdKv } from './etcd-kv.ts';
import { readStatus } from './status.ts';

export interface EtcdOptions extends Credentials {
  /** Addresses of members, as `https://10.0.0.1:2379`; the first one that answers is used until it fails. */
  endpoints: string[];
  /** How long it may take until a member answers, in milliseconds. */
  connectTimeout?: number;
  /** How long a request may take, in milliseconds; repeats on other members included, which get 500 or more. */
  requestTimeout?: number;
  /** After how many milliseconds of silence a watch asks the member whether it is there. */
  livenessInterval?: number;
}

/** A rest between rounds of asking all members, in milliseconds. */
const pauseMs = 200;

/** Opens the store in an etcd cluster. Rejects with Unavailable when no member answers within `connectTimeout`. */
export async function openEtcd(options: EtcdOptions): Promise<Kv> {
  const { endpoints, tls } = options;
  const { connectTimeout = 10_000, requestTimeout = 10_000, livenessInterval = 1000 } = options;
  const cluster = new Cluster({ endpoints, tls, requestTimeout });
  try {
    await reach(cluster, connectTimeout);
  } catch (error) {
    cluster.close();
    throw error;
  }
  return new EtcdKv(cluster, { livenessInterval });
}

async function reach(cluster: Cluster, timeout: number): Promise<void> {
  const deadline = performance.now() + timeout;
  for (;;) {
    try {
      await Promise.any(cluster.members.map((member) => readStatus([member], deadline - performance.now())));
      return;
    } catch {
      if (performance.now() + pauseMs >= deadline) break;
    }
    await delay(pauseMs);
  }
  // All at once, for the message: it names every member and what is wrong with it.
  await readStatus(cluster.members, pauseMs);
}
