import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../src/api/meta/dialect.ts';
import { makeAuthority } from '../../../src/util/x509.ts';
import { NodeAgent } from '../../support/node-agent.ts';
import { CommandLine, orchctlProgram } from '../../support/orchctl.ts';
import { podOn } from '../../support/pods-on-nodes.ts';
import { TestServer } from '../../support/server.ts';
import { serveSpdy } from '../../support/spdy/agent-streams.ts';
import { testValidity } from '../../support/unit/https-server.ts';
import { until } from '../../support/until.ts';

describe.each(dialects)('orchctl port-forward and cp in the dialect $name', ({ name }) => {
  let server: TestServer;
  let agent: NodeAgent;
  let orchctl: CommandLine;
  let echo: Server;
  let echoPort: number;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'orchctl-cp-'));
    const authority = await makeAuthority('node-ca', testValidity());
    agent = await NodeAgent.start(authority, authority.certificate, {
      respond: () => {},
      upgrade: serveSpdy,
    });
    echo = createServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(0, '127.0.0.1');
    await once(echo, 'listening');
    echoPort = (echo.address() as AddressInfo).port;
    server = await TestServer.start({ dialect: name, flags: ['--allow-local-node-addresses'] });
    const ports = [{ name: 'echo', containerPort: echoPort }];
    await podOn(server, 'web', 'near', agent.port, [{ name: 'app', image: 'i', ports }]);
    await server.client.post('/api/v1/namespaces/default/services', {
      metadata: { name: 'svc' },
      spec: { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 'echo' }] },
    });
    await server.client.post('/api/v1/namespaces/default/pods', {
      metadata: { name: 'waiting' },
      spec: { containers: [{ name: 'app', image: 'i' }] },
    });
    orchctl = CommandLine.orchctl(server);
  });

  afterAll(async () => {
    await server?.remove();
    await agent?.[Symbol.asyncDispose]();
    echo?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('port-forward carries connections until it is interrupted', async () => {
    const forwarding = new Forwarding(server, 'web', `:${echoPort}`, ':echo');
    const [first, second] = await forwarding.ports(echoPort, 2);
    const texts = Array.from({ length: 40 }, (_, index) => `connection ${index} `.repeat(2_000));
    const through = texts.map((text, index) => echoed(index % 2 === 0 ? first! : second!, text));
    expect(await Promise.all(through)).toEqual(texts);
    expect(forwarding.printed).toContain(`Handling connection for ${first}\n`);
    expect(await forwarding.interrupt()).toBe(0);
    await until(() => agent.open === 0);
  });

  it('port-forward to a service goes to the port of its pod', async () => {
    const forwarding = new Forwarding(server, 'service/svc', ':80');
    const [port] = await forwarding.ports(echoPort, 1);
    expect(await echoed(port!, 'text')).toBe('text');
    await forwarding.interrupt();
  });

  it('port-forward says what is wrong', async () => {
    const { port } = echo.address() as AddressInfo;
    for (const [words, text] of [
      [
        ['waiting', '80'],
        'error: unable to forward port because pod is not running. Current status=Pending\n',
      ],
      [['web', 'none'], "error: Pod 'web' does not have a named port 'none'\n"],
      [['svc/svc', '81'], 'error: Service svc does not have a service port 81\n'],
      [
        ['--address=127.0.0.1', 'web', `${port}:80`],
        `error: unable to listen on any of the requested ports: [{${port} 80}]\n`,
      ],
    ] as const) {
      const { stderr, code } = await orchctl.run(['port-forward', ...words]);
      expect({ code, stderr: stderr.slice(-text.length) }).toEqual({ code: 1, stderr: text });
    }
    const refused = new Forwarding(server, 'web', ':1');
    const [local] = await refused.ports(1, 1);
    const socket = connect(local!, '127.0.0.1');
    await once(socket, 'close');
    await until(() =>
      refused.complaints.includes(`an error occurred forwarding ${local} -> 1: error forwarding port 1`),
    );
    await refused.interrupt();
  });

  it('port-forward ends with 1 when the connection to the pod is lost', async () => {
    const forwarding = new Forwarding(server, 'web', ':80');
    await forwarding.ports(80, 1);
    agent.cut();
    expect(await forwarding.ended).toBe(1);
    expect(forwarding.complaints).toContain('error: lost connection to pod\n');
  });

  it('cp copies a tree into a container and out of it', async () => {
    const from = join(folder, 'from');
    mkdirSync(join(from, 'below'), { recursive: true });
    writeFileSync(join(from, 'large'), 'content\n'.repeat(200_000));
    writeFileSync(join(from, 'empty'), '');
    writeFileSync(join(from, 'below', 'script'), '#!/bin/sh\n');
    chmodSync(join(from, 'below', 'script'), 0o755);
    symlinkSync('large', join(from, 'link'));
    const [to, back] = [join(folder, 'to'), join(folder, 'back')];
    // The container is this machine.
    expect(await orchctl.run(['cp', from, `web:${to}`])).toEqual({ stdout: '', stderr: '', code: 0 });
    expect(readFileSync(join(to, 'link'), 'utf8').length).toBe(1_600_000);
    const out = await orchctl.run(['cp', `default/web:${to}`, back]);
    expect(out).toMatchObject({ code: 0, stdout: '' });
    expect(out.stderr).toMatch(/^warning: skipping symlink: ".*\/to\/link" -> "large"\n$/m);
    expect(readFileSync(join(back, 'large'), 'utf8')).toBe('content\n'.repeat(200_000));
    expect(readFileSync(join(back, 'empty'), 'utf8')).toBe('');
    expect(statSync(join(back, 'below', 'script')).mode & 0o777).toBe(0o755);
  });

  it('cp puts a file into a directory that is there, on both sides', async () => {
    const [file, remote, local] = ['file', 'remote', 'local'].map((one) => join(folder, one)) as [
      string,
      string,
      string,
    ];
    writeFileSync(file, 'text');
    mkdirSync(remote);
    mkdirSync(local);
    await orchctl.ask('cp', file, `web:${remote}/`);
    await orchctl.ask('cp', `web:${remote}/file`, local, '-c', 'app');
    expect(readFileSync(join(local, 'file'), 'utf8')).toBe('text');
  });

  it('cp says what is wrong', async () => {
    for (const [words, text] of [
      [['a', 'b'], 'one of src or dest must be a remote file specification'],
      [['x:a', 'y:b'], 'one of src or dest must be a local file specification'],
      [['/none/such', 'web:/tmp/x'], "/none/such doesn't exist in local filesystem"],
      [['a/b/c:x', 'y'], 'filespec must match the canonical format: [[namespace/]pod:]file/path'],
      [['web:/none/such', join(folder, 'x')], 'command terminated with exit code 2'],
      [[folder, 'web:/none/such/folder'], 'command terminated with exit code 2'],
    ] as const) {
      const { stderr, code } = await orchctl.run(['cp', ...words]);
      expect({ code, stderr: stderr.split('\n').at(-2) }).toEqual({ code: 1, stderr: `error: ${text}` });
    }
  });
});

