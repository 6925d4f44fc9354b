import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const script = new URL('../../../hack/prometheus.sh', import.meta.url).pathname;

/** One Prometheus to test with. */
export interface PrometheusChoice {
  /** Directory of prometheus and promtool; undefined where there are none and none could be fetched. */
  path: string | undefined;
  /** For titles of tests: its version, or why there is none. */
  title: string;
}

/** Finds the Prometheus that the script prints when it is given `line`: '' for a recent one, '2' for the 2.x line. */
function findPrometheus(line: string): PrometheusChoice {
  const found = spawnSync(script, line === '' ? [] : [line], { encoding: 'utf8' });
  if (found.status !== 0) {
    const why = found.stderr?.trim().split('\n').at(-1) ?? found.error;
    return { path: undefined, title: `Prometheus ${line} (skipped: ${why})` };
  }
  const path = found.stdout.trim();
  const { stdout } = spawnSync(join(path, 'prometheus'), ['--version'], { encoding: 'utf8' });
  return { path, title: `Prometheus ${/version (\S+)/.exec(stdout)?.[1] ?? 'of unknown version'}` };
}

export const recentPrometheus = findPrometheus('');
export const prometheus2 = findPrometheus('2');
