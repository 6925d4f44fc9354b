import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Response } from 'express';
import { expect, it } from 'vitest';
import { streamLog } from './log-stream.ts';

it('of what an agent says in place of a log the client gets the beginning, and the agent is not waited for', async () => {
  let isCut = false;
  // It never comes to an end.
  const agent = createServer((_, response) => {
    response.writeHead(500).on('close', () => {
      isCut = true;
    });
    const more = (): void => {
      while (response.write('x'.repeat(1_000))) {}
    };
    response.on('drain', more);
    more();
  }).listen(0, '127.0.0.1');
  await once(agent, 'listening');
  const { port } = agent.address() as AddressInfo;
  const outgoing = request({ host: '127.0.0.1', port });
  const response = { once: () => {}, destroyed: false } as unknown as Response;
  const sent = { outgoing, address: { host: '127.0.0.1', port }, path: '/', pod: 'p' };
  const error = await streamLog({} as never, response, sent).catch((problem: Error) => problem);
  expect((error as Error).message).toBe(`Internal error occurred: ${'x'.repeat(50_000)}`);
  await expect.poll(() => isCut).toBe(true);
  agent.close();
});