/** A port-forward that runs. */
class Forwarding {
  printed = '';
  complaints = '';
  readonly ended: Promise<number | null>;
  readonly #child: ChildProcess;

  constructor(server: TestServer, ...words: string[]) {
    const all = [orchctlProgram, '--kubeconfig', server.kubeconfig, 'port-forward', ...words];
    this.#child = spawn(process.execPath, all, { env: { HOME: server.directory } });
    this.#child.stdout!.on('data', (bytes) => (this.printed += bytes));
    this.#child.stderr!.on('data', (bytes) => (this.complaints += bytes));
    this.ended = once(this.#child, 'close').then(([code]) => code);
  }

  /** The local ports that lead there, when there are as many. */
  async ports(remote: number, count: number): Promise<number[]> {
    const found = (): number[] =>
      [...this.printed.matchAll(/from 127\.0\.0\.1:(\d+) -> (\d+)\n/g)]
        .filter(([, , to]) => Number(to) === remote)
        .map(([, local]) => Number(local));
    await until(() => found().length >= count);
    return found();
  }

  interrupt(): Promise<number | null> {
    this.#child.kill('SIGINT');
    return this.ended;
  }
}

/** What comes back for a text. */
async function echoed(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (bytes) => (received += bytes));
  socket.end(text);
  await once(socket, 'close');
  return received;
}
