import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenSsl } from '../support/openssl.ts';
import type { TestServer } from '../support/server.ts';

const program = new URL('../../dist/commands/controller-manager.js', import.meta.url).pathname;

export interface ManagerOptions {
  server: TestServer;
  openSsl: OpenSsl;
  /** Of its user: by that the audit log tells who wrote. */
  name: string;
  /** Beside those that it needs. */
  flags: readonly string[];
}

/** A controller manager with a certificate of its own, started anew when it has ended. */
export class Manager {
  readonly name: string;
  readonly #flags: readonly string[];
  #child: ChildProcess | undefined;
  #log = '';
  #started = 0;

  constructor({ server, openSsl, name, flags }: ManagerOptions) {
    this.name = name;
    const file = (path: string): string => join(server.directory, path);
    const authority = {
      certificateFile: file('ca.crt'),
      keyFile: file('ca.key'),
      certificate: readFileSync(file('ca.crt'), 'utf8'),
      key: readFileSync(file('ca.key'), 'utf8'),
    };
    const identity = openSsl.client(`/O=system:masters/CN=${name}`, authority);
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      clusters: [
        {
          name: 'c',
          cluster: {
            server: `https://127.0.0.1:${server.port}`,
            'certificate-authority': authority.certificateFile,
          },
        },
      ],
      users: [
        {
          name: 'u',
          user: { 'client-certificate': identity.certificateFile, 'client-key': identity.keyFile },
        },
      ],
    };
    writeFileSync(file(`${name}.kubeconfig`), JSON.stringify(config));
    this.#flags = [
      ...[`--kubeconfig=${file(`${name}.kubeconfig`)}`, '--dialect=kubernetes', '--secure-port=0'],
      ...[`--root-ca-file=${authority.certificateFile}`, ...flags],
      `--service-account-private-key-file=${file('sa.key')}`,
    ];
  }

  start(): void {
    const child = spawn(process.execPath, [program, ...this.#flags], { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child = child;
    this.#log = '';
    this.#started = Date.now();
    child.stderr!.on('data', (chunk: Buffer) => {
      // What one that has ended has said last may come late.
      if (this.#child === child) this.#log += chunk.toString();
    });
    const kill = (): void => void child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
  }

  get isRunning(): boolean {
    const child = this.#child;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /** Milliseconds of the clock. */
  get started(): number {
    return this.#started;
  }

  /** What it has logged since it was started. */
  get log(): string {
    return this.#log;
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child!.kill(name);
  }

  /** The status with which it ended, or ends; the signal that ended it. */
  async ended(): Promise<number | string> {
    const child = this.#child!;
    if (this.isRunning) await once(child, 'exit');
    return child.exitCode ?? child.signalCode!;
  }

  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    if (this.#child !== undefined) await this.ended();
  }
}
