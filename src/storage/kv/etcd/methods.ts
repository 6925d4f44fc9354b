import { createRequire } from 'node:module';
import type {
  ICompactionRequest,
  ICompactionResponse,
  ILeaseGrantRequest,
  ILeaseGrantResponse,
  ILeaseKeepAliveRequest,
  ILeaseKeepAliveResponse,
  ILeaseRevokeRequest,
  ILeaseRevokeResponse,
  IRangeRequest,
  IRangeResponse,
  IStatusResponse,
  ITxnRequest,
  ITxnResponse,
  IWatchRequest,
} from 'etcd3';
import protobuf from 'protobufjs';
import type { Method } from '../../grpc/rpc.ts';
import type { WatchResponse } from './messages.ts';

/** The part of etcd3 that is used: the definitions of etcd's services and messages, and their types. */
const root = new protobuf.Root().loadSync(createRequire(import.meta.url).resolve('etcd3/proto/rpc.proto'), {
  keepCase: true,
});

/**
 * A call with it is only served by a member that has a leader: one that is cut off from the others fails it at once,
 * and ends its streams when it loses the leader.
 */
const requiresLeader = { hasleader: 'true' };

function method<Request extends object, Response>(
  serviceName: string,
  name: string,
  headers: Readonly<Record<string, string>> = requiresLeader,
): Method<Request, Response> {
  const definition = root.lookupService(`etcdserverpb.${serviceName}`).methods[name]!;
  const requestType = root.lookupType(`etcdserverpb.${definition.requestType}`);
  const responseType = root.lookupType(`etcdserverpb.${definition.responseType}`);
  return {
    path: `/etcdserverpb.${serviceName}/${name}`,
    headers,
    encode: (request) => requestType.encode(requestType.fromObject(request)).finish() as Buffer,
    decode: (bytes) => responseType.decode(bytes) as Response,
  };
}

/*
 * Numbers of 64 bits are strings by etcd3's types, and objects when they are decoded: `integer` reads both.
 */
export const range = method<IRangeRequest, IRangeResponse>('KV', 'Range');
export const txn = method<ITxnRequest, ITxnResponse>('KV', 'Txn');
export const compact = method<ICompactionRequest, ICompactionResponse>('KV', 'Compact');
export const leaseGrant = method<ILeaseGrantRequest, ILeaseGrantResponse>('Lease', 'LeaseGrant');
export const leaseRevoke = method<ILeaseRevokeRequest, ILeaseRevokeResponse>('Lease', 'LeaseRevoke');
/** A stream by its definition; with one message there and one back it is a call like the others. */
export const leaseKeepAlive = method<ILeaseKeepAliveRequest, ILeaseKeepAliveResponse>(
  'Lease',
  'LeaseKeepAlive',
);
export const watch = method<IWatchRequest, WatchResponse>('Watch', 'Watch');
/** Also of a member that has no leader. */
export const status = method<object, IStatusResponse>('Maintenance', 'Status', {});
