import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { get, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { dialects } from '../../../src/api/meta/dialect.ts';
import { kubectls } from '../../support/kubectls.ts';
import { CommandLine, orchctlProgram } from '../../support/orchctl.ts';
import { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

describe.each(dialects)(
  'orchctl proxy, cluster-info and completion in the dialect $name',
  ({ name, prefix }) => {
    let server: TestServer;
    let orchctl: CommandLine;
    beforeAll(async () => {
      server = await TestServer.start({ dialect: name });
      orchctl = CommandLine.orchctl(server);
    });
    afterAll(() => server?.remove());

    const candidates = async (...words: string[]): Promise<string[]> => {
      const given = ['--kubeconfig', server.kubeconfig, ...words];
      const printed = await orchctl.ask('completion', 'candidates', '--', ...given);
      return printed
        .split('\n')
        .slice(0, -1)
        .map((line) => line.replace(/\t.*/, ''));
    };

    it('proxy passes requests on, but for those that its rules refuse', async () => {
      const www = join(server.directory, 'www');
      mkdirSync(www);
      writeFileSync(join(www, 'page.html'), 'a page');
      symlinkSync(join(server.directory, 'ca.key'), join(www, 'key'));
      const proxy = await RunningProxy.start(
        server,
        '--reject-paths=^/api/v1/namespaces/default/secrets',
        `--www=${www}`,
      );
      expect(await proxy.ask('/api/v1/namespaces/default')).toMatchObject({ status: 200 });
      const body = JSON.stringify({ metadata: { name: 'made' } });
      const made = await proxy.ask('/api/v1/namespaces', { method: 'POST', body });
      expect([made.status, JSON.parse(made.text).metadata.name]).toEqual([201, 'made']);
      for (const path of [
        '/api/v1/namespaces/default/secrets',
        '/api/v1/namespaces/default/%73ecrets/x',
        '/api/v1/namespaces/default/pods/../secrets',
        '//api/v1/namespaces/default/secrets',
      ]) {
        expect({ path, ...(await proxy.ask(path)) }).toEqual({ path, status: 403, text: 'Forbidden\n' });
      }
      // A page of another site that makes a browser ask.
      expect(await proxy.ask('/api', { host: 'evil.example' })).toMatchObject({ status: 403 });
      expect(await proxy.ask('/static/page.html')).toEqual({ status: 200, text: 'a page' });
      for (const path of ['/static/key', '/static/../ca.key', '/static/%2e%2e/ca.key']) {
        expect((await proxy.ask(path)).text).not.toContain('PRIVATE KEY');
      }
      const socket = new WebSocket(`${proxy.url.replace('http', 'ws')}/api/v1/namespaces?watch=true`);
      const [message] = await once(socket, 'message');
      expect(JSON.parse(String(message)).type).toBe('ADDED');
      socket.terminate();
      expect(await proxy.interrupt()).toBe(0);
    });

    it('cluster-info says where the server is, and dump what there is', async () => {
      const product = name === 'orch' ? 'Orch' : 'Kubernetes';
      expect(await orchctl.ask('cluster-info')).toBe(
        `${product} control plane is running at https://127.0.0.1:${server.port}\n\nTo further debug and diagnose cluster problems, use 'orchctl cluster-info dump'.\n`,
      );
      const dump = join(server.directory, 'dump');
      await orchctl.ask('cluster-info', 'dump', `--output-directory=${dump}`);
      expect(JSON.parse(readFileSync(join(dump, 'nodes.json'), 'utf8')).kind).toBe('NodeList');
      expect(existsSync(join(dump, 'default', 'pods.json'))).toBe(true);
      expect(existsSync(join(dump, `${prefix}-system`, 'events.json'))).toBe(true);
    });

    it('completion knows commands, flags, types and names', async () => {
      expect(await candidates('clu')).toEqual(['cluster-info']);
      expect(await candidates('auth', '')).toEqual(['can-i', 'reconcile', 'whoami']);
      expect(await candidates('get', 'clusterrole')).toEqual(['clusterrolebindings', 'clusterroles']);
      expect(await candidates('get', 'clusterroles', 'vi')).toEqual(['view']);
      expect(await candidates('get', 'namespace/def')).toEqual(['namespace/default']);
      expect(await candidates('get', 'secrets', '--namesp')).toEqual(['--namespace=']);
      expect(await candidates('get', 'secrets', '--namespace=def')).toEqual(['--namespace=default']);
      expect(await candidates('get', '-o', 'j')).toEqual(['json', 'jsonpath=']);
      expect(await candidates('exec', 'web', '--', 'l')).toEqual([':files']);
      expect(await candidates('nothing', '')).toEqual([]);
    });

    it('the script for bash completes in bash', async () => {
      const script = join(server.directory, 'completion.bash');
      writeFileSync(script, await orchctl.ask('completion', 'bash'));
      const lines = [
        `orchctl() { ${JSON.stringify(process.execPath)} ${JSON.stringify(orchctlProgram)} "$@"; }`,
        `source ${script}`,
        `COMP_WORDS=(orchctl --kubeconfig ${server.kubeconfig} get clusterroles vi); COMP_CWORD=5; _orchctl`,
        'printf "%s\\n" "$COMPREPLY"',
      ];
      const { stdout, stderr } = spawnSync('bash', ['-c', lines.join('\n')], {
        encoding: 'utf8',
        env: { HOME: server.directory, PATH: process.env['PATH'] },
      });
      expect({ stdout, stderr }).toEqual({ stdout: 'view\n', stderr: '' });
      expect(await orchctl.ask('completion', 'zsh')).toContain('compdef _orchctl orchctl');
      expect(await orchctl.ask('completion', 'fish')).toContain('complete -c orchctl');
    });

    // kubectl does not reach the product's own groups.
    for (const { title, path } of name === 'orch' ? [] : kubectls()) {
      it.skipIf(path === undefined)(`proxy serves ${title}`, async () => {
        const proxy = await RunningProxy.start(server);
        const { stdout } = await promisify(execFile)(
          path!,
          ['--server', proxy.url, 'get', 'namespaces', '-o', 'name'],
          {
            env: { HOME: server.directory },
          },
        );
        expect(stdout).toContain('namespace/default\n');
        await proxy.interrupt();
      });
    }
  },
);

describe('plugins', () => {
  let server: TestServer;
  let orchctl: CommandLine;
  let folder: string;
  const run = (...words: string[]) =>
    orchctl.run(words, { env: { PATH: `${folder}:${process.env['PATH']}` } });
  const plugin = (name: string, content: string, mode = 0o755): void => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${content}\n`);
    chmodSync(join(folder, name), mode);
  };

  beforeAll(async () => {
    server = await TestServer.start();
    orchctl = CommandLine.orchctl(server);
    folder = join(server.directory, 'plugins');
    mkdirSync(folder);
  });
  afterAll(() => server?.remove());

  /** The kubeconfig that the test's command line puts first is no plugin's. */
  const bare = (...words: string[]): Promise<{ stdout: string; stderr: string; code: number }> =>
    new Promise((resolve) => {
      const env = { HOME: server.directory, PATH: `${folder}:${process.env['PATH']}` };
      execFile(process.execPath, [orchctlProgram, ...words], { env }, (error, stdout, stderr) =>
        resolve({ stdout, stderr, code: error === null ? 0 : Number(error.code) }),
      );
    });

  it('on the PATH are run with the words behind them, and their exit code is kept', async () => {
    plugin('orchctl-foo', 'echo "foo $@"; exit 3');
    plugin('orchctl-foo-big_bar', 'echo "bar $@"');
    plugin('orchctl-get', 'echo never');
    plugin('kubectl-other', 'echo never');
    expect(await bare('foo', 'x', '--flag', '-n', 'y')).toEqual({
      stdout: 'foo x --flag -n y\n',
      stderr: '',
      code: 3,
    });
    expect(await bare('foo', 'big-bar', 'x')).toEqual({ stdout: 'bar x\n', stderr: '', code: 0 });
    expect((await bare('get', '--help')).stdout).not.toContain('never');
    const other = await bare('other');
    expect(other.code).toBe(1);
    expect(other.stderr).toContain('unknown command "other" for "orchctl"');
    expect(other.stderr).toContain(
      `${folder}/kubectl-other is a plugin of kubectl: run it as kubectl other\n`,
    );
  });

  it('are listed, with what is wrong with them', async () => {
    plugin('orchctl-plain', '', 0o644);
    const { stdout, stderr, code } = await run('plugin', 'list', '--name-only');
    expect(stdout).toBe(
      'The following compatible plugins are available:\n\norchctl-foo\norchctl-foo-big_bar\norchctl-get\norchctl-plain\n',
    );
    expect(stderr).toContain('warning: orchctl-get overwrites existing command: "orchctl get"');
    expect(stderr).toContain('orchctl-plain identified as a orchctl plugin, but it is not executable');
    expect([stderr.split('\n').at(-2), code]).toEqual(['error: 2 plugin warnings were found', 1]);
  });
});

/** A proxy that runs. */
class RunningProxy {
  readonly url: string;
  readonly #child: ReturnType<typeof spawn>;

  private constructor(child: ReturnType<typeof spawn>, url: string) {
    this.#child = child;
    this.url = url;
  }

  static async start(server: TestServer, ...words: string[]): Promise<RunningProxy> {
    const all = [orchctlProgram, '--kubeconfig', server.kubeconfig, 'proxy', '--port=0', ...words];
    const child = spawn(process.execPath, all, {
      env: { HOME: server.directory },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout!.on('data', (bytes) => (printed += bytes));
    await until(() => /^Starting to serve on 127\.0\.0\.1:\d+\n$/.test(printed));
    return new RunningProxy(child, `http://${/127\.0\.0\.1:\d+/.exec(printed)![0]}`);
  }

  /** The path goes out as it is. */
  async ask(
    path: string,
    { method = 'GET', body = '', host }: { method?: string; body?: string; host?: string } = {},
  ): Promise<{ status: number; text: string }> {
    const { hostname, port } = new URL(this.url);
    const headers = { 'content-type': 'application/json', ...(host === undefined ? {} : { host }) };
    const asked = (method === 'GET' ? get : request)({ hostname, port, path, method, headers, agent: false });
    asked.end(body);
    const [answer] = await once(asked, 'response');
    return { status: answer.statusCode, text: await text(answer) };
  }

  async interrupt(): Promise<number | null> {
    this.#child.kill('SIGINT');
    const [code] = await once(this.#child, 'close');
    return code;
  }
}
