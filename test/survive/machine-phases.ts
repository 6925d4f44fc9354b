import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MachineProcess } from '../support/deploy/machine-process.ts';
import { Network } from '../support/deploy/network.ts';
import { OwnClock } from '../support/deploy/own-clock.ts';
import { SmallDisk } from '../support/deploy/small-disk.ts';
import { freePorts } from '../support/free-ports.ts';
import { until } from '../support/until.ts';
import { named, nodes, type Phase, restartServer } from './phase.ts';
import type { Scene } from './scene.ts';

/** Mebibytes that a member may still write before its disk is made full: it makes the next segment of its log ahead. */
const roomOnDisk = 160;
/** Seconds in which a member that cannot write is expected to end. */
const endsWithoutDisk = 30;

const fullDisk: Phase = {
  name: 'the disk of a member of etcd is full',
  isHard: true,
  obstacle: Network.obstacle,
  async run(scene, say) {
    const node = 2;
    const { plane } = scene;
    const data = join(plane.places.rootOf(node), 'var/lib/etcd');
    const log = join(plane.places.rootOf(node), 'disk.log');
    await plane.process(node, 'etcd').stop('SIGKILL');
    const disk = await SmallDisk.make(data, Math.ceil(sizeOf(data) / 1024 / 1024) + roomOnDisk, log);
    try {
      disk.copyFrom(data);
      plane.startOne(node, 'etcd', { on: disk.on });
      await plane.memberIsReady(node);
      disk.fill();
      say(`the disk is full: member ${node} ${await whatBecomesOf(scene, node)}`);
      const faults = await named({ scene, say });
      disk.free();
      await plane.process(node, 'etcd').stop('SIGKILL');
      plane.startOne(node, 'etcd', { on: disk.on });
      await plane.memberIsReady(node);
      say(`member ${node} is back`);
      // On a disk with room from now on.
      await plane.process(node, 'etcd').stop('SIGKILL');
      for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true });
      disk.copyTo(data);
      return [...faults, ...(await named({ scene, say }))];
    } finally {
      await plane.process(node, 'etcd').stop('SIGKILL');
      await disk.remove();
      plane.startOne(node, 'etcd');
      await plane.memberIsReady(node);
    }
  },
};

/** Writes more than the file of its store has room for, and says whether it goes on. */
async function whatBecomesOf(scene: Scene, node: number): Promise<string> {
  const begun = performance.now();
  await scene.writeMuch();
  const hasEnded = () => scene.plane.process(node, 'etcd').hasEnded;
  return until(hasEnded, endsWithoutDisk).then(
    () => `ended after ${((performance.now() - begun) / 1000).toFixed(1)} s`,
    () => 'goes on',
  );
}

/** Bytes in the files below a folder. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** Milliseconds for which a member waits for its disk, and then works; and how long that goes on. */
const pulse = { waits: 300, works: 100, lasts: 10_000 };

/**
 * A member that waits for its disk stands still as a whole, as its log is written by the one thread that does all: it is
 * stopped for moments that are shorter than what makes the others choose another leader. Each in turn: one of them leads.
 */
const slowDisk: Phase = {
  name: 'the disk of a member of etcd is slow',
  isHard: true,
  async run(scene, say) {
    for (const node of nodes) {
      const member = scene.plane.process(node, 'etcd');
      const end = performance.now() + pulse.lasts;
      while (performance.now() < end) {
        member.signal('SIGSTOP');
        await sleep(pulse.waits);
        member.signal('SIGCONT');
        await sleep(pulse.works);
      }
      say(`member ${node} was slow`);
    }
    return named({ scene, say });
  },
};

/** Seconds by which the clock of the server is ahead, one after the other. */
const jumps = [2_400, 0, -30, 90, 0];

const clockJumps: Phase = {
  name: 'the clock of a server jumps',
  isHard: false,
  obstacle: OwnClock.obstacle,
  async run(scene, say) {
    const node = 2;
    const clock = new OwnClock(join(scene.plane.places.rootOf(node), 'clock'));
    const faults = await restartServer({ scene, say, node, on: clock.on });
    for (const seconds of jumps) {
      clock.set(seconds);
      await sleep(6_000);
      const shown = await timeOf(scene, node);
      say(`the clock of server ${node} is ${Math.round((shown - Date.now()) / 1000)} s ahead`);
      faults.push(...(await named({ scene, say })));
    }
    return [...faults, ...(await restartServer({ scene, say, node }))];
  },
};

/** The time of day that a server has, in milliseconds since 1970. */
async function timeOf({ plane }: Scene, node: number): Promise<number> {
  const { date } = (await plane.get('/readyz', node)).headers;
  return Date.parse(date!);
}

/** Milliseconds that each answer of etcd takes longer, and for how long that goes on. */
const delay = { answers: 200, lasts: 20_000 };

const slowWay: Phase = {
  name: 'the way from a server to etcd is long',
  isHard: false,
  async run(scene, say) {
    const node = 3;
    const { places } = scene.plane;
    const ports = await freePorts(nodes.length);
    const ways = nodes.map((to, at) => `${ports[at]}=${places.address(to)}:${places.port(2379)}`);
    const program = new URL('../support/deploy/delaying-proxy.ts', import.meta.url).pathname;
    const command = [process.execPath, program, String(delay.answers), ...ways];
    const proxy = new MachineProcess(
      [...(scene.network?.on(node) ?? []), ...command],
      join(places.rootOf(node), 'proxy.log'),
    );
    const endpoints = ports.map((port) => `https://127.0.0.1:${port}`).join();
    const faults = await restartServer({ scene, say, node, more: [`--etcd-servers=${endpoints}`] });
    await sleep(delay.lasts);
    faults.push(...(await named({ scene, say })));
    faults.push(...(await restartServer({ scene, say, node })));
    await proxy.stop();
    return faults;
  },
};

/** Those in which a machine has a disk, a clock or a way that is not as it should be. */
export const machinePhases: readonly Phase[] = [fullDisk, slowDisk, clockJumps, slowWay];
