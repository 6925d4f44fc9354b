import { createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import protobuf from 'protobufjs';

/* The messages by their documented numbers. */
const root = protobuf.parse(
  `syntax = "proto3";
  message Empty {}
  message Claims { string claims = 1; }
  message Parts { string header = 1; string signature = 2; }
  message Time { int64 seconds = 1; int32 nanos = 2; }
  message Key { string key_id = 1; bytes key = 2; bool exclude_from_oidc_discovery = 3; }
  message Keys { repeated Key keys = 1; Time data_timestamp = 2; int64 refresh_hint_seconds = 3; }
  message Metadata { int64 max_token_expiration_seconds = 1; }`,
  { keepCase: true },
).root;

type Message = Record<string, unknown>;

export interface KeyOfSigner {
  id: string;
  privateKey: KeyObject;
  /** Whether it verifies older tokens alone. */
  isHidden: boolean;
}

/** A process that signs tokens of service accounts, at a UNIX socket. */
export class TestTokenSigner {
  readonly path: string;
  /** Calls by path: `/v1.ExternalJWTSigner/Sign`. */
  readonly calls = new Map<string, number>();
  /** It signs with the first. */
  keys: KeyOfSigner[] = [makeKey()];
  /** Seconds; in place of what follows, an answer that `change` makes. */
  refreshHint = 3600;
  maxLifetime = 86_400;
  /** Changes the answers of a method: `FetchKeys`. */
  readonly change = new Map<string, (answer: Message) => Message>();
  /** Methods that answer with an error. */
  readonly refusals = new Map<string, string>();
  readonly #version: string;
  #server: Http2Server | undefined;
  readonly #sessions = new Set<ServerHttp2Session>();

  /** `version` of the interface: `v1`. With NUL before it, `path` is an abstract one. */
  constructor(path: string, version = 'v1') {
    this.path = path;
    this.#version = version;
  }

  async start(): Promise<this> {
    const server = createServer();
    server.on('session', (session) => {
      this.#sessions.add(session);
      session.on('error', () => {});
      session.once('close', () => this.#sessions.delete(session));
    });
    server.on('stream', (stream, headers) => void this.#answer(stream, String(headers[':path'])));
    server.listen(this.path);
    await once(server, 'listening');
    this.#server = server;
    return this;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    const closed = once(server, 'close');
    server.close();
    for (const session of this.#sessions) session.destroy();
    await closed;
  }

  called(method: string): number {
    return this.calls.get(`/${this.#version}.ExternalJWTSigner/${method}`) ?? 0;
  }

  /** A token of a key, also of one that it does not tell of. */
  static token({ id, privateKey }: KeyOfSigner, claims: object): string {
    const payload = base64(claims);
    return [headerOf(id), payload, signatureOf(privateKey, `${headerOf(id)}.${payload}`)].join('.');
  }

  async #answer(stream: ServerHttp2Stream, path: string): Promise<void> {
    stream.on('error', () => {});
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    this.calls.set(path, (this.calls.get(path) ?? 0) + 1);
    let trailers: Record<string, string> = { 'grpc-status': '0' };
    stream.once('wantTrailers', () => stream.sendTrailers(trailers));
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    try {
      stream.end(this.#reply(path, Buffer.concat(parts).subarray(5)));
    } catch (error) {
      trailers = { 'grpc-status': '2', 'grpc-message': encodeURIComponent((error as Error).message) };
      stream.end();
    }
  }

  #reply(path: string, request: Buffer): Buffer {
    const method = path.slice(path.lastIndexOf('/') + 1);
    const refusal = this.refusals.get(method);
    if (refusal !== undefined) throw new Error(refusal);
    if (path !== `/${this.#version}.ExternalJWTSigner/${method}`) throw new Error(`unknown method ${path}`);
    const [type, answer] = this.#message(method, request);
    const response = root.lookupType(type);
    const change = this.change.get(method) ?? ((message: Message) => message);
    const message = response.encode(response.fromObject(change(answer))).finish();
    const head = Buffer.alloc(5);
    head.writeUInt32BE(message.length, 1);
    return Buffer.concat([head, message]);
  }

  #message(method: string, request: Buffer): [type: string, answer: Message] {
    const [first] = this.keys;
    if (method === 'Metadata') return ['Metadata', { max_token_expiration_seconds: this.maxLifetime }];
    if (method === 'FetchKeys') {
      const keys = this.keys.map(({ id, privateKey, isHidden }) => ({
        key_id: id,
        key: createPublicKey(privateKey).export({ format: 'der', type: 'spki' }),
        exclude_from_oidc_discovery: isHidden,
      }));
      const time = { seconds: 1_900_000_000, nanos: 500_000_000 };
      return ['Keys', { keys, data_timestamp: time, refresh_hint_seconds: this.refreshHint }];
    }
    const { claims } = root.lookupType('Claims').decode(request) as Message;
    const header = headerOf(first!.id);
    return ['Parts', { header, signature: signatureOf(first!.privateKey, `${header}.${claims}`) }];
  }
}

export const makeKey = (isHidden = false): KeyOfSigner => ({
  id: randomUUID(),
  privateKey: generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey,
  isHidden,
});

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const headerOf = (id: string, more: object = {}): string =>
  base64({ alg: 'ES256', kid: id, typ: 'JWT', ...more });

const signatureOf = (key: KeyObject, text: string): string =>
  sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
