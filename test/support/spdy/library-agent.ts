import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { goProgram } from '../go/go-program.ts';

/** Seconds are spent on it once; it is made when the first test asks. */
const { path, missing } = goProgram('spdy-agent', 'golang-github-docker-spdystream-dev');

/** The reason why there is no such agent, for the title of skipped tests. */
export const libraryAgentMissing = missing;

/** The agent of a node whose SPDY is that of the library real agents use: a process of its own. */
export class LibraryAgent implements AsyncDisposable {
  readonly port: number;
  readonly #process: ChildProcess;

  private constructor(port: number, process: ChildProcess) {
    this.port = port;
    this.#process = process;
  }

  static async start(): Promise<LibraryAgent> {
    const child = spawn(path!, { stdio: ['pipe', 'pipe', 'inherit'] });
    const [line] = await once(child.stdout, 'data');
    return new LibraryAgent(Number(line), child);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const exited = once(this.#process, 'exit');
    this.#process.stdin!.end();
    await exited;
  }
}
