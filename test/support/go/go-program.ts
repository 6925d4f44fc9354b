import { spawnSync } from 'node:child_process';

const script = new URL('../../../hack/go-program.sh', import.meta.url).pathname;

/** A program in Go, made of `main.go` in the folder of this name, and packages of Debian. */
export interface GoProgram {
  path: string | undefined;
  /** The reason why there is none, for titles of skipped tests; "" when there is one. */
  missing: string;
}

/** Makes the program; some seconds the first time, on a machine that is quiet. */
export function goProgram(name: string, ...packages: string[]): GoProgram {
  const made = spawnSync(script, [name, ...packages], { encoding: 'utf8' });
  if (made.status === 0) return { path: made.stdout.trim(), missing: '' };
  const reason = made.stderr?.trim().split('\n').at(-1) ?? made.error;
  return { path: undefined, missing: ` (skipped: ${reason})` };
}
