import type { Socket } from 'node:net';
import { bareHost } from '../../util/bare-host.ts';
import { hostAndPort } from '../connection-error-text.ts';
import type { Connections } from '../connections.ts';

/** A connection to the server that the URL names. Rejects with what the system or the TLS library says. */
export function dialServer(connections: Connections, { protocol, hostname, port }: URL): Promise<Socket> {
  const host = bareHost(hostname);
  const target = {
    protocol,
    hostname: host,
    port,
    host: port === '' ? host : hostAndPort(host, Number(port)),
  };
  return new Promise((resolve, reject) => {
    connections.connect(target, (error, socket) => (error === null ? resolve(socket) : reject(error)));
  });
}
