import type { ServerHttp2Stream } from 'node:http2';
import { createRequire } from 'node:module';
import protobuf from 'protobufjs';
import { answer, framed, GrpcServer } from './grpc-server.ts';

const definitions = new protobuf.Root().loadSync(
  createRequire(import.meta.url).resolve('etcd3/proto/rpc.proto'),
  { keepCase: true },
);

const encoded = (type: string, value: object): Buffer => {
  const message = definitions.lookupType(`etcdserverpb.${type}`);
  return framed(message.encode(message.fromObject(value)).finish() as Buffer);
};

/** A put of a key at a revision, as etcd has it in a watch response. */
export const put = (revision: number, value = `${revision}`) => ({
  type: 'Put',
  kv: {
    key: Buffer.from(`/${revision}`),
    value: Buffer.from(value),
    create_revision: revision,
    mod_revision: revision,
  },
});

export interface WatchRequest {
  create_request?: { start_revision: number; prev_kv: boolean; fragment: boolean };
  progress_request?: object;
}

/** One watch that a client has begun. */
export class FakeWatch {
  /** In the order in which they came. */
  readonly requests: WatchRequest[] = [];
  readonly #stream: ServerHttp2Stream;

  constructor(stream: ServerHttp2Stream) {
    this.#stream = stream;
  }

  get start(): number {
    return this.requests[0]!.create_request!.start_revision;
  }

  send(response: object): void {
    this.#stream.write(encoded('WatchResponse', response));
  }

  end(): void {
    this.#stream.end();
  }
}

export interface FakeMemberOptions {
  version?: string;
  /** Called when a watch begins, and when the client says something more on it. */
  onWatch?: (watch: FakeWatch) => void;
}

/** A member of etcd that answers what a test wants: status and watches. */
export class FakeMember {
  readonly watches: FakeWatch[] = [];
  readonly #options: FakeMemberOptions;
  #server!: GrpcServer;

  private constructor(options: FakeMemberOptions) {
    this.#options = options;
  }

  static async start(options: FakeMemberOptions): Promise<FakeMember> {
    const member = new FakeMember(options);
    member.#server = await GrpcServer.start((stream, headers) => {
      answer(stream);
      if (headers[':path'] === '/etcdserverpb.Watch/Watch') member.#watch(stream);
      else stream.end(encoded('StatusResponse', { version: options.version ?? '3.5.30', leader: '1' }));
    });
    return member;
  }

  get endpoint(): string {
    return this.#server.endpoint;
  }

  close(): void {
    this.#server.close();
  }

  /** Requests are so small that each comes in a chunk of its own. */
  #watch(stream: ServerHttp2Stream): void {
    const watch = new FakeWatch(stream);
    const type = definitions.lookupType('etcdserverpb.WatchRequest');
    stream.on('data', (chunk: Buffer) => {
      const request = type.toObject(type.decode(chunk.subarray(5)), { longs: Number, defaults: true });
      if (watch.requests.push(request) === 1) this.watches.push(watch);
      this.#options.onWatch?.(watch);
    });
  }
}
