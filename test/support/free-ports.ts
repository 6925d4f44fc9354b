import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Ports on which nothing listens. All are taken at once, so that they differ, and then given back. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '0.0.0.0'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const found = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return found;
}

export const freePort = async (): Promise<number> => (await freePorts(1))[0]!;
