import { spawnSync } from 'node:child_process';

/** A client library of others: where it is, and if it cannot be had, what a title says of that. */
export interface Library {
  readonly path: string | undefined;
  readonly missing: string;
}

export const clientNode = (): Library => found('client-node.sh');
export const pythonClient = (): Library => found('python-kubernetes.sh');

function found(script: string): Library {
  const path = new URL(`../../../hack/${script}`, import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync(path, { encoding: 'utf8' });
  if (status === 0) return { path: stdout.trim(), missing: '' };
  return { path: undefined, missing: ` (skipped: ${stderr?.trim().split('\n').at(-1)})` };
}
