import { KvError, type LeaseId } from '../../kv.ts';
import type { Cluster } from './cluster.ts';
import { integer } from './messages.ts';
import { leaseGrant, leaseKeepAlive, leaseRevoke } from './methods.ts';

/** The time of an attempt, in milliseconds. */
const attempt = 5000;

/** The calls about leases. etcd prolongs a lease that is shorter than one and a half elections, to 2 s usually. */
export class EtcdLeases {
  readonly #cluster: Cluster;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  async grant(ttlSeconds: number): Promise<LeaseId> {
    // May be repeated: a lease whose grant was lost expires by itself.
    const { ID } = await this.#cluster.read(leaseGrant, { TTL: ttlSeconds }, { attempt });
    return String(ID);
  }

  async keepAlive(lease: LeaseId): Promise<void> {
    const { TTL } = await this.#cluster.read(leaseKeepAlive, { ID: lease }, { attempt });
    if (integer(TTL) <= 0) throw new KvError('NotFound', `there is no lease ${lease}`);
  }

  async revoke(lease: LeaseId): Promise<void> {
    await this.#cluster.write(leaseRevoke, { ID: lease });
  }
}
