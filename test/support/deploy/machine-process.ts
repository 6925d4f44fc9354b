import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Ends a process with this one, however this one ends. */
const dieWithParent = ['setpriv', '--pdeathsig', 'KILL', '--'];

const running = new Set<ChildProcess>();
// Where there is no setpriv, a test that fails must not leave any behind either.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A program of one of the machines. Its output goes to a file, which a test that fails can quote. */
export class MachineProcess {
  readonly #process: ChildProcess;
  readonly #log: string;

  constructor(command: readonly string[], log: string) {
    mkdirSync(dirname(log), { recursive: true });
    this.#log = log;
    const output = openSync(log, 'a');
    const [program, ...words] = existsSync('/usr/bin/setpriv') ? [...dieWithParent, ...command] : command;
    this.#process = spawn(program!, words, { stdio: ['ignore', output, output] });
    running.add(this.#process);
  }

  get hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  get pid(): number {
    return this.#process.pid!;
  }

  /** What it has printed. */
  get output(): string {
    return readFileSync(this.#log, 'utf8');
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  /** Resolves with its exit code; null when a signal ended it. */
  async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    if (!this.hasEnded) {
      const exited = once(this.#process, 'exit');
      this.#process.kill(signal);
      await exited;
    }
    running.delete(this.#process);
    return this.#process.exitCode;
  }
}
