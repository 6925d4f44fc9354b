import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { orchctlProgram } from './orchctl.ts';
import type { TestServer } from './server.ts';

/** `orchctl dashboard` of a test's server, as a process. */
export class Dashboard {
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(url: string, process: ChildProcess) {
    this.url = url;
    this.#process = process;
  }

  /** Rejects with what it printed when it does not start. */
  static async start(
    server: Pick<TestServer, 'directory' | 'kubeconfig'>,
    ...flags: string[]
  ): Promise<Dashboard> {
    const home = join(server.directory, 'home-dashboard');
    mkdirSync(home, { recursive: true });
    const words = ['--kubeconfig', server.kubeconfig, 'dashboard', '--open=false', ...flags];
    const child = spawn(process.execPath, [orchctlProgram, ...words], { env: { HOME: home } });
    const kill = (): void => void child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    const url = await new Promise<string>((resolve, reject) => {
      let printed = '';
      const read = (chunk: Buffer): void => {
        printed += chunk;
        const [found] = /http:\/\/127\.0\.0\.1:\d+\/[\w-]+\/\n/.exec(printed) ?? [];
        if (found !== undefined) resolve(found.trim());
      };
      child.stdout!.on('data', read);
      child.stderr!.on('data', read);
      child.once('exit', (code) => reject(new Error(`the dashboard ended with ${code}: ${printed}`)));
    });
    return new Dashboard(url, child);
  }

  get pid(): number {
    return this.#process.pid!;
  }

  /** Ends it as a user does, and resolves with its exit code. */
  async stop(): Promise<number | null> {
    if (this.#process.exitCode !== null) return this.#process.exitCode;
    this.#process.kill('SIGINT');
    const [code] = await once(this.#process, 'exit');
    return code;
  }
}
