import { failStart, openLog, stopOnSignals } from '../program.ts';
import { parseFlags } from './flags.ts';
import { ControllerManager } from './manager.ts';

/** Exit code of a manager that is leader no more: another one is, and this one begins anew. */
const lostStatus = 255;

export const fail = failStart('controller-manager');

/** The program: runs controllers by its flags until SIGTERM or SIGINT, or until another manager leads. */
export async function main(): Promise<void> {
  const flags = parseFlags(process.argv.slice(2));
  const log = openLog(flags.count('v')).logger;
  const manager = new ControllerManager(flags, log);
  const address = await manager.serve();
  if (address !== undefined) log.info(`serving on https://${address.address}:${address.port}`);
  stopOnSignals(log, () => manager.stop());
  // Timers and idle connections alone would let the process end.
  setInterval(() => {}, 60_000);
  if ((await manager.run()) === 'stopped') return;
  log.error('leaderelection lost');
  process.exit(lostStatus);
}
