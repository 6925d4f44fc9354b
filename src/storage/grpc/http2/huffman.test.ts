import { once } from 'node:events';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { huffmanDecoded } from './huffman.ts';
import { ClientSession } from './session.ts';

// Examples of RFC 7541, appendix C.
it.each([
  ['www.example.com', 'f1e3c2e5f23a6ba0ab90f4ff'],
  ['no-cache', 'a8eb10649cbf'],
  ['custom-value', '25a849e95bb8e8b4bf'],
  ['Mon, 21 Oct 2013 20:13:21 GMT', 'd07abe941054d444a8200595040b8166e082a62d1bff'],
  ['', ''],
])('%o is read', (text, code) => {
  expect(huffmanDecoded(Buffer.from(code, 'hex'))).toBe(text);
});

it.each([
  ['the end of a text', 'ffffffff'],
  ['a byte of filling', '1fff'],
  ['filling that is not ones', '18'],
])('%s in it is refused', (_, code) => {
  expect(huffmanDecoded(Buffer.from(code, 'hex'))).toBeUndefined();
});

it('every character that a field may have is read as another implementation writes it', async () => {
  const server = createServer();
  // Most of a text has to be short in the code, or it is sent as it is.
  const around = '0'.repeat(200);
  server.on('stream', (stream, headers) =>
    stream.respond(
      { value: around + Buffer.from(String(headers['code']), 'hex').toString('latin1') },
      { endStream: true },
    ),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const session = new ClientSession(socket, { scheme: 'http', authority: 'a', receiveWindow: 1 << 20 });
  try {
    const characters = ['\t', ...Array.from({ length: 224 }, (_, index) => String.fromCharCode(index + 32))];
    const allowed = characters.filter((character) => character !== '\x7f');
    const got = await Promise.all(
      allowed.map((character) => {
        const { promise, resolve } = Promise.withResolvers<string>();
        const handler = { onData() {}, onEnd() {}, onClose() {} };
        const own = { code: Buffer.from(`x${character}y`, 'latin1').toString('hex') };
        session.request({ ':method': 'GET', ':path': '/' }, own, {
          ...handler,
          onFields: (fields) => resolve(fields['value']!.slice(around.length)),
        });
        return promise;
      }),
    );
    expect(got).toEqual(allowed.map((character) => `x${character}y`));
  } finally {
    session.destroy();
    server.close();
  }
});
