import { spawnSync } from 'node:child_process';

const script = new URL('../../hack/kubectl.sh', import.meta.url).pathname;

/** A command-line client that tests run; without a path it is not there, and the title says why. */
export interface Kubectl {
  /** What tests with it are called. */
  title: string;
  path: string | undefined;
}

/** One of release 1.20, and a new one: $KUBECTL_NEW, or that of the PATH if it is 1.28 or newer. */
export function kubectls(): Kubectl[] {
  const old = spawnSync(script, { encoding: 'utf8' });
  const missing = old.stderr?.trim().split('\n').at(-1) ?? String(old.error);
  return [
    old.status === 0
      ? { title: 'kubectl 1.20', path: old.stdout.trim() }
      : { title: `kubectl 1.20 (skipped: ${missing})`, path: undefined },
    newer(process.env['KUBECTL_NEW'] ?? 'kubectl'),
  ];
}

function newer(path: string): Kubectl {
  const { stdout } = spawnSync(path, ['version', '--client', '--output=json'], { encoding: 'utf8' });
  const minor = /"minor": "(\d+)/.exec(stdout ?? '')?.[1];
  if (Number(minor ?? 0) >= 28) return { title: `kubectl 1.${minor}`, path };
  return {
    title: 'a new kubectl (skipped: none of 1.28 or newer on the PATH; set KUBECTL_NEW to the path of one)',
    path: undefined,
  };
}
