import { spawnSync } from 'node:child_process';

const script = new URL('../../../hack/prometheus.sh', import.meta.url).pathname;
const found = spawnSync(script, { encoding: 'utf8' });

/** The directory of prometheus and promtool; undefined where there are none and none could be fetched. */
export const prometheusPath = found.status === 0 ? found.stdout.trim() : undefined;
/** Why there are none, for the name of what is skipped. */
export const prometheusMissing =
  prometheusPath === undefined ? ` (skipped: ${found.stderr?.trim().split('\n').at(-1) ?? found.error})` : '';
