import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { type Duplex, PassThrough } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../src/api/meta/dialect.ts';
import { clientConfig } from '../../../src/client/config/client-config.ts';
import { loadConfig } from '../../../src/client/config/load-config.ts';
import { resolveConfig } from '../../../src/client/config/resolve-config.ts';
import { converse } from '../../../src/client/pod-streams/container-streams.ts';
import type { LocalStreams, TerminalSize } from '../../../src/client/pod-streams/local-streams.ts';
import { PortForwarding } from '../../../src/client/pod-streams/port-forward.ts';
import { UpgradeTarget } from '../../../src/client/upgrade/upgrade-target.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { makeAuthority } from '../../../src/util/x509.ts';
import { NodeAgent } from '../../support/node-agent.ts';
import { podOn } from '../../support/pods-on-nodes.ts';
import { TestServer } from '../../support/server.ts';
import { serveSpdy } from '../../support/spdy/agent-streams.ts';
import { testValidity } from '../../support/unit/https-server.ts';
import { until } from '../../support/until.ts';

const pod = '/api/v1/namespaces/default/pods/web';
const exec = (...command: string[]): string => {
  const words = command.map((word) => `command=${encodeURIComponent(word)}`);
  return `${pod}/exec?stdout=true&stderr=true&${words.join('&')}`;
};
const forever = new AbortController().signal;

let agent: NodeAgent;
let server: TestServer;
let echo: Server;
let upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void = serveSpdy;

beforeAll(async () => {
  const authority = await makeAuthority('node-ca', testValidity());
  agent = await NodeAgent.start(authority, authority.certificate, {
    respond: () => {},
    upgrade: (...given) => upgrade(...given),
  });
  echo = createServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  server = await TestServer.start({ flags: ['--allow-local-node-addresses', '--authorization-mode=RBAC'] });
  await podOn(server, 'web', 'near', agent.port);
  const rules = [{ apiGroups: [''], resources: ['pods/exec', 'pods/portforward'], verbs: ['create'] }];
  await server.client.post('/apis/rbac.authorization.k8s.io/v1/clusterroles', {
    metadata: { name: 'poster' },
    rules,
  });
  await server.client.post('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
    metadata: { name: 'poster' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'poster' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'jane' }],
  });
}, 60_000);

beforeEach(() => {
  upgrade = serveSpdy;
});

afterAll(async () => {
  await server.stop();
  await agent[Symbol.asyncDispose]();
  echo.close();
});

function targetAs(token: string): UpgradeTarget {
  const { config } = loadConfig({ explicit: server.kubeconfig });
  const userEntry = { token, certificateData: '', keyData: '' };
  const resolved = resolveConfig(config, {}, dialects[1]!);
  const user = { ...resolved.user, ...userEntry, certificateFile: '', keyFile: '' };
  const made = clientConfig({ ...resolved, user }, { clock: systemClock, dialect: dialects[1]! });
  return new UpgradeTarget(made, 'test');
}

/** Ends of a conversation, and what came out at them. */
function ends(more: Partial<LocalStreams> = {}): { local: LocalStreams; out(): string; err(): string } {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const texts = { out: '', err: '' };
  stdout.on('data', (bytes) => (texts.out += bytes));
  stderr.on('data', (bytes) => (texts.err += bytes));
  return { local: { stdout, stderr, tty: false, ...more }, out: () => texts.out, err: () => texts.err };
}

