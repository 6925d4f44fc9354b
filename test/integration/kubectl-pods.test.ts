import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAuthority } from '../../src/util/x509.ts';
import { kubectls } from '../support/kubectls.ts';
import { NodeAgent } from '../support/node-agent.ts';
import { TestServer } from '../support/server.ts';
import { serveSpdy } from '../support/spdy/agent-streams.ts';
import { testValidity } from '../support/unit/https-server.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const pods = '/api/v1/namespaces/default/pods';

let directory: string;
let agent: NodeAgent;
let server: TestServer;
let echo: Server;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'kubectl-pods-'));
  const authority = await makeAuthority('node-ca', testValidity());
  const respond = { respond: () => {}, upgrade: serveSpdy };
  agent = await NodeAgent.start(authority, authority.certificate, respond);
  echo = createServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  server = await TestServer.start({ flags: ['--allow-local-node-addresses'] });
  const node = await server.client.post('/api/v1/nodes', { metadata: { name: 'near' } });
  const addresses = [{ type: 'InternalIP', address: '127.0.0.1' }];
  const daemonEndpoints = { kubeletEndpoint: { Port: agent.port } };
  const status = { addresses, daemonEndpoints };
  expect((await server.client.put('/api/v1/nodes/near/status', { ...node.body, status })).status).toBe(200);
  const spec = { nodeName: 'near', containers: [{ name: 'app', image: 'i', stdin: true }] };
  const pod = await server.client.post(pods, { metadata: { name: 'web' }, spec });
  const running = { ...pod.body, status: { phase: 'Running' } };
  expect((await server.client.put(`${pods}/web/status`, running)).status).toBe(200);
}, 60_000);

afterAll(async () => {
  await server.stop();
  await agent[Symbol.asyncDispose]();
  echo.close();
  rmSync(directory, { recursive: true });
});

for (const { title, path } of kubectls()) {
  describe.skipIf(path === undefined)(title, () => {
    const words = (...given: string[]): string[] => ['--kubeconfig', server.kubeconfig, ...given];

    it('exec prints what the command prints, and exits with its code', async () => {
      const { stdout, stderr } = await run(
        path!,
        words('exec', 'web', '--', 'sh', '-c', 'echo out; echo err >&2'),
      );
      expect([stdout, stderr]).toEqual(['out\n', 'err\n']);
      await expect(run(path!, words('exec', 'web', '--', 'sh', '-c', 'exit 3'))).rejects.toMatchObject({
        code: 3,
      });
    });

    it('exec -i gives the command its input', async () => {
      const text = 'a line\n'.repeat(20_000);
      expect(await withInput(spawn(path!, words('exec', '-i', 'web', '--', 'cat')), text)).toBe(text);
      expect(await withInput(spawn(path!, words('exec', '-it', 'web', '--', 'cat')), 'short')).toBe('short');
    });

    it('kubectl attach -i carries standard input', async () => {
      expect(await withInput(spawn(path!, words('attach', '-i', 'web')), 'to the container')).toContain(
        'to the container',
      );
    });

    it('cp copies into a container and out of it', async () => {
      const [from, to, back] = ['from', 'to', 'back'].map((name) =>
        join(directory, `${title}-${name}`.replace(/ /g, '-')),
      );
      writeFileSync(from!, 'content\n'.repeat(50_000));
      await run(path!, words('cp', from!, `web:${to}`));
      await run(path!, words('cp', `web:${to}`, back!));
      expect(existsSync(back!)).toBe(true);
      expect(readFileSync(back!, 'utf8')).toBe('content\n'.repeat(50_000));
    });

    it('port-forward carries 100 connections', async () => {
      const { port } = echo.address() as AddressInfo;
      const forwarding = spawn(path!, words('port-forward', 'web', `:${port}`));
      try {
        let said = '';
        forwarding.stdout.on('data', (chunk) => (said += chunk));
        await until(() => /127\.0\.0\.1:\d+ ->/.test(said));
        const local = Number(/127\.0\.0\.1:(\d+) ->/.exec(said)![1]);
        const texts = Array.from({ length: 100 }, (_, index) => `connection ${index}`);
        expect(await Promise.all(texts.map((text) => throughPort(local, text)))).toEqual(texts);
      } finally {
        forwarding.kill();
      }
    });
  });
}

/** What a command prints that gets this input. */
async function withInput(child: ChildProcess, text: string): Promise<string> {
  let printed = '';
  child.stdout!.on('data', (chunk) => (printed += chunk));
  child.stdin!.end(text);
  await once(child, 'close');
  return printed;
}

/** What comes back for a text. */
async function throughPort(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  let received = '';
  while (received.length < text.length) received += (await once(socket, 'data'))[0];
  socket.end();
  return received;
}
