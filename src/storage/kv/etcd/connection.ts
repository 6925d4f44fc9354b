import { Etcd3, type IDuplexStream, type IOptions, type Services } from 'etcd3';
import { GrpcCode, RpcError } from './rpc-error.ts';

export type Service = keyof typeof Services;

export interface Credentials {
  tls?: { ca?: Buffer; cert?: Buffer; key?: Buffer };
  auth?: { username: string; password: string };
}

/** States of a gRPC channel. */
const IDLE = 0;
const CONNECTING = 1;

/** How long a connection may take, in milliseconds. When it takes longer another member is tried. */
const CONNECT_TIMEOUT = 2000;

/**
 * Keepalive pings find out a dead connection that nobody writes to. Not more often than 5 s: etcd closes the
 * connection of a client that pings more (`--grpc-keepalive-min-time`). Repeats are ours to decide, not gRPC's.
 */
const CHANNEL_OPTIONS = {
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
const NO_FAULT_HANDLING = { execute: (call: (context: object) => unknown) => call({}) };

/** etcd3 keeps its connections to itself and to what derives from it. */
class Client extends Etcd3 {
  get connections() {
    return this.pool;
  }
}

type GrpcCallback = (error: { code: number; details: string } | null, response: unknown) => void;

/** What grpc-js makes of a service: its methods by name, beside those of the client itself. */
type Stub = Record<string, (...args: unknown[]) => unknown> & { getChannel(): Channel };

interface Channel {
  getConnectivityState(tryToConnect: boolean): number;
  watchConnectivityState(current: number, deadline: number, callback: (error?: Error) => void): void;
}

/** One member of the cluster, through etcd3's client: its connections, credentials and message types. */
export class Connection {
  readonly endpoint: string;
  readonly #client: Client;

  /** `own`: a connection of its own, not the one that other clients in this process have to the member. */
  constructor(endpoint: string, credentials: Credentials, own: boolean) {
    this.endpoint = endpoint;
    this.#client = new Client({
      hosts: [endpoint],
      credentials: tlsOf(endpoint, credentials.tls),
      auth: credentials.auth,
      grpcOptions: { ...CHANNEL_OPTIONS, 'grpc.use_local_subchannel_pool': own ? 1 : 0 },
      faultHandling: { host: () => NO_FAULT_HANDLING, global: NO_FAULT_HANDLING },
    } as unknown as IOptions);
  }

  /** Calls once, and gives up after so many milliseconds. Rejects with an RpcError. */
  async call<T>(service: Service, method: string, request: object, timeout: number): Promise<T> {
    const deadline = Date.now() + timeout;
    const answer = await this.#with(service, async (stub, metadata) => {
      if (!(await isConnected(stub.getChannel(), deadline))) return TOO_SLOW;
      return unary(stub, method, request, metadata, deadline);
    });
    if (!(answer instanceof RpcError)) return answer as T;
    if (answer.details.includes('invalid auth token')) await this.#renewToken();
    throw answer;
  }

  /** Opens a stream in both directions. Rejects with an RpcError. */
  stream<Request, Response>(service: Service, method: string): Promise<IDuplexStream<Request, Response>> {
    return this.#with(service, (stub, metadata) => {
      return stub[method]!(metadata, {}) as IDuplexStream<Request, Response>;
    });
  }

  close(): void {
    this.#client.close();
  }

  /**
   * Every call asks for a member that has a leader: one that is cut off from the others then says so at once,
   * and ends its streams when it loses the leader. `Maintenance` is for looking at just such members.
   */
  async #with<T>(service: Service, use: (stub: Stub, metadata: object) => T | Promise<T>): Promise<T> {
    try {
      return await this.#client.connections.withConnection(service, ({ client, metadata }) => {
        if (service !== 'Maintenance') metadata.set('hasleader', 'true');
        return use(client as unknown as Stub, metadata);
      });
    } catch (error) {
      // Nothing that is called here throws; it is etcd3 that could not get a token.
      throw new RpcError(GrpcCode.unavailable, `No connection established: ${(error as Error).message}`);
    }
  }

  /** etcd3 asks for a new token when a call of its own is refused for the old one. */
  async #renewToken(): Promise<void> {
    await this.#client.kv.range({ key: Buffer.from([0]), count_only: true }).catch(() => {});
  }
}

function tlsOf(endpoint: string, tls: Credentials['tls']) {
  if (tls === undefined || endpoint.startsWith('http://')) return undefined;
  return { rootCertificate: tls.ca, privateKey: tls.key, certChain: tls.cert };
}

/**
 * Waits while the channel is on its way to a connection; false when that takes too long. A call on a channel that
 * has failed then fails at once with the reason, and certainly unsent.
 */
async function isConnected(channel: Channel, deadline: number): Promise<boolean> {
  const latest = Math.min(deadline, Date.now() + CONNECT_TIMEOUT);
  for (;;) {
    const state = channel.getConnectivityState(true);
    if (state !== IDLE && state !== CONNECTING) return true;
    const { promise, resolve } = Promise.withResolvers<Error | undefined>();
    channel.watchConnectivityState(state, latest, resolve);
    if ((await promise) !== undefined) return false;
  }
}

const TOO_SLOW = new RpcError(GrpcCode.unavailable, 'No connection established in time');

/** Resolves with an RpcError rather than rejecting, because etcd3 would make of it one that says less. */
function unary(stub: Stub, method: string, request: object, metadata: object, deadline: number) {
  return new Promise<unknown>((resolve) => {
    const answer: GrpcCallback = (error, response) => {
      resolve(error === null ? response : new RpcError(error.code, error.details));
    };
    withoutStack(() => stub[method]!(request, metadata, { deadline }, answer));
  });
}

/** grpc-js makes an error of every call beforehand, for its stack, which costs a tenth of the call and is not used. */
function withoutStack(call: () => void): void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    call();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
