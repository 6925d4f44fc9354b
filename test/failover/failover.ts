/**
 * Kills and stops the leader of two controller managers, again and again: make failover ROUNDS=50 SEED=1
 *
 * Ends with 1 when two of them ever acted at once, or one was too slow to take over. README.md says how it is found out.
 */
import { Random } from '../fuzz/engine/random.ts';
import { disturbances, runRound } from './rounds.ts';
import { Scene } from './scene.ts';

/** Milliseconds; without LEASE, in seconds, the standard of the flags. */
const leaseDuration = Number(process.env['LEASE'] || 15) * 1_000;
/** Milliseconds in which the other manager has to write. */
const limit = leaseDuration + 5_000;
const flags = [
  ...[`--leader-elect-lease-duration=${leaseDuration}ms`],
  `--leader-elect-renew-deadline=${Math.round((leaseDuration * 2) / 3)}ms`,
  `--leader-elect-retry-period=${Math.round((leaseDuration * 2) / 15)}ms`,
];

const seed = Number(process.env['SEED'] || Date.now() % 1_000_000);
const rounds = Number(process.env['ROUNDS'] || 50);
const random = new Random(seed);
const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(2)} s`;

// What was started ends when this process exits, which a signal alone does not let it do.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

console.log(`SEED=${seed}, ${rounds} rounds with leases of ${leaseDuration / 1_000} s`);
const scene = await Scene.start(flags);
const failovers: number[] = [];
let faults = 0;
try {
  for (let round = 1; round <= rounds; round++) {
    const disturbance = random.pick(disturbances);
    const { leader, failover, led, ended } = await runRound(scene, { disturbance, random, leaseDuration });
    const verdict = await scene.verdict();
    const isLate = failover !== undefined && failover > limit;
    if (failover !== undefined) failovers.push(failover);
    const outcome =
      failover === undefined
        ? 'goes on'
        : `the other led after ${seconds(led ?? Number.NaN)} and wrote after ${seconds(failover)}, it ended with ${ended}`;
    const sum = `${verdict.writes} writes, ${verdict.refused} late ones refused, ${verdict.faults.length} faults`;
    console.log(`${round}: ${disturbance} ${leader}: ${outcome}${isLate ? ', TOO LATE' : ''}; ${sum}`);
    for (const fault of verdict.faults.slice(0, 20)) console.log(`  ${fault}`);
    faults += Number(isLate) + verdict.faults.length;
    if (verdict.faults.length > 0) break;
  }
} finally {
  await scene.close();
}
failovers.sort((a, b) => a - b);
const [median, worst] = [failovers[failovers.length >> 1], failovers.at(-1)];
if (worst !== undefined)
  console.log(`${failovers.length} failovers: median ${seconds(median!)}, worst ${seconds(worst)}`);
console.log(faults === 0 ? 'no fault' : `FAULTS: ${faults}`);
process.exitCode = faults === 0 ? 0 : 1;
