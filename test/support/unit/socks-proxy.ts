import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** The answers of a proxy, as bytes in hex; without them it does what a proxy does. */
export interface SocksAnswers {
  method?: string;
  authentication?: string;
  reply?: string;
}

/** A SOCKS5 proxy on loopback, for tests (RFC 1928 and 1929). */
export class SocksProxy {
  /** `joe:secret`, `name server.example:443`, `ipv4 127.0.0.1:443`, `ipv6 000…1:443`, in order. */
  readonly asked: string[] = [];
  answers: SocksAnswers = {};
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor() {
    this.#server = createServer((socket) => {
      this.#keep(socket);
      this.#serve(socket).catch(() => socket.destroy());
    });
  }

  static async start(): Promise<SocksProxy> {
    const proxy = new SocksProxy();
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {}).once('close', () => this.#sockets.delete(socket));
  }

  async #serve(socket: Socket): Promise<void> {
    const { method, authentication = '0100', reply = '05000001000000000000' } = this.answers;
    const [, count] = await take(socket, 2);
    const methods = [...(await take(socket, count!))];
    const chosen = methods.includes(2) ? 2 : 0;
    socket.write(Buffer.from(method ?? `050${chosen}`, 'hex'));
    if (chosen === 2) await this.#authenticate(socket, authentication);
    const place = await readPlace(socket);
    this.asked.push(place.text);
    socket.write(Buffer.from(reply, 'hex'));
    if (!reply.startsWith('0500')) return;
    const onward = connect(place.port, '127.0.0.1');
    this.#keep(onward);
    socket.pipe(onward).pipe(socket);
  }

  async #authenticate(socket: Socket, answer: string): Promise<void> {
    const [, length] = await take(socket, 2);
    const name = (await take(socket, length!)).toString();
    const [passwordLength] = await take(socket, 1);
    this.asked.push(`${name}:${await take(socket, passwordLength!)}`);
    socket.write(Buffer.from(answer, 'hex'));
  }
}

async function readPlace(socket: Socket): Promise<{ text: string; port: number }> {
  const [, , , type] = await take(socket, 4);
  const length = type === 1 ? 4 : type === 4 ? 16 : (await take(socket, 1))[0]!;
  const address = await take(socket, length);
  const port = (await take(socket, 2)).readUInt16BE();
  const text =
    type === 3
      ? `name ${address}`
      : type === 1
        ? `ipv4 ${address.join('.')}`
        : `ipv6 ${address.toString('hex')}`;
  return { text: `${text}:${port}`, port };
}

async function take(socket: Socket, length: number): Promise<Buffer> {
  for (;;) {
    const bytes: Buffer | null = length === 0 ? Buffer.alloc(0) : socket.read(length);
    if (bytes !== null) return bytes;
    await once(socket, 'readable');
  }
}
