import { StartError } from '../../start-error.ts';

/** More of them than this on one machine are a slip of the pen. */
const most = 256;

/**
 * The value of `--workers`. `auto` is one for each of `cores`, of which Node.js counts those that the process may use:
 * its affinity and the quota of its control group. The embedded store belongs to one process.
 */
export function workerCount(text: string | undefined, isEmbedded: boolean, cores: number): number {
  if (text === undefined) return 1;
  if (text === 'auto') return isEmbedded ? 1 : Math.min(cores, most);
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > most) {
    throw new StartError(`--workers: ${text} must be auto, or a number from 1 to ${most}.`);
  }
  if (count > 1 && isEmbedded) {
    throw new StartError(
      `--workers: ${count} need --etcd-servers: the embedded store belongs to one process, and workers share nothing else.`,
    );
  }
  return count;
}
