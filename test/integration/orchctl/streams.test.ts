import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../src/api/meta/dialect.ts';
import { makeAuthority } from '../../../src/util/x509.ts';
import { NodeAgent } from '../../support/node-agent.ts';
import { CommandLine, orchctlProgram } from '../../support/orchctl.ts';
import { podOn } from '../../support/pods-on-nodes.ts';
import { PseudoTerminal, terminalMissing } from '../../support/pseudo-terminal.ts';
import { TestServer } from '../../support/server.ts';
import { serveSpdy } from '../../support/spdy/agent-streams.ts';
import { testValidity } from '../../support/unit/https-server.ts';
import { until } from '../../support/until.ts';

const container = (name: string, more: object = {}) => ({ name, image: 'i', stdin: true, ...more });

describe.each(dialects)('orchctl logs, exec and attach in the dialect $name', ({ name }) => {
  let server: TestServer;
  let agent: NodeAgent;
  let orchctl: CommandLine;
  const sizes: string[] = [];
  let upgrades = 0;

  beforeAll(async () => {
    const authority = await makeAuthority('node-ca', testValidity());
    agent = await NodeAgent.start(authority, authority.certificate, {
      respond: printLog,
      upgrade: (request, socket, head) => {
        upgrades++;
        serveSpdy(request, socket, head, { resized: (bytes) => void sizes.push(bytes.toString().trim()) });
      },
    });
    server = await TestServer.start({ dialect: name, flags: ['--allow-local-node-addresses'] });
    await podOn(server, 'web', 'near', agent.port);
    await podOn(server, 'two', 'near', agent.port, [container('app', { tty: true }), container('side')]);
    const selector = { matchLabels: { app: 'web' } };
    const template = {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'a', image: 'i' }] },
    };
    await server.client.post('/apis/apps/v1/namespaces/default/deployments', {
      metadata: { name: 'web' },
      spec: { selector, template },
    });
    orchctl = CommandLine.orchctl(server);
  });

  afterAll(async () => {
    await server?.remove();
    await agent?.[Symbol.asyncDispose]();
  });

  it('logs prints the log of a container, with the options that were given', async () => {
    expect(await orchctl.ask('logs', 'web')).toBe('/containerLogs/default/web/app\n');
    expect(
      await orchctl.ask(
        'logs',
        'pod/web',
        '-p',
        '--since=90s',
        '--tail=3',
        '--timestamps',
        '--limit-bytes=900',
      ),
    ).toBe(
      '/containerLogs/default/web/app\nlimitBytes=900\nprevious=true\nsinceSeconds=90\ntailLines=3\ntimestamps=true\n',
    );
    expect(await orchctl.run(['logs', 'two'])).toEqual({
      stdout: '/containerLogs/default/two/app\n',
      code: 0,
      stderr: 'Defaulted container "app" out of: app, side\n',
    });
    expect(await orchctl.ask('logs', 'two', '-c', 'side')).toBe('/containerLogs/default/two/side\n');
    expect(await orchctl.ask('logs', 'deploy/web')).toBe('/containerLogs/default/web/app\n');
    expect(await orchctl.ask('logs', 'two', '--all-containers', '--prefix')).toBe(
      '[pod/two/app] /containerLogs/default/two/app\n[pod/two/side] /containerLogs/default/two/side\n',
    );
    expect(await orchctl.ask('logs', '-l', 'app=web')).toBe('/containerLogs/default/web/app\ntailLines=10\n');
  });

  it('logs says what is wrong', async () => {
    for (const [words, stderr] of [
      [['none'], 'Error from server (NotFound): pods "none" not found\n'],
      [['two', '-c', 'x'], 'error: container x is not valid for pod two\n'],
      [
        ['web', '--since=5s', '--since-time=2020-01-01T00:00:00Z'],
        'error: only one of --since-time / --since may be used\n',
      ],
      [
        ['-l', 'app in (web,two)', '--all-containers', '-f', '--max-log-requests=2'],
        'error: you are attempting to follow 3 log streams, but maximum allowed concurrency is 2, use --max-log-requests to increase the limit\n',
      ],
    ] as const) {
      expect(await orchctl.run(['logs', ...words])).toEqual({ stdout: '', stderr, code: 1 });
    }
    expect(await orchctl.run(['logs', '-l', 'app=none'])).toMatchObject({
      stdout: '',
      code: 0,
      stderr: 'No resources found in default namespace.\n',
    });
  });

  it('logs -f prints lines whole as they come, and ends when the user interrupts', async () => {
    const words = ['logs', '-f', '-l', 'app in (web,two)', '--all-containers', '--prefix', '--timestamps'];
    const child = spawn(process.execPath, [orchctlProgram, '--kubeconfig', server.kubeconfig, ...words], {
      env: { HOME: server.directory },
    });
    let printed = '';
    child.stdout.on('data', (bytes) => (printed += bytes));
    // Three streams, of which the agent never writes a whole line at once.
    await until(() => printed.split('\n').length > 30);
    for (const line of printed.split('\n').slice(0, -1)) {
      expect(line).toMatch(/^\[pod\/(web\/app|two\/app|two\/side)\] a line that comes in two parts$/);
    }
    child.kill('SIGINT');
    await once(child, 'close');
    await until(() => agent.open === 0);
  });

  it('exec prints what the command prints, gives it its input, and ends with its code', async () => {
    expect(await orchctl.run(['exec', 'web', '--', 'sh', '-c', 'echo out; echo err >&2; exit 3'])).toEqual({
      stdout: 'out\n',
      code: 3,
      stderr: 'err\ncommand terminated with exit code 3\n',
    });
    const input = 'a line\n'.repeat(30_000);
    expect(await orchctl.run(['exec', '-i', 'web', '--', 'cat'], { input })).toEqual({
      stdout: input,
      stderr: '',
      code: 0,
    });
    expect(await orchctl.run(['exec', 'deploy/web', 'echo', 'old'])).toMatchObject({
      stdout: 'old\n',
      stderr: expect.stringContaining('DEPRECATED'),
    });
    expect(await orchctl.run(['exec', '-it', 'web', '--', 'echo', 'no terminal'])).toEqual({
      stdout: 'no terminal\n',
      code: 0,
      stderr: 'Unable to use a TTY - input is not a terminal or the right kind of file\n',
    });
    expect(await orchctl.run(['exec', 'web'])).toMatchObject({
      stdout: '',
      code: 1,
      stderr: expect.stringContaining('error: you must specify at least one command for the container\n'),
    });
  });

  /** What a scheduler and a node agent do of a pod that was just made. */
  const start = async (pod: string, phase = 'Running', more: object = {}): Promise<void> => {
    const path = `/api/v1/namespaces/default/pods/${pod}`;
    await until(async () => (await server.client.get(path)).status === 200, 20);
    await server.client.post(`${path}/binding`, {
      metadata: { name: pod },
      target: { kind: 'Node', name: 'near' },
    });
    await setPhase(pod, phase, more);
  };
  const setPhase = async (pod: string, phase: string, more: object = {}): Promise<void> => {
    const path = `/api/v1/namespaces/default/pods/${pod}`;
    const { body } = await server.client.get(path);
    const changed = { ...body, status: { ...body.status, phase, ...more } };
    expect((await server.client.put(`${path}/status`, changed)).status).toBe(200);
  };
  const ended = (exitCode: number) => ({
    containerStatuses: [
      {
        name: 'once',
        image: 'i',
        imageID: '',
        ready: false,
        restartCount: 0,
        state: { terminated: { exitCode, reason: 'Error' } },
      },
    ],
  });
  const runOnce = ['run', 'once', '--image=i', '--restart=Never', '--rm'];

  it('run -i waits for the pod, passes on the input, and ends as the container did', async () => {
    const before = upgrades;
    const running = orchctl.run([...runOnce, '-i'], { input: 'to the container' });
    await start('once');
    await until(() => upgrades > before, 20);
    await until(() => agent.open === 0, 20);
    await setPhase('once', 'Failed', ended(3));
    expect(await running).toEqual({
      stdout: 'to the containerpod "once" deleted\n',
      stderr:
        "If you don't see a command prompt, try pressing enter.\nerror: pod default/once terminated (Error)\n",
      code: 3,
    });
    const { status } = await server.client.get('/api/v1/namespaces/default/pods/once');
    expect(status).toBe(404);
  });

  it('run --attach of a pod that has ended already prints its log', async () => {
    const running = orchctl.run(['run', 'short', '--image=i', '--restart=Never', '--attach', '-q', '--rm']);
    await start('short', 'Succeeded');
    const { stdout, stderr, code } = await running;
    expect([stdout, stderr, code]).toEqual(['/containerLogs/default/short/short\n', '', 0]);
  });

  it('run refuses flags of attaching that do not go together', async () => {
    for (const [flags, problem] of [
      [['-t'], 'stdin is required for containers with -t/--tty'],
      [['--rm'], '--rm should only be used for attached containers'],
      [
        ['-i', '--dry-run=client'],
        "--dry-run=[server|client] can't be used with attached containers options",
      ],
    ] as const) {
      const { stderr, code } = await orchctl.run(['run', 'refused', '--image=i', ...flags]);
      expect([stderr, code]).toEqual([expect.stringContaining(problem), 1]);
    }
  });

  it('attach passes on the input', async () => {
    expect(await orchctl.run(['attach', '-i', 'web', '-q'], { input: 'to the container' })).toEqual({
      stdout: 'to the container',
      stderr: '',
      code: 0,
    });
  });

  describe.skipIf(terminalMissing !== '')(`on a terminal${terminalMissing}`, () => {
    const onTerminal = (...words: string[]): PseudoTerminal => {
      const program = [process.execPath, orchctlProgram, '--kubeconfig', server.kubeconfig, ...words];
      return new PseudoTerminal(program, { HOME: server.directory });
    };

    it('exec -it passes on every key, Ctrl-C too, and the sizes of the terminal', async () => {
      sizes.length = 0;
      const terminal = onTerminal('exec', '-it', 'web', '--', 'sh', '-c', 'echo ready; head -c 12; exit 4');
      await terminal.sees('ready');
      await until(() => sizes.length === 1);
      terminal.resize(30, 100);
      await until(() => sizes.length === 2);
      expect(sizes).toEqual(['{"Width":80,"Height":24}', '{"Width":100,"Height":30}']);
      // Nothing is echoed here: what is seen came back from the container. 3 is Ctrl-C.
      terminal.send('typed\u0003text\rx');
      await terminal.sees('typed\u0003text\rx');
      expect(await terminal.ended).toBe(4);
      expect(terminal.output.match(/typed/g)).toHaveLength(1);
      expect(terminal.output).toContain('command terminated with exit code 4');
    });

    it('Ctrl-C ends a command without a terminal of its own', async () => {
      const terminal = onTerminal('exec', 'web', '--', 'sh', '-c', 'echo ready; exec sleep 60');
      await terminal.sees('ready');
      terminal.send('\u0003');
      expect(await terminal.ended).toBe(130);
      await until(() => agent.open === 0);
    });

    it('run -it is the terminal of the container, and Ctrl-C goes there', async () => {
      const terminal = onTerminal('run', 'shell', '--image=i', '--restart=Never', '--rm', '-it');
      await start('shell');
      await terminal.sees("If you don't see a command prompt, try pressing enter.");
      const { spec } = (await server.client.get('/api/v1/namespaces/default/pods/shell')).body;
      expect(spec.containers[0]).toMatchObject({ stdin: true, stdinOnce: true, tty: true });
      terminal.send('hel\u0003lo');
      await terminal.sees('hel\u0003lo');
      terminal.close();
      await until(() => agent.open === 0);
    });

    it('attach -it is the terminal of the process', async () => {
      const terminal = onTerminal('attach', '-it', 'two', '-c', 'app');
      await terminal.sees("If you don't see a command prompt, try pressing enter.");
      terminal.send('hello');
      await terminal.sees('hello');
      terminal.close();
      await until(() => agent.open === 0);
    });
  });
});

/** The path of a log and its options; a log that is followed comes in pieces of lines. */
function printLog(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url!, 'https://node');
  if (!searchParams.has('follow')) {
    response.end([pathname, ...[...searchParams].map(([key, value]) => `${key}=${value}`), ''].join('\n'));
    return;
  }
  response.write('a line that ');
  const timer = setInterval(() => response.write('comes in two parts\na line that '), 10);
  response.once('close', () => clearInterval(timer));
}
