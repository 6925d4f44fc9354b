import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { runCommandLine } from '../../src/cli/main.ts';
import { Output } from '../../src/cli/shared/host.ts';
import { tools } from '../../src/commands/orchctl/tools.ts';
import type { CommandOptions, CommandResult } from './orchctl.ts';
import type { TestServer } from './server.ts';

/**
 * Runs the command line of this tree within the test's process, which takes a tenth of the time of a process for each
 * call. What is about the process itself (signals, terminals, pipes) is tested with `CommandLine`.
 */
export class CommandLineHere {
  readonly #server: TestServer;
  readonly #home: string;

  constructor(server: TestServer) {
    this.#server = server;
    this.#home = join(server.directory, 'home-orchctl');
    mkdirSync(this.#home, { recursive: true });
  }

  /** Never rejects for what the program says: its exit code is part of the result. */
  async run(
    words: readonly string[],
    { input = '', env = {}, onOutput }: CommandOptions & OutputOptions = {},
  ): Promise<CommandResult> {
    const out = new Collector(onOutput);
    const err = new Collector();
    const code = await runCommandLine(
      ['--kubeconfig', this.#server.kubeconfig, ...words],
      {
        env,
        home: this.#home,
        stdin: Readable.from([input]).pipe(new PassThrough()),
        now: () => Date.now(),
        out: new Output(() => out, env),
        err: new Output(() => err, env),
        interruption: () => new AbortController().signal,
      },
      { ...tools, build: () => ({}) },
    );
    return { stdout: out.text, stderr: err.text, code };
  }

  /** What it prints. Rejects with what it complains about. */
  async ask(...words: string[]): Promise<string> {
    const { stdout, stderr, code } = await this.run(words);
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  }

  /** What it complains about; rejects when it does not. */
  async complaint(...words: string[]): Promise<string> {
    const { stdout, stderr, code } = await this.run(words);
    if (code === 0) throw new Error(`${words.join(' ')} was carried out: ${stdout}`);
    return stderr;
  }

  /** A file for `-f`. */
  file(name: string, content: object | string): string {
    const path = join(this.#server.directory, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  }
}

interface OutputOptions {
  /** Called with all that has been printed, each time that it is more. */
  onOutput?: (text: string) => void;
}

class Collector extends Writable {
  text = '';
  readonly #onOutput: ((text: string) => void) | undefined;

  constructor(onOutput?: (text: string) => void) {
    super();
    this.#onOutput = onOutput;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    this.#onOutput?.(this.text);
    done();
  }
}
