import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import protobuf from 'protobufjs';

/* The messages of both versions, by their documented numbers. */
const root = protobuf.parse(
  `syntax = "proto3";
  message Empty {}
  message Version { string version = 1; string runtime_name = 2; string runtime_version = 3; }
  message Bytes2 { string version = 1; bytes value = 2; }
  message Bytes1 { bytes value = 1; }
  message Status { string version = 1; string healthz = 2; string key_id = 3; }
  message Encrypt { bytes plaintext = 1; string uid = 2; }
  message Encrypted { bytes ciphertext = 1; string key_id = 2; map<string, bytes> annotations = 3; }
  message Decrypt { bytes ciphertext = 1; string uid = 2; string key_id = 3; map<string, bytes> annotations = 4; }`,
  { keepCase: true },
).root;

type Message = Record<string, unknown>;
type Method = (request: Message) => Message;

interface Service {
  request: string;
  response: string;
  call: Method;
}

/** A failure that the plugin answers with: a status of gRPC. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const mark = Buffer.from('annotated');

/** A KMS plugin of both versions at a UNIX socket. Its keys are derived from their ids, so that it may be restarted. */
export class KmsPlugin {
  readonly path: string;
  /** Calls by method: `Encrypt`. */
  readonly calls = new Map<string, number>();
  keyId = '1';
  /** Of the status of version v2. */
  healthz = 'ok';
  /** What it says of itself, of version v1. */
  version = 'v1beta1';
  /** Calls that are not answered. */
  isSilent = false;
  /** With what decryption is refused. */
  refusal: { status: number; message: string } | undefined;
  #server: Http2Server | undefined;
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #services: Record<string, Service>;

  /** `path` of the socket; with NUL before it an abstract one. */
  constructor(path: string) {
    this.path = path;
    this.#services = {
      '/v1beta1.KeyManagementService/Version': service('Version', 'Version', () => ({
        version: this.version,
        runtime_name: 'test',
      })),
      '/v1beta1.KeyManagementService/Encrypt': service('Bytes2', 'Bytes1', ({ value }) => ({
        value: this.#encrypt(value as Buffer),
      })),
      '/v1beta1.KeyManagementService/Decrypt': service('Bytes2', 'Bytes1', ({ value }) => ({
        value: this.#decrypt(value as Buffer),
      })),
      '/v2.KeyManagementService/Status': service('Empty', 'Status', () => ({
        version: 'v2',
        healthz: this.healthz,
        key_id: this.keyId,
      })),
      '/v2.KeyManagementService/Encrypt': service('Encrypt', 'Encrypted', ({ plaintext }) => ({
        ciphertext: this.#encrypt(plaintext as Buffer),
        key_id: this.keyId,
        annotations: { 'mark.test': mark },
      })),
      '/v2.KeyManagementService/Decrypt': service('Decrypt', 'Encrypt', ({ ciphertext, annotations }) => {
        const given = (annotations as Record<string, Buffer>)['mark.test'];
        if (given === undefined || !mark.equals(given)) throw new Refusal(3, 'the annotations are missing');
        return { plaintext: this.#decrypt(ciphertext as Buffer) };
      }),
    };
  }

  get endpoint(): string {
    return this.path.startsWith('\0') ? `unix:///@${this.path.slice(1)}` : `unix://${this.path}`;
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
    return this.calls.get(method) ?? 0;
  }

  async #answer(stream: ServerHttp2Stream, path: string): Promise<void> {
    stream.on('error', () => {});
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    const method = path.slice(path.lastIndexOf('/') + 1);
    this.calls.set(method, this.called(method) + 1);
    if (this.isSilent || stream.destroyed) return;
    let trailers: Record<string, string> = { 'grpc-status': '0' };
    stream.once('wantTrailers', () => stream.sendTrailers(trailers));
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    try {
      stream.end(this.#reply(path, Buffer.concat(parts)));
    } catch (error) {
      const { status = 2, message } = error as Refusal;
      trailers = { 'grpc-status': String(status), 'grpc-message': encodeURIComponent(message) };
      stream.end();
    }
  }

  #reply(path: string, framed: Buffer): Buffer {
    const found = this.#services[path];
    if (found === undefined) throw new Refusal(12, `unknown method ${path}`);
    const requestType = root.lookupType(found.request);
    const request = requestType.toObject(requestType.decode(framed.subarray(5)), {
      defaults: true,
      objects: true,
    });
    const responseType = root.lookupType(found.response);
    const message = responseType.encode(responseType.fromObject(found.call(request))).finish();
    const head = Buffer.alloc(5);
    head.writeUInt32BE(message.length, 1);
    return Buffer.concat([head, message]);
  }

  #encrypt(plain: Buffer): Buffer {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', keyOf(this.keyId), iv);
    const data = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([Buffer.from(`${this.keyId}:`), iv, cipher.getAuthTag(), data]);
  }

  #decrypt(encrypted: Buffer): Buffer {
    if (this.refusal !== undefined) throw new Refusal(this.refusal.status, this.refusal.message);
    const end = encrypted.indexOf(':');
    const rest = encrypted.subarray(end + 1);
    try {
      const cipher = createDecipheriv(
        'aes-256-gcm',
        keyOf(encrypted.toString('latin1', 0, end)),
        rest.subarray(0, 12),
      );
      cipher.setAuthTag(rest.subarray(12, 28));
      return Buffer.concat([cipher.update(rest.subarray(28)), cipher.final()]);
    } catch {
      throw new Refusal(2, 'this was not encrypted here');
    }
  }
}

const service = (request: string, response: string, call: Method): Service => ({ request, response, call });

const keyOf = (id: string): Buffer => createHash('sha256').update(`key ${id}`).digest();
