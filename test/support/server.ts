import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from './api-client.ts';
import { type Etcd, startEtcd } from './etcd.ts';
import { releaseFlag, testedRelease } from './release.ts';

const root = new URL('../..', import.meta.url).pathname;

/** Static tokens: an admin, a user in two groups, and one in none. */
const users = [
  'admin-token,admin,1,"system:masters"',
  'user-token,jane,2,"developers,testers"',
  'reader-token,reader,3',
  '',
].join('\n');

export interface ServerOptions {
  /** More flags. Without `--etcd-servers`, STORE=etcd in the environment gives the server an etcd of its own. */
  flags?: readonly string[];
  /** Kept when the server stops, to start another one on it. Made when not given. */
  directory?: string;
  dialect?: 'orch' | 'kubernetes';
  /** Another build of the server than that of this tree. */
  program?: string;
  /** Flags of Node.js. */
  nodeFlags?: readonly string[];
  /** The release that is served, where `flags` names none; undefined for the default of the server. */
  release?: string | undefined;
}

/** A server of its own for a test: the built product, as a process, on a free port of loopback. */
export class TestServer {
  readonly process: ChildProcess;
  readonly directory: string;
  readonly port: number;
  /** As an admin. */
  readonly client: ApiClient;
  readonly #output: string[];
  readonly #etcd: Etcd | undefined;

  private constructor(
    process: ChildProcess,
    directory: string,
    port: number,
    output: string[],
    etcd: Etcd | undefined,
  ) {
    this.process = process;
    this.directory = directory;
    this.port = port;
    this.#output = output;
    this.#etcd = etcd;
    this.client = this.connect({ token: 'admin-token' });
  }

  /** Rejects with what the server printed when it does not come up. */
  static async start(options: ServerOptions = {}): Promise<TestServer> {
    const { flags = [], directory, dialect = 'kubernetes', nodeFlags = [] } = options;
    const { program = `${root}dist/commands/apiserver.js` } = options;
    const release = 'release' in options ? options.release : testedRelease;
    const own = directory ?? mkdtempSync(join(tmpdir(), 'apiserver-'));
    const etcd = process.env['STORE'] === 'etcd' ? await startEtcd({ members: 1 }) : undefined;
    const tokens = join(own, 'tokens.csv');
    writeFileSync(tokens, users);
    const child = spawn(
      process.execPath,
      [
        ...nodeFlags,
        program,
        '--secure-port=0',
        '--bind-address=127.0.0.1',
        `--data-dir=${own}`,
        `--token-auth-file=${tokens}`,
        `--dialect=${dialect}`,
        // Tests make privileged pods to see what else becomes of them.
        '--allow-privileged=true',
        // A test that makes a cache differ from the store is to hear of it.
        '--watch-cache-check-interval=1s',
        ...(etcd === undefined ? [] : [`--etcd-servers=${etcd.endpoints[0]}`]),
        ...(release === undefined ? [] : releaseFlag(flags, release)),
        ...flags,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const output: string[] = [];
    // A test that fails must not leave it behind.
    const kill = (): void => void child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    const port = await servingPort(child, output);
    return new TestServer(child, own, port, output, etcd);
  }

  /** What the server has printed and logged. */
  get output(): string {
    return this.#output.join('');
  }

  get kubeconfig(): string {
    return join(this.directory, 'admin.kubeconfig');
  }

  connect(options: { token?: string; agent?: Agent }): ApiClient {
    const ca = readFileSync(join(this.directory, 'ca.crt'));
    const agent = options.agent ?? new Agent({ keepAlive: true, ca, maxSockets: 1024 });
    return new ApiClient(this.port, agent, options.token);
  }

  /** As an operator stops it. Resolves with its exit code. */
  async stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  /** As a power cut stops it. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    this.client.close();
    if (this.output.includes('differs from the store')) throw new Error(`a cache was wrong:\n${this.output}`);
    if (this.process.exitCode !== null || this.process.signalCode !== null) return this.process.exitCode;
    const exited = once(this.process, 'exit');
    this.process.kill(signal);
    const [code] = await exited;
    return code;
  }

  /** Stops it and removes its directory. */
  async remove(): Promise<void> {
    await this.kill();
    await this.#etcd?.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

/** The log of a server with quotes as they are in the texts that it quotes. */
export const unquoted = (log: string): string => log.replaceAll('\\"', '"');

function servingPort(child: ChildProcess, output: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const onOutput = (chunk: Buffer): void => {
      output.push(chunk.toString());
      const port = /serving on https:\/\/\S+?:(\d+)"/.exec(output.join(''))?.[1];
      if (port !== undefined) resolve(Number(port));
    };
    child.stdout!.on('data', onOutput);
    child.stderr!.on('data', onOutput);
    child.once('exit', (code) =>
      reject(new Error(`the server ended with ${code}:\n${unquoted(output.join(''))}`)),
    );
  });
}
