import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** Addresses of `localhost`. */
const loopback = ['127.0.0.1', '::1'];

/** A local port that is listened on. */
export interface Listener extends Disposable {
  /** `127.0.0.1:8080`, `[::1]:8080` */
  place: string;
  port: number;
}

/** Listens on this port of each address; of `localhost` one of both is enough. Rejects with an Error that says why not. */
export async function listen(
  addresses: readonly string[],
  port: number,
  accept: (socket: Socket, port: number) => void,
): Promise<Listener[]> {
  const listeners: Listener[] = [];
  const errors: string[] = [];
  for (const address of addresses) {
    const hosts = address === 'localhost' ? loopback : [address];
    let opened = 0;
    for (const host of hosts) {
      // Of both addresses the port is the same one.
      const wanted = port === 0 && opened > 0 ? listeners.at(-1)!.port : port;
      try {
        listeners.push(await listenOn(host, wanted, accept));
        opened++;
      } catch (error) {
        errors.push(`unable to create listener: Error ${(error as Error).message}`);
      }
    }
    if (opened > 0) continue;
    for (const listener of listeners) listener[Symbol.dispose]();
    throw new Error(
      `Unable to listen on port ${port}: Listeners failed to create with the following errors: [${errors.join(' ')}]`,
    );
  }
  return listeners;
}

async function listenOn(
  host: string,
  port: number,
  accept: (socket: Socket, port: number) => void,
): Promise<Listener> {
  const server: Server = createServer({ allowHalfOpen: true });
  server.listen({ host, port, ipv6Only: host.includes(':') });
  await once(server, 'listening');
  const bound = (server.address() as AddressInfo).port;
  server.on('connection', (socket) => accept(socket, bound));
  const place = `${host.includes(':') ? `[${host}]` : host}:${bound}`;
  return { place, port: bound, [Symbol.dispose]: () => void server.close() };
}
