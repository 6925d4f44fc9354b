import { createSecureContext } from 'node:tls';
import { Etcd3, type IDuplexStream, type IOptions, type Services } from 'etcd3';
import { range, txn } from './kv-methods.ts';
import { GrpcCode, RpcError } from './rpc-error.ts';
import type { Method } from './unary-call.ts';
import { UnaryChannel } from './unary-channel.ts';

export type Service = keyof typeof Services;

export interface Credentials {
  tls?: { ca?: Buffer; cert?: Buffer; key?: Buffer };
}

/**
 * Keepalive pings detect a dead connection without traffic. Not more often than 5 s: etcd closes the
 * connection of a client that pings more (`--grpc-keepalive-min-time`). Repeats are ours to decide, not gRPC's.
 */
const channelOptions = {
  'grpc.keepalive_time_ms': 6000,
  'grpc.keepalive_timeout_ms': 2000,
  'grpc.keepalive_permit_without_calls': 1,
  'grpc.initial_reconnect_backoff_ms': 200,
  'grpc.min_reconnect_backoff_ms': 200,
  'grpc.max_reconnect_backoff_ms': 2000,
  'grpc.enable_retries': 0,
  'grpc.max_receive_message_length': -1,
  'grpc.max_send_message_length': -1,
};

/** etcd3's fault handling with nothing in it: what to repeat, and where, is decided in `cluster.ts`. */
const noFaultHandling = { execute: (call: (context: object) => unknown) => call({}) };

/** etcd3 keeps its connections to itself and to what derives from it. */
class Client extends Etcd3 {
  get connections() {
    return this.pool;
  }
}

/** The client that the gRPC library makes for a service: streams by name, and the serializers of messages. */
type Stub = Record<string, (...args: unknown[]) => unknown> & { constructor: unknown };
type Methods = Readonly<Record<string, Method<object, unknown>>>;

/** The part of a library's metadata that is used here. */
interface Metadata {
  set(name: string, value: string): void;
}

/**
 * One member of the cluster, through etcd3's client: its message types and streams. Calls with one message there and
 * one back, which are all but watches and the keeping alive of leases, go by themselves.
 */
export class Connection {
  readonly endpoint: string;
  readonly #client: Client;
  readonly #channel: UnaryChannel;
  /** How methods are written and read, by name, of those that were called. */
  readonly #methods = new Map<string, Method<object, unknown>>([
    ['range', range],
    ['txn', txn],
  ]);

  /** `own`: a connection of its own, not the one that other clients in this process have to the member. */
  constructor(endpoint: string, credentials: Credentials, own: boolean) {
    this.endpoint = endpoint;
    const tls = tlsOf(endpoint, credentials.tls);
    const url = endpoint.includes('://') ? endpoint : `${tls === undefined ? 'http' : 'https'}://${endpoint}`;
    this.#channel = new UnaryChannel(url, tls && createSecureContext(credentials.tls));
    this.#client = new Client({
      hosts: [endpoint],
      credentials: tls,
      grpcOptions: { ...channelOptions, 'grpc.use_local_subchannel_pool': own ? 1 : 0 },
      faultHandling: { host: () => noFaultHandling, global: noFaultHandling },
    } as unknown as IOptions);
  }

  /** Calls once, and gives up after so many milliseconds. Rejects with an RpcError. */
  async call<T>(service: Service, method: string, request: object, timeout: number): Promise<T> {
    const definition = this.#methods.get(method) ?? (await this.#define(service, method));
    return (await this.#channel.call(definition, headersOf(service), request, timeout)) as T;
  }

  /** Finds out whether the member is there: calls end soon if it is not. */
  suspect(): void {
    this.#channel.suspect();
  }

  /** Opens a stream in both directions. Rejects with an RpcError. */
  stream<Request, Response>(service: Service, method: string): Promise<IDuplexStream<Request, Response>> {
    return this.#with(service, (stub, metadata) => {
      return stub[method]!(metadata, {}) as IDuplexStream<Request, Response>;
    });
  }

  /** `method`: as the library calls it, `leaseGrant`; in the definition it is `LeaseGrant`. */
  async #define(service: Service, method: string): Promise<Method<object, unknown>> {
    const definition = await this.#with(service, (stub) => {
      const methods = (stub.constructor as unknown as { service: Methods }).service;
      return methods[method.charAt(0).toUpperCase() + method.slice(1)]!;
    });
    this.#methods.set(method, definition);
    return definition;
  }

  close(): void {
    this.#channel.close();
    this.#client.close();
  }

  /** Uses what the library makes of a service. Rejects with an RpcError. */
  async #with<T>(service: Service, use: (stub: Stub, metadata: Metadata) => T | Promise<T>): Promise<T> {
    try {
      return await this.#client.connections.withConnection(service, ({ client, metadata }) => {
        for (const [name, value] of Object.entries(headersOf(service))) metadata.set(name, value);
        return use(client as unknown as Stub, metadata as unknown as Metadata);
      });
    } catch (error) {
      // Nothing that is called here throws; the library has been closed.
      throw new RpcError(GrpcCode.unavailable, `No connection established: ${(error as Error).message}`);
    }
  }
}

function tlsOf(endpoint: string, tls: Credentials['tls']) {
  if (tls === undefined || endpoint.startsWith('http://')) return undefined;
  return { rootCertificate: tls.ca, privateKey: tls.key, certChain: tls.cert };
}

/**
 * Every call asks for a member that has a leader: one that is cut off from the others then says so at once, and ends
 * its streams when it loses the leader. `Maintenance` is for looking at just such members.
 */
const headersOf = (service: Service): Record<string, string> =>
  service === 'Maintenance' ? {} : wantsLeader;

const wantsLeader = { hasleader: 'true' };
