import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubectls } from '../support/kubectls.ts';
import { orchctlProgram } from '../support/orchctl.ts';
import { podOn } from '../support/pods-on-nodes.ts';
import { TestServer } from '../support/server.ts';
import { LibraryAgent, libraryAgentMissing } from '../support/spdy/library-agent.ts';

const run = promisify(execFile);

/** Programs that people use; one that cannot be had is left out, and the title says why. */
const clients = [
  ...kubectls().map(({ title, path }) => ({ title, program: path, first: [] as string[] })),
  { title: 'orchctl', program: process.execPath, first: [orchctlProgram] },
];

describe.skipIf(libraryAgentMissing !== '')(`an agent with the library of SPDY${libraryAgentMissing}`, () => {
  let directory: string;
  let agent: LibraryAgent;
  let server: TestServer;
  let echo: Server;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'library-agent-'));
    agent = await LibraryAgent.start();
    echo = createServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(0, '127.0.0.1');
    await once(echo, 'listening');
    server = await TestServer.start({ flags: ['--allow-local-node-addresses'] });
    await podOn(server, 'web', 'near', agent.port);
  });

  afterAll(async () => {
    await server?.stop();
    await agent?.[Symbol.asyncDispose]();
    echo?.close();
    rmSync(directory, { recursive: true });
  });

  for (const { title, program, first } of clients) {
    describe.skipIf(program === undefined)(title, () => {
      const words = (...given: string[]): string[] => [...first, '--kubeconfig', server.kubeconfig, ...given];
      const start = (...given: string[]) =>
        spawn(program!, words(...given), { env: { ...process.env, HOME: directory } });
      const withInput = async (input: string, ...given: string[]): Promise<string> => {
        const child = start(...given);
        child.stdin.end(input);
        return text(child.stdout);
      };

      it('exec prints what the command prints, and exits with its code', async () => {
        const shell = words('exec', 'web', '--', 'sh', '-c', 'echo out; echo err >&2; exit 3');
        const answer = run(program!, shell, { env: { ...process.env, HOME: directory } });
        await expect(answer).rejects.toMatchObject({ code: 3, stdout: 'out\n' });
        await expect(answer).rejects.toMatchObject({ stderr: expect.stringContaining('err\n') });
      });

      it('exec -i and attach -i carry the input', async () => {
        const lines = 'a line\n'.repeat(20_000);
        expect(await withInput(lines, 'exec', '-i', 'web', '--', 'cat')).toBe(lines);
        expect(await withInput('to the container', 'attach', '-i', 'web')).toContain('to the container');
      });

      it('cp copies into a container and out of it', async () => {
        const [from, to, back] = ['from', 'to', 'back'].map((name) =>
          join(directory, `${title}-${name}`.replace(/\W/g, '-')),
        ) as [string, string, string];
        const content = 'content\n'.repeat(50_000);
        writeFileSync(from, content);
        await run(program!, words('cp', from, `web:${to}`));
        await run(program!, words('cp', `web:${to}`, back));
        expect(readFileSync(back, 'utf8')).toBe(content);
      });

      it('port-forward carries connections', async () => {
        const forwarding = start('port-forward', 'web', `:${(echo.address() as AddressInfo).port}`);
        try {
          let said = '';
          forwarding.stdout.on('data', (bytes) => (said += bytes));
          const local = (): number => Number(/127\.0\.0\.1:(\d+) ->/.exec(said)?.[1]);
          await expect.poll(local).toBeGreaterThan(0);
          const texts = Array.from({ length: 20 }, (_, index) => `connection ${index}`);
          expect(await Promise.all(texts.map((one) => echoed(local(), one)))).toEqual(texts);
        } finally {
          forwarding.kill();
          await once(forwarding, 'close');
        }
      });
    });
  }
});

/** Sends a text to a port, and resolves with the bytes that come back. */
async function echoed(port: number, sent: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(sent);
  return text(socket);
}
