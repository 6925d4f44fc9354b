import { connect } from 'node:tls';
import type { TestServer } from './server.ts';

/** What the server sends back, until it ends the connection, for bytes that no proper client would send. */
export function rawRequest(server: TestServer, head: string, body = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false });
    const chunks: Buffer[] = [];
    socket.setTimeout(10_000, () => socket.destroy(new Error('the server did not end the connection')));
    socket.once('secureConnect', () => socket.write(Buffer.from(head + body, 'latin1')));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.once('error', reject);
    socket.once('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}

/** The head of a request after which the connection ends: `GET <target>`, one line a header. */
export function headOf(method: string, target: string, headers: readonly string[]): string {
  return [`${method} ${target} HTTP/1.1`, 'Host: server', 'Connection: close', ...headers, '', ''].join(
    '\r\n',
  );
}

/** `HTTP/1.1 404 Not Found…` is 404. */
export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);
