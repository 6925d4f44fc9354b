import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../fuzz/engine/random.ts';
import { until } from '../support/until.ts';
import type { Manager } from './managers.ts';
import type { Scene } from './scene.ts';
import type { Write } from './writes.ts';

/**
 * What becomes of the leader: it is killed; it is stopped, and goes on after another one has begun to lead; it is stopped,
 * and goes on at about the time at which its lease ends.
 */
export const disturbances = ['kill', 'stop', 'pause'] as const;
export type Disturbance = (typeof disturbances)[number];

export interface RoundOptions {
  disturbance: Disturbance;
  random: Random;
  /** Milliseconds, of the managers' flags. */
  leaseDuration: number;
}

export interface Round {
  leader: string;
  disturbance: Disturbance;
  /** Milliseconds from the disturbance to the first write of the other manager; undefined if the lead did not change. */
  failover: number | undefined;
  /** Milliseconds until the other manager had the Lease. */
  led: number | undefined;
  /** How the leader ended; undefined if it did not. */
  ended: number | string | undefined;
}

/** Seconds in which a manager has to have come to lead, or to have noticed that it does not. */
const patience = 60;
/** Milliseconds of usual work before a round. */
const calm = 1_000;

/** Disturbs the leader once; resolves when one manager leads and the other one stands by. */
export async function runRound(scene: Scene, options: RoundOptions): Promise<Round> {
  const { disturbance, random, leaseDuration } = options;
  let [leader, other] = await roles(scene);
  await delay(calm + random.below(3_000));
  // On a busy machine a short lease is lost without our doing.
  while (!leader.isRunning) [leader, other] = await roles(scene);
  const moment = Date.now();
  const isOther = ({ actor, holder, status, completed }: Write): boolean =>
    actor === other.name && holder === undefined && status < 300 && completed >= moment;
  const taken = (): Write | undefined => {
    scene.look();
    return scene.writes.find(isOther);
  };
  // It may lose a short lease at once on a busy machine, and ends then.
  const isOver = (): boolean => taken() !== undefined || !other.isRunning;
  if (disturbance === 'kill') await leader.kill();
  else leader.signal('SIGSTOP');
  if (disturbance === 'pause') {
    // From well before the end of the lease to after it: what matters happens around that.
    await delay(leaseDuration * (0.5 + 0.8 * random.fraction()));
    leader.signal('SIGCONT');
    await until(() => isOver() || renewed(scene, leader, moment), patience);
  } else {
    await until(isOver, patience);
    if (disturbance === 'stop') {
      await delay(random.below(2_000));
      leader.signal('SIGCONT');
    }
  }
  const first = taken();
  const lease = scene.writes.find(
    ({ actor, holder, status, completed }) =>
      actor === other.name && Boolean(holder) && status < 300 && completed >= moment,
  );
  const ended = first === undefined ? undefined : await within(leader.ended(), leader);
  return {
    leader: leader.name,
    disturbance,
    ended,
    led: lease === undefined ? undefined : lease.completed - moment,
    failover: first === undefined ? undefined : first.completed - moment,
  };
}

/** Whether the manager has gone on as the leader: it has written after its renewal, not only renewed. */
function renewed(scene: Scene, { name }: Manager, moment: number): boolean {
  scene.look();
  const lease = scene.writes.findLast(({ holder }) => holder !== undefined);
  const isWorking = scene.writes.some(
    ({ actor, holder, status, received }) =>
      actor === name && holder === undefined && status < 300 && received > (lease?.completed ?? 0),
  );
  return lease?.actor === name && lease.status < 300 && lease.received > moment + calm && isWorking;
}

/** Starts those that have ended; resolves with the leader, which works, and with the one that stands by and has seen the Lease. */
async function roles(scene: Scene): Promise<[leader: Manager, other: Manager]> {
  const moment = Date.now();
  let found: [Manager, Manager] | undefined;
  await until(() => {
    for (const manager of scene.managers) if (!manager.isRunning) manager.start();
    scene.look();
    const leader = scene.managers.find(({ log }) => log.includes('became leader'));
    const other = scene.managers.find((manager) => manager !== leader)!;
    if (leader === undefined || !scene.hasLooked(other, Math.max(moment, other.started))) return false;
    const isWorking = scene.writes.some(
      ({ actor, received }) => actor === leader.name && received > Math.max(moment, leader.started),
    );
    if (isWorking) found = [leader, other];
    return isWorking;
  }, patience);
  return found!;
}

async function within(ended: Promise<number | string>, { name }: Manager): Promise<number | string> {
  const late = delay(patience * 1_000, undefined, { ref: false }).then(() => {
    throw new Error(`${name} does not lead any more, and has not ended`);
  });
  return Promise.race([ended, late]);
}
