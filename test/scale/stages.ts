import { setTimeout as sleep } from 'node:timers/promises';
import { fill } from './fill.ts';
import type { Scene } from './scene.ts';

/** A part of the run, with figures of its own. */
export interface Stage {
  readonly name: string;
  /** Whether the service levels are to hold in it. */
  readonly isMeasured: boolean;
  run(scene: Scene, say: (text: string) => void): Promise<void>;
}

/** Part of the nodes that are lost at once, and of the pods that are rolled. */
const part = 0.1;
/** Milliseconds that the cluster may take to be whole again. */
const patience = 600_000;

const filled: Stage = {
  name: 'fill',
  isMeasured: false,
  run: fill,
};

const joined: Stage = {
  name: 'nodes join',
  isMeasured: false,
  async run({ fleets, managers, settings: { profile }, url }) {
    await managers.send({ kind: 'start-managers', server: url, profile });
    const each = Math.ceil(profile.nodes / fleets.length);
    await Promise.all(
      fleets.map((fleet, n) =>
        fleet.send({
          kind: 'start-nodes',
          server: url,
          from: n * each,
          to: Math.min((n + 1) * each, profile.nodes),
        }),
      ),
    );
  },
};

const quiet: Stage = {
  name: 'quiet',
  isMeasured: true,
  run: ({ settings: { seconds } }) => sleep(seconds * 1_000),
};

const churn: Stage = {
  name: 'churn',
  isMeasured: true,
  async run({ managers, settings: { profile, seconds } }) {
    await managers.send({ kind: 'churn', perSecond: profile.churn, seconds });
  },
};

const rolling: Stage = {
  name: 'rolling update',
  isMeasured: true,
  async run(scene, say) {
    const { nodes, podsPerNode } = scene.settings.profile;
    const pods = Math.round(nodes * podsPerNode * part);
    await scene.managers.send({ kind: 'roll', pods });
    await whole(scene, say, `${pods} pods replaced`);
  },
};

const restart: Stage = {
  name: 'restart of the server under churn',
  isMeasured: false,
  async run({ managers, server, settings: { profile, seconds } }, say) {
    const churning = managers.send({ kind: 'churn', perSecond: profile.churn, seconds });
    await sleep(seconds * 200);
    const began = performance.now();
    await server.stop();
    const stopped = performance.now() - began;
    const started = await server.start();
    say(`stopped after ${inSeconds(stopped)}, ready ${inSeconds(started)} later`);
    await churning;
  },
};

const wave: Stage = {
  name: 'a tenth of the nodes is lost, and comes back',
  isMeasured: true,
  async run(scene, say) {
    const {
      fleets,
      settings: { profile },
    } = scene;
    const count = Math.ceil((profile.nodes * part) / fleets.length);
    for (const fleet of fleets) await fleet.send({ kind: 'lose-nodes', count });
    const lost = count * fleets.length;
    await until(async () => (await scene.state()).lost >= lost, 'the nodes are not found to be lost');
    say(`${lost} nodes found to be lost`);
    await whole(scene, say, 'their pods run elsewhere');
    await Promise.all(fleets.map((fleet) => fleet.send({ kind: 'return-nodes' })));
    await until(async () => (await scene.state()).lost === 0, 'the nodes do not come back');
    say('all are back');
  },
};

const inSeconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;

async function whole(scene: Scene, say: (text: string) => void, text: string): Promise<void> {
  const began = performance.now();
  await until(async () => (await scene.state()).missing === 0, `${text}: not within the time`);
  say(`${text} after ${inSeconds(performance.now() - began)}`);
}

async function until(isSo: () => Promise<boolean>, problem: string): Promise<void> {
  const end = performance.now() + patience;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(problem);
    await sleep(500);
  }
}

/** The restart is the last: what it leaves behind is not to be in the figures of another. */
export const stages: readonly Stage[] = [filled, joined, quiet, churn, rolling, wave, restart];
