import type { ILeaseGrantResponse, ILeaseKeepAliveResponse } from 'etcd3';
import { KvError, type LeaseId } from '../../kv.ts';
import type { Cluster } from './cluster.ts';
import type { Connection } from './connection.ts';
import { GrpcCode, RpcError } from './rpc-error.ts';

/** The calls about leases. etcd prolongs a lease that is shorter than one and a half elections, to 2 s usually. */
export class EtcdLeases {
  readonly #cluster: Cluster;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  async grant(ttlSeconds: number): Promise<LeaseId> {
    // May be repeated: a lease whose grant was lost expires by itself.
    const options = { attempt: 5000 };
    const request = { TTL: ttlSeconds };
    const granted = await this.#cluster.read<ILeaseGrantResponse>('Lease', 'leaseGrant', request, options);
    return granted.ID;
  }

  async keepAlive(lease: LeaseId): Promise<void> {
    const { TTL } = await this.#cluster.converse((member, rest) => keepAliveOnce(member, lease, rest));
    if (Number(TTL) <= 0) throw new KvError('NotFound', `there is no lease ${lease}`);
  }

  async revoke(lease: LeaseId): Promise<void> {
    await this.#cluster.write('Lease', 'leaseRevoke', { ID: lease });
  }
}

/** etcd knows keeping alive as a stream only: one message there, one back. */
async function keepAliveOnce(
  member: Connection,
  lease: LeaseId,
  timeout: number,
): Promise<ILeaseKeepAliveResponse> {
  const stream = await member.stream<object, ILeaseKeepAliveResponse>('Lease', 'leaseKeepAlive');
  const { promise, resolve, reject } = Promise.withResolvers<ILeaseKeepAliveResponse>();
  const fail = (code: number, details: string) => reject(new RpcError(code, details));
  const timer = setTimeout(() => fail(GrpcCode.deadlineExceeded, 'no answer to a keepalive'), timeout);
  stream.on('data', resolve);
  stream.on('error', (error) => fail((error as unknown as RpcError).code, error.message));
  stream.on('end', () => fail(GrpcCode.unavailable, 'etcd has ended the stream'));
  stream.write({ ID: lease });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    stream.cancel();
  }
}
