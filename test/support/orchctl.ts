import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestServer } from './server.ts';

export const orchctlProgram = new URL('../../dist/commands/orchctl.js', import.meta.url).pathname;

export interface CommandResult {
  stdout: string;
  stderr: string;
  code: number;
}

export interface CommandOptions {
  /** For standard input. */
  input?: string;
  env?: Record<string, string>;
}

/** Runs a command-line client as an admin of one server: `orchctl` as it is built, or a kubectl beside it. */
export class CommandLine {
  readonly #server: TestServer;
  readonly #program: readonly string[];
  readonly #home: string;

  private constructor(server: TestServer, program: readonly string[], home: string) {
    this.#server = server;
    this.#program = program;
    this.#home = join(server.directory, home);
    mkdirSync(this.#home, { recursive: true });
  }

  static orchctl(server: TestServer): CommandLine {
    return new CommandLine(server, [process.execPath, orchctlProgram], 'home-orchctl');
  }

  /** `path`: of the program; see `kubectls.ts`. */
  static kubectl(server: TestServer, path: string): CommandLine {
    return new CommandLine(server, [path], 'home-kubectl');
  }

  /** Never rejects for what the program says: its exit code is part of the result. */
  run(words: readonly string[], { input, env = {} }: CommandOptions = {}): Promise<CommandResult> {
    const [file = '', ...first] = this.#program;
    const all = [...first, '--kubeconfig', this.#server.kubeconfig, ...words];
    const options = {
      env: { HOME: this.#home, PATH: process.env['PATH'] ?? '', ...env },
      maxBuffer: 64 * 1024 * 1024,
    };
    return new Promise((resolve, reject) => {
      const child = execFile(file, all, options, (error, stdout, stderr) => {
        const code = error === null ? 0 : error.code;
        if (typeof code === 'number') resolve({ stdout, stderr, code });
        else reject(error);
      });
      child.stdin!.on('error', () => {});
      child.stdin!.end(input ?? '');
    });
  }

  /** What it prints. Rejects with what it complains about. */
  async ask(...words: string[]): Promise<string> {
    const { stdout, stderr, code } = await this.run(words);
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  }

  /** A file for `-f`. */
  file(name: string, content: object | string): string {
    const path = join(this.#server.directory, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  }
}

/** A kubeconfig for one of the users of the server's token file. */
export function kubeconfigOf(server: TestServer, token: string): object {
  const cluster = {
    server: `https://127.0.0.1:${server.port}`,
    'certificate-authority': join(server.directory, 'ca.crt'),
  };
  return {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'a',
    clusters: [{ name: 'a', cluster }],
    users: [{ name: 'a', user: { token } }],
    contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
  };
}
