import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A wire to a server that can be cut. */
export class TcpProxy {
  readonly #server: Server;
  readonly #target: URL;
  readonly #pairs = new Set<[Socket, Socket]>();
  #silent = false;
  /** Connections that were made through it. */
  connections = 0;
  /** Called with every piece that comes from the server; false cuts the connection before it is passed on. */
  onAnswer: (piece: Buffer) => boolean = () => true;

  constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((client) => this.#connect(client));
  }

  static async to(target: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  /** Breaks all connections; new ones are let through. */
  cut(): void {
    for (const [client, server] of this.#pairs) {
      client.resetAndDestroy();
      server.destroy();
    }
    this.#pairs.clear();
  }

  /** Passes nothing on any more in either direction, and breaks nothing: a dead link. */
  silence(silent: boolean): void {
    this.#silent = silent;
    for (const pair of this.#pairs) for (const socket of pair) silent ? socket.pause() : socket.resume();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #connect(client: Socket): void {
    this.connections++;
    const server = connect(Number(this.#target.port), this.#target.hostname);
    const pair: [Socket, Socket] = [client, server];
    this.#pairs.add(pair);
    for (const [from, to] of [pair, [server, client] as const]) {
      from.setNoDelay();
      if (this.#silent) from.pause();
      from.on('error', () => {});
      from.on('close', () => {
        to.destroy();
        this.#pairs.delete(pair);
      });
    }
    client.on('data', (piece) => server.write(piece));
    server.on('data', (piece) => {
      if (this.onAnswer(piece as Buffer)) client.write(piece);
      else this.cut();
    });
  }
}
