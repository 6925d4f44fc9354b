import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { Pacer } from '../../util/pacer.ts';
import { RequestTrace } from '../../util/tracing/request-trace.ts';
import { type Block, BlockPool } from '../representation/block-pool.ts';
import { setState } from '../request-state.ts';
import { sendBlocks } from './send-body.ts';

/** Text that a client gets of blocks with these texts each, and whether the pool has all of them again afterwards. */
async function sent(
  texts: readonly string[],
  headers: Record<string, string>,
): Promise<{ body: string; areBack: boolean }> {
  const pool = new BlockPool();
  const taken = new Set<Buffer>();
  function* blocks(): Generator<Block> {
    for (const text of texts) {
      const block = pool.acquire();
      taken.add(block);
      yield { block, size: block.write(text) };
    }
  }
  const server = createServer((incoming: IncomingMessage, response: ServerResponse) => {
    setState(incoming as never, { warnings: [], trace: new RequestTrace(), pacer: new Pacer() } as never);
    const answer = { code: 200, contentType: 'text/plain', blocks: blocks() };
    void sendBlocks(incoming as never, response as never, pool, answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const asked = request({ port: (server.address() as AddressInfo).port, headers }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const bytes = Buffer.concat(await response.toArray());
    await new Promise((resolve) => server.close(resolve));
    const again = [...taken].map(() => pool.acquire());
    return {
      body: (response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString(),
      areBack: again.every((block) => taken.has(block)),
    };
  } finally {
    server.close();
  }
}

const long = 'x'.repeat(200_000);

it.each([
  ['one block', ['a'], {}],
  ['one block with much in it', [long], {}],
  ['one block that is compressed', [long], { 'accept-encoding': 'gzip' }],
  ['two blocks in one piece', ['a', 'b'], {}],
  ['blocks of more than one piece', [long, long, 'b'], {}],
])('%s: the client has all bytes, the pool its blocks again', async (_, texts, headers) => {
  expect(await sent(texts, headers)).toEqual({ body: texts.join(''), areBack: true });
});

it.each([
  ['much in it goes out as it is', long, true],
  ['little in it is copied', 'a', false],
])('a single block with %s', async (_, text, isSame) => {
  const pool = new BlockPool();
  const block = pool.acquire();
  const ended = await new Promise<Buffer>((resolve) => {
    const incoming = { method: 'GET', headers: {} } as never;
    setState(incoming, { warnings: [], trace: new RequestTrace(), pacer: new Pacer() } as never);
    const response = { setHeader() {}, end: resolve };
    const answer = { code: 200, contentType: 'text/plain', blocks: [{ block, size: block.write(text) }] };
    void sendBlocks(incoming, response as never, pool, answer);
  });
  expect(ended.toString()).toBe(text);
  expect(ended.buffer === block.buffer).toBe(isSame);
  expect(pool.acquire() === block).toBe(!isSame);
});
