import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection, type Endpoint, RequestWriter } from './http-client.ts';
import { ProcessMeter } from './process-meter.ts';
import type { Server } from './server.ts';

export const benchToken = 'bench-token';
/** Of users that no limit exempts: a person, and a service account. */
export const greedyToken = 'greedy-token';
export const controllerToken = 'controller-token';

const users = [
  `${benchToken},bench,1,"system:masters"`,
  `${greedyToken},greedy,2`,
  `${controllerToken},system:serviceaccount:bench-0:controller,3,"system:serviceaccounts"`,
];

const readyTimeout = 120_000;
const stopTimeout = 30_000;
/** Milliseconds between two looks at a server that is starting. */
const lookInterval = 10;

/** Ends a process with this one, however this one ends. */
const dieWithParent = existsSync('/usr/bin/setpriv') ? ['setpriv', '--pdeathsig', 'KILL', '--'] : [];

export interface ProductOptions {
  /** Path of the server's JavaScript. */
  readonly program: string;
  /** Everything that it keeps is in there. */
  readonly directory: string;
  readonly certFile: string;
  readonly keyFile: string;
  /** None: the embedded store. */
  readonly etcdServers: readonly string[];
  /** Beside those that every run has. */
  readonly flags: readonly string[];
}

/** A server of ours: can be stopped and started again on the same data. */
export class Product implements Server {
  readonly #options: ProductOptions;
  readonly #log: string;
  #child: ChildProcess | undefined;
  #endpoint: Endpoint | undefined;

  constructor(options: ProductOptions) {
    this.#options = options;
    this.#log = join(options.directory, 'log');
    writeFileSync(join(options.directory, 'tokens.csv'), `${users.join('\n')}\n`);
  }

  get endpoint(): Endpoint {
    return this.#endpoint!;
  }

  get meter(): ProcessMeter {
    return new ProcessMeter(this.#child!.pid!);
  }

  /** Resolves, with the milliseconds that it took, when the server says that it is ready. */
  async start(): Promise<number> {
    writeFileSync(this.#log, '');
    const log = openSync(this.#log, 'a');
    const began = performance.now();
    const [command, ...args] = [...dieWithParent, process.execPath, this.#options.program, ...this.#flags()];
    this.#child = spawn(command!, args, { stdio: ['ignore', 'ignore', log] });
    closeSync(log);
    const deadline = began + readyTimeout;
    while (performance.now() < deadline) {
      if (this.#child.exitCode !== null) break;
      if (await this.#ready()) return performance.now() - began;
      await delay(lookInterval);
    }
    throw new Error(`the server does not get ready:\n${readFileSync(this.#log, 'utf8').slice(-2_000)}`);
  }

  /** What it logged as warnings or errors since it was started, each once. */
  complaints(): string[] {
    if (!existsSync(this.#log)) return [];
    const lines = readFileSync(this.#log, 'utf8').split('\n');
    return [...new Set(lines.filter((line) => line !== '' && !line.startsWith('{"level":30')))];
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const cut = setTimeout(() => child.kill('SIGKILL'), stopTimeout);
    await exited;
    clearTimeout(cut);
  }

  /** At once, and nothing of it is kept. */
  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  #flags(): string[] {
    const { directory, certFile, keyFile, etcdServers, flags: more } = this.#options;
    const flags = [
      '--bind-address=127.0.0.1',
      '--secure-port=0',
      `--data-dir=${join(directory, 'data')}`,
      `--token-auth-file=${join(directory, 'tokens.csv')}`,
      `--tls-cert-file=${certFile}`,
      `--tls-private-key-file=${keyFile}`,
      // Its part of a pod would come on top of the bytes that are compared.
      '--disable-admission-plugins=ServiceAccount',
      ...more,
    ];
    return etcdServers.length === 0 ? flags : [...flags, `--etcd-servers=${etcdServers.join(',')}`];
  }

  /** The port is in the log as soon as there is one; whether it is ready, the server is asked. */
  async #ready(): Promise<boolean> {
    const found = /serving on https:\/\/127\.0\.0\.1:(\d+)/.exec(readFileSync(this.#log, 'utf8'));
    if (found === null) return false;
    const authorization = `Bearer ${benchToken}`;
    this.#endpoint = {
      host: '127.0.0.1',
      port: Number(found[1]),
      authorization,
      cert: undefined,
      key: undefined,
    };
    try {
      const connection = await Connection.open(this.#endpoint);
      const { status } = await connection.send(new RequestWriter(this.#endpoint).read('/readyz'));
      connection.close();
      return status === 200;
    } catch {
      return false;
    }
  }
}
