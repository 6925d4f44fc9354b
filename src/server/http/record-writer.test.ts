import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testValidity } from '../../../test/support/unit/https-server.ts';
import { issueServing, makeAuthority } from '../../util/x509.ts';
import { RecordWriter } from './record-writer.ts';

let server: ReturnType<typeof createServer>;
let writer: RecordWriter;
let client: TLSSocket;
/** Sizes of the reads of the client: OpenSSL reads one record at a time. */
const read: number[] = [];

beforeAll(async () => {
  const names = { dnsNames: [], addresses: ['127.0.0.1'] };
  const authority = await makeAuthority('an authority', testValidity());
  const { certificate, privateKey } = await issueServing(authority, 'server', names, testValidity());
  server = createServer({ cert: certificate, key: privateKey });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connected = once(server, 'secureConnection');
  const { port } = server.address() as AddressInfo;
  client = connect({ host: '127.0.0.1', port, ca: authority.certificate });
  const [connection] = await connected;
  writer = new RecordWriter(connection as TLSSocket);
  client.on('data', (bytes) => read.push(bytes.length));
});
afterAll(() => {
  client.destroy();
  server.close();
});

it('each chunk begins a record, also behind full ones, and the end comes after all', async () => {
  const sizes = [5, 7, 16_384, 16_384, 3, 32_768, 9, 11];
  for (const size of sizes) writer.write(Buffer.alloc(size));
  writer.end();
  await once(client, 'end');
  expect(read).toEqual([5, 7, 16_384, 16_384, 3, 16_384, 16_384, 9, 11]);
});
