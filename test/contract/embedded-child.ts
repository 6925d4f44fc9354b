import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Two kilobytes that cannot be compressed, and that a reader can make again from the key. */
export function randomValue(key: string): Buffer {
  return createHash('shake256', { outputLength: 2000 }).update(key).digest();
}

/** The child process of `embedded-writer.ts`. */
export class Writer {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #closed: Promise<unknown>;
  #output = '';
  #errors = '';

  constructor(directory: string, run: string, wrapper: string[] = []) {
    const script = join(import.meta.dirname, 'embedded-writer.ts');
    const [command, ...args] = [...wrapper, process.execPath, script, directory, run];
    this.#child = spawn(command!, args);
    this.#closed = once(this.#child, 'close');
    this.#child.stdout.on('data', (piece) => {
      this.#output += piece;
    });
    this.#child.stderr.on('data', (piece) => {
      this.#errors += piece;
    });
  }

  async lines(count: number): Promise<void> {
    while (this.#output.split('\n').length <= count) {
      if (this.#child.exitCode !== null) throw new Error(this.#errors);
      await delay(10);
    }
  }

  /** Ends it with SIGKILL; what it said. */
  kill(): Promise<[string, string][]> {
    this.#child.kill('SIGKILL');
    return this.exit();
  }

  /** What it said until it ended. */
  async exit(): Promise<[string, string][]> {
    await this.#closed;
    const lines = this.#output.split('\n').slice(0, -1);
    return lines.map((line) => line.split(' ') as [string, string]);
  }
}
