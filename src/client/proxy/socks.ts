import { isIP, type Socket } from 'node:net';
import { CallError } from '../call-error.ts';
import type { ForwardProxy } from './forward-proxy.ts';

/** Milliseconds that a proxy has for its answers. */
const openTimeout = 60_000;
const version = 5;
/** Methods of authentication: RFC 1928, section 3. */
const noAuthentication = 0;
const usernamePassword = 2;
/** Answers to the request to connect: RFC 1928, section 6. */
const replies = [
  'succeeded',
  'general SOCKS server failure',
  'connection not allowed by ruleset',
  'network unreachable',
  'host unreachable',
  'connection refused',
  'TTL expired',
  'command not supported',
  'address type not supported',
];

/**
 * A connection to a host and port through a SOCKS5 proxy (RFC 1928 and 1929), to which `socket` is connected. The proxy
 * resolves names. Rejects with a CallError; then the socket is closed.
 */
export async function openSocks(
  socket: Socket,
  proxy: ForwardProxy,
  { host, port }: { host: string; port: number },
): Promise<Socket> {
  const limit = setTimeout(() => socket.destroy(new Error('no answer in time')), openTimeout);
  try {
    const answers = new Answers(socket);
    await authenticate(socket, answers, proxy);
    socket.write(connectRequest(host, port));
    await readReply(answers);
    answers.end();
    return socket;
  } catch (error) {
    socket.destroy();
    throw new CallError('unreachable', `socks connect: ${(error as Error).message}`, { cause: error });
  } finally {
    clearTimeout(limit);
  }
}

async function authenticate(socket: Socket, answers: Answers, { credentials }: ForwardProxy): Promise<void> {
  const methods = credentials === undefined ? [noAuthentication] : [noAuthentication, usernamePassword];
  socket.write(Buffer.from([version, methods.length, ...methods]));
  const [spoken, method] = await answers.take(2);
  if (spoken !== version) throw new Error(`unexpected protocol version ${spoken}`);
  if (method === noAuthentication) return;
  if (method !== usernamePassword || credentials === undefined) {
    throw new Error('no acceptable authentication methods');
  }
  const [name, password] = [Buffer.from(credentials.name), Buffer.from(credentials.password)];
  if (name.length === 0 || name.length > 255 || password.length > 255)
    throw new Error('invalid username/password');
  socket.write(
    Buffer.concat([Buffer.from([1, name.length]), name, Buffer.from([password.length]), password]),
  );
  const [, status] = await answers.take(2);
  if (status !== 0) throw new Error('username/password authentication failed');
}

/** Version, the command CONNECT, a reserved byte, the type of the address, the address, the port. */
function connectRequest(host: string, port: number): Buffer {
  const end = Buffer.alloc(2);
  end.writeUInt16BE(port);
  return Buffer.concat([Buffer.from([version, 1, 0]), addressOf(host), end]);
}

function addressOf(host: string): Buffer {
  if (isIP(host) === 4) return Buffer.from([1, ...host.split('.').map(Number)]);
  if (isIP(host) === 6) return Buffer.concat([Buffer.from([4]), ipv6Bytes(host)]);
  const name = Buffer.from(host);
  if (name.length > 255) throw new Error('the host name is too long');
  return Buffer.concat([Buffer.from([3, name.length]), name]);
}

/** `fd00::1` as 16 bytes. */
function ipv6Bytes(address: string): Buffer {
  // The parser of URLs writes an embedded IPv4 address as two groups.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string | undefined): string[] => (text ? text.split(':') : []);
  const [before, after] = [groups(head), groups(tail)];
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  const hex = [...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join('');
  return Buffer.from(hex, 'hex');
}

async function readReply(answers: Answers): Promise<void> {
  const [spoken, code, , addressType] = await answers.take(4);
  if (spoken !== version) throw new Error(`unexpected protocol version ${spoken}`);
  if (code !== 0) throw new Error(replies[code!] ?? `unknown code: ${code}`);
  const length = addressType === 1 ? 4 : addressType === 4 ? 16 : (await answers.take(1))[0]!;
  // The address and port of the proxy's own end mean nothing here.
  await answers.take(length + 2);
}

/** Reads answers of known lengths from a socket, and leaves what follows them in it. */
class Answers {
  readonly #socket: Socket;
  #fail: (error: Error) => void = () => {};
  #readable: () => void = () => {};
  readonly #closed = (): void => this.#fail(new Error('the proxy closed the connection'));
  readonly #failed = (error: Error): void => this.#fail(error);
  readonly #ready = (): void => this.#readable();

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('readable', this.#ready).on('error', this.#failed).on('close', this.#closed);
    socket.on('end', this.#closed);
  }

  take(length: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      this.#readable = () => {
        const bytes: Buffer | null = this.#socket.read(length);
        if (bytes !== null) resolve(bytes);
      };
      if (this.#socket.destroyed) this.#closed();
      else this.#readable();
    });
  }

  /** The socket is free for its next reader. */
  end(): void {
    const socket = this.#socket;
    socket.off('readable', this.#ready).off('error', this.#failed).off('close', this.#closed);
    socket.off('end', this.#closed);
  }
}
