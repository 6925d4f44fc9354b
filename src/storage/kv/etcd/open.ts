import { setTimeout as delay } from 'node:timers/promises';
import { type Kv, KvError } from '../../kv.ts';
import type { Credentials } from './channel.ts';
import { Cluster } from './cluster.ts';
import { EtcdKv } from './etcd-kv.ts';
import { status } from './methods.ts';
import { readStatus } from './status.ts';
import { unsupported } from './versions.ts';

export interface EtcdOptions extends Credentials {
  /** Addresses of members, as `https://10.0.0.1:2379`; the first one that answers is used until it fails. */
  endpoints: string[];
  /** Milliseconds until a member has to answer. */
  connectTimeout?: number;
  /** Milliseconds that a request may take; repeats on other members included, which get 500 or more. */
  requestTimeout?: number;
  /** After how many milliseconds of silence a watch asks the member whether it is there. */
  livenessInterval?: number;
}

/** A rest between rounds of asking all members, in milliseconds. */
const retryInterval = 200;

/**
 * Opens the store in an etcd cluster. Rejects with Unavailable when no member answers within `connectTimeout`, and when
 * the one that answers first is too old.
 */
export async function openEtcd(options: EtcdOptions): Promise<Kv> {
  const { endpoints, tls, observer } = options;
  const { connectTimeout = 10_000, requestTimeout = 10_000, livenessInterval = 1000 } = options;
  const cluster = new Cluster({ endpoints, tls, observer, requestTimeout });
  try {
    const problem = unsupported(await reach(cluster, connectTimeout));
    if (problem !== undefined) throw new KvError('Unavailable', problem);
  } catch (error) {
    cluster[Symbol.dispose]();
    throw error;
  }
  return new EtcdKv(cluster, { livenessInterval });
}

/** Resolves with the version of a member when it answers. */
async function reach({ members }: Cluster, timeout: number): Promise<string> {
  const deadline = performance.now() + timeout;
  for (;;) {
    const rest = Math.max(deadline - performance.now(), retryInterval);
    try {
      return (await Promise.any(members.map((member) => member.call(status, {}, rest)))).version;
    } catch {
      // Rejects with a message that names every member and what is wrong with it.
      if (performance.now() + retryInterval >= deadline) await readStatus(members, retryInterval);
    }
    await delay(retryInterval);
  }
}
