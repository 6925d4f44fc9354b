import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { until } from './until.ts';

const helper = new URL('pseudo-terminal.py', import.meta.url).pathname;

/** Why there are no pseudo-terminals here, for the name of what is skipped; "" where there are. */
export const terminalMissing =
  spawnSync('python3', ['-c', 'import pty, termios']).status === 0 ? '' : ' (skipped: there is no python3)';

/** A program on a pseudo-terminal of 80 by 24 characters, and the user before it. */
export class PseudoTerminal {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number>;
  #output = '';

  constructor(program: readonly string[], env: Record<string, string>) {
    this.#child = spawn('python3', [helper, ...program], {
      env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child.stdout!.on('data', (bytes) => (this.#output += bytes));
    this.#child.stdin!.on('error', () => {});
    this.#ended = once(this.#child, 'close').then(([code]) => code as number);
  }

  /** What the user has seen so far. */
  get output(): string {
    return this.#output;
  }

  /** Waits until the user sees this. Rejects with what is seen instead. */
  async sees(text: string): Promise<void> {
    await until(() => this.#output.includes(text), 20).catch(() => {
      throw new Error(`${JSON.stringify(text)} is not in ${JSON.stringify(this.#output)}`);
    });
  }

  /** Types. */
  send(text: string): void {
    this.#child.stdin!.write(`${JSON.stringify({ send: text })}\n`);
  }

  resize(rows: number, columns: number): void {
    this.#child.stdin!.write(`${JSON.stringify({ resize: [rows, columns] })}\n`);
  }

  /** The exit code of the program. */
  get ended(): Promise<number> {
    return this.#ended;
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }
}
