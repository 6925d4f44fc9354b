/**
 * The agent of a node, for streams: a process of its own that upgrades every request and sends so many bytes. Started by
 * workloads/proxied.ts with the files of a certificate and its key.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

const [certFile, keyFile, size] = process.argv.slice(2);
const piece = Buffer.alloc(65_536, 'x');
const head =
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: v4.channel.k8s.io\r\n\r\n';

function send(socket: Duplex, left: number): void {
  let rest = left;
  while (rest > 0) {
    rest -= piece.length;
    if (!socket.write(piece)) {
      socket.once('drain', () => send(socket, rest));
      return;
    }
  }
  socket.end();
}

const server = createServer({ cert: readFileSync(certFile!), key: readFileSync(keyFile!) });
server.on('upgrade', (_request, socket: Duplex) => {
  socket.on('error', () => {});
  socket.write(head);
  send(socket, Number(size));
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());
