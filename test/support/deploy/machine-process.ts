import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A program of one of the machines. Its output goes to a file, which a test that fails can quote. */
export class MachineProcess {
  readonly #process: ChildProcess;
  readonly #log: string;
  readonly #kill = (): void => void this.#process.kill('SIGKILL');

  constructor(command: readonly string[], log: string) {
    mkdirSync(dirname(log), { recursive: true });
    this.#log = log;
    const output = openSync(log, 'a');
    this.#process = spawn(command[0]!, command.slice(1), { stdio: ['ignore', output, output] });
    // A test that fails must not leave it behind.
    process.once('exit', this.#kill);
  }

  get hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  /** The last of what it has printed. */
  get output(): string {
    return readFileSync(this.#log, 'utf8').slice(-4_000);
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  /** Resolves with its exit code; null when a signal ended it. */
  async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    process.off('exit', this.#kill);
    if (!this.hasEnded) {
      const exited = once(this.#process, 'exit');
      this.#process.kill(signal);
      await exited;
    }
    return this.#process.exitCode;
  }
}
