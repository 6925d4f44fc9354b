import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

const script = new URL('../../../hack/spdy-agent.sh', import.meta.url).pathname;
/** Seconds are spent on it once; it is made when the first test asks. */
const found = spawnSync(script, { encoding: 'utf8' });

const path = found.status === 0 ? found.stdout.trim() : undefined;
/** The reason why there is no such agent, for the title of skipped tests. */
export const libraryAgentMissing =
  path === undefined ? ` (skipped: ${found.stderr?.trim().split('\n').at(-1) ?? found.error})` : '';

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
