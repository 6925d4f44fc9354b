import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createApplication } from './application.ts';
import { connectionOf } from './connection.ts';
import { InProcessListener } from './in-process.ts';

/** An application that echoes, and one path whose answer never ends. */
function listening() {
  const application = createApplication();
  const seen: string[] = [];
  application.use((request, response) => {
    const { remoteAddress, peerCertificates } = connectionOf(request);
    seen.push(`${remoteAddress} ${peerCertificates.length}`);
    if (request.url === '/endless') {
      response.write('first\n');
      response.once('close', () => seen.push('gone'));
      return;
    }
    request.pipe(response);
  });
  return { listener: new InProcessListener(application, (error) => seen.push(String(error))), seen };
}

const ask = (connect: () => Duplex, path: string, body = '') => {
  const agent = new Agent({ keepAlive: true });
  agent.createConnection = connect;
  const outgoing = request({ agent, path, method: 'POST' });
  outgoing.on('error', () => {});
  outgoing.end(body);
  return outgoing;
};

describe('a listener for this process', () => {
  it('answers requests without sockets', async () => {
    const { listener, seen } = listening();
    const [answer] = await once(ask(listener.connect, '/echo', 'x'.repeat(300_000)), 'response');
    let length = 0;
    for await (const chunk of answer) length += chunk.length;
    expect(length).toBe(300_000);
    expect(seen).toEqual(['127.0.0.1 0']);
  });

  it('hears when a caller breaks off', async () => {
    const { listener, seen } = listening();
    const outgoing = ask(listener.connect, '/endless');
    const [answer] = await once(outgoing, 'response');
    expect(String((await once(answer, 'data'))[0])).toBe('first\n');
    answer.on('error', () => {});
    outgoing.destroy();
    await expect.poll(() => seen.at(-1)).toBe('gone');
  });

  it('cuts what is open when it ends', async () => {
    const { listener } = listening();
    const [answer] = await once(ask(listener.connect, '/endless'), 'response');
    answer.resume();
    const broken = once(answer, 'error');
    listener[Symbol.dispose]();
    expect((await broken)[0].code).toBe('ECONNRESET');
  });
});
