import { expect, it } from 'vitest';
import { disturbances, runRound } from '../../failover/rounds.ts';
import { Scene } from '../../failover/scene.ts';
import { Random } from '../../fuzz/engine/random.ts';

/** `make failover` does it fifty times, with the leases that the flags have. */
it('of two managers one acts, whether the leader is killed, stopped, or stopped for as long as its lease', async () => {
  const leaseDuration = 3_000;
  const scene = await Scene.start([
    ...[`--leader-elect-lease-duration=${leaseDuration}ms`, '--leader-elect-renew-deadline=2s'],
    '--leader-elect-retry-period=400ms',
  ]);
  try {
    const random = new Random(1);
    for (const disturbance of disturbances) {
      const { leader, failover, ended } = await runRound(scene, { disturbance, random, leaseDuration });
      const expected = { kill: 'SIGKILL', stop: 255, pause: failover === undefined ? undefined : 255 };
      expect([leader, ended]).toEqual([leader, expected[disturbance]]);
      // The lease, and what a candidate and its controllers take on a machine that is busy.
      if (disturbance !== 'pause') expect(failover).toBeLessThan(15_000);
      const { writes, faults } = await scene.verdict();
      expect([writes > 0, faults]).toEqual([true, []]);
    }
    expect((await scene.verdict()).changes).toBeGreaterThanOrEqual(2);
  } finally {
    await scene.close();
  }
}, 120_000);
