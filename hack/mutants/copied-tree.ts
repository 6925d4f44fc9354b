import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Outcome of a run of tests: `slow` did not end in time, as what loops. */
export type Outcome = 'passed' | 'failed' | 'slow';

/** A copy of the tree in a temporary folder, with the packages of the tree itself. */
export class CopiedTree implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  #running: ChildProcess | undefined;

  constructor(root: string) {
    const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root });
    for (const file of listed.toString().trim().split('\n')) {
      mkdirSync(join(this.#folder, dirname(file)), { recursive: true });
      cpSync(join(root, file), join(this.#folder, file));
    }
    // Each by itself: what tools keep in that folder is the copy's own.
    mkdirSync(join(this.#folder, 'node_modules'));
    for (const entry of readdirSync(join(root, 'node_modules')))
      if (!entry.startsWith('.') || entry === '.bin')
        symlinkSync(join(root, 'node_modules', entry), join(this.#folder, 'node_modules', entry));
  }

  write(file: string, content: string): void {
    writeFileSync(join(this.#folder, file), content);
  }

  /** Runs tests up to the first that fails. After `timeout` milliseconds they are killed. */
  run(tests: readonly string[], timeout: number): Promise<Outcome> {
    const options = ['--project', 'unit', '--no-file-parallelism', '--bail', '1', '--reporter', 'dot'];
    const child = spawn(join(this.#folder, 'node_modules/.bin/vitest'), ['run', ...options, ...tests], {
      cwd: this.#folder,
      stdio: 'ignore',
      detached: true,
      // What collects without end is to fail before the machine has no memory left.
      env: { ...process.env, NODE_OPTIONS: '--max-old-space-size=1024' },
    });
    this.#running = child;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        resolve('slow');
        this.#kill();
      }, timeout);
      child.once('exit', (code) => {
        clearTimeout(timer);
        this.#running = undefined;
        resolve(code === 0 ? 'passed' : 'failed');
      });
    });
  }

  /** With the workers that it has started. */
  #kill(): void {
    if (this.#running !== undefined) process.kill(-this.#running.pid!, 'SIGKILL');
  }

  [Symbol.dispose](): void {
    this.#kill();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
