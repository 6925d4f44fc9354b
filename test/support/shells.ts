import { spawnSync } from 'node:child_process';

const script = new URL('../../hack/shell.sh', import.meta.url).pathname;

export interface Shell {
  path: string;
  /** Why there is none, for the name of what is skipped; "" where there is one. */
  missing: string;
}

/** Debian's, where the machine has none and this runs as root. */
export function findShell(name: 'fish' | 'zsh'): Shell {
  const found = spawnSync(script, [name], { encoding: 'utf8' });
  if (found.status === 0) return { path: found.stdout.trim(), missing: '' };
  return { path: name, missing: ` (skipped: ${found.stderr?.trim().split('\n').at(-1) ?? found.error})` };
}