// A WebSocket is a GET, and SPDY a POST: who may only create pods/exec gets the latter.
describe.each([
  ['a WebSocket', 'admin-token'],
  ['SPDY, where a WebSocket is refused', 'user-token'],
])('over %s', (_, token) => {
  it('a conversation gives output, errors and the exit code', async () => {
    const { local, out, err } = ends();
    const code = await converse(
      targetAs(token),
      exec('sh', '-c', 'echo out; echo err >&2; exit 3'),
      local,
      forever,
    );
    expect([code, out(), err()]).toEqual([3, 'out\n', 'err\n']);
  });

  it('the input arrives whole, and so does its end', async () => {
    const stdin = new PassThrough();
    const { local, out } = ends({ stdin });
    const text = 'a line\n'.repeat(200_000);
    stdin.end(text);
    expect(await converse(targetAs(token), `${exec('cat')}&stdin=true`, local, forever)).toBe(0);
    expect(out().length).toBe(text.length);
    expect(out()).toBe(text);
  });

  it('sizes of the terminal go to the container, the first at once', async () => {
    const seen: string[] = [];
    upgrade = (request, socket, head) =>
      serveSpdy(request, socket, head, { resized: (bytes) => void seen.push(bytes.toString()) });
    let size: TerminalSize = { width: 80, height: 24 };
    let changed = (): void => {};
    const sizes = {
      current: () => size,
      onChange: (listener: () => void) => {
        changed = listener;
        return () => {};
      },
    };
    const stdin = new PassThrough();
    const { local } = ends({ stdin, tty: true, sizes });
    const path = `${exec('cat').replace('&stderr=true', '')}&stdin=true&tty=true`;
    const running = converse(targetAs(token), path, local, forever);
    await until(() => seen.length === 1);
    size = { width: 100, height: 30 };
    changed();
    await until(() => seen.length === 2);
    stdin.end();
    expect(await running).toBe(0);
    expect(seen).toEqual(['{"Width":80,"Height":24}\n', '{"Width":100,"Height":30}\n']);
  });

  it('a reader that is slow holds up the container', async () => {
    const stdout = new PassThrough();
    const { local } = ends({ stdout });
    const running = converse(targetAs(token), exec('head', '-c', '30000000', '/dev/zero'), local, forever);
    await once(stdout, 'readable');
    expect(stdout.readableLength).toBeLessThan(2_000_000);
    let length = 0;
    stdout.on('data', (bytes: Buffer) => (length += bytes.length));
    expect(await running).toBe(0);
    await until(() => length === 30_000_000);
  });

  it('the signal ends a conversation with its reason', async () => {
    const ending = new AbortController();
    const running = converse(targetAs(token), exec('sleep', '60'), ends().local, ending.signal);
    await until(() => agent.open > 0);
    ending.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    await until(() => agent.open === 0);
  });

  it('what is not the command’s failure is an error', async () => {
    const path = exec('true').replace('/web/', '/none/');
    await expect(converse(targetAs(token), path, ends().local, forever)).rejects.toMatchObject({
      code: 404,
      reason: 'NotFound',
    });
    await expect(converse(targetAs(token), exec('/none/such'), ends().local, forever)).rejects.toMatchObject({
      reason: 'InternalError',
    });
  });

  it('a port is forwarded for many connections at once', async () => {
    const forwarding = await PortForwarding.open(targetAs(token), `${pod}/portforward`, forever);
    const { port } = echo.address() as AddressInfo;
    const texts = Array.from({ length: 50 }, (_, index) => `connection ${index} `.repeat(5_000));
    expect(await Promise.all(texts.map((text) => through(forwarding, port, text)))).toEqual(texts);
    await expect(through(forwarding, 1, 'nothing listens there')).rejects.toThrow('error forwarding port 1');
    forwarding[Symbol.dispose]();
    await forwarding.closed;
    await until(() => agent.open === 0);
  });
});

it('a credential that is refused is an answer 401', async () => {
  await expect(converse(targetAs('wrong'), exec('true'), ends().local, forever)).rejects.toMatchObject({
    code: 401,
  });
});

/** What comes back for a text through a local connection that is forwarded. */
async function through(forwarding: PortForwarding, port: number, text: string): Promise<string> {
  let forwarded: Promise<void> | undefined;
  const local = createServer({ allowHalfOpen: true }, (socket) => {
    forwarded = forwarding.forward(socket, port);
    forwarded.catch(() => {});
  }).listen(0, '127.0.0.1');
  await once(local, 'listening');
  const socket = connect((local.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.on('data', (bytes) => (received += bytes)).on('error', () => {});
  socket.end(text);
  await once(socket, 'close');
  local.close();
  await forwarded;
  return received;
}
