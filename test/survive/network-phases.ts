import { setTimeout as sleep } from 'node:timers/promises';
import { inTime, named, nodes, type Phase } from './phase.ts';
import type { Scene } from './scene.ts';

/** Milliseconds for which a fault of the network lasts where nothing has to be waited for. */
const lasting = 20_000;

/** One node is cut off from the others, with its member of etcd; the load balancer still reaches it. */
const cutOff = (name: string, drop: (scene: Scene, node: number, other: number) => void): Phase => ({
  name,
  isHard: true,
  async run(scene, say) {
    const node = 3;
    const begun = performance.now();
    for (const other of nodes) if (other !== node) drop(scene, node, other);
    const faults = await named({ scene, say, gone: node, since: begun });
    await sleep(lasting);
    return [...faults, ...(await healed(scene, say))];
  },
});

const bothWays = cutOff('a node is cut off from the others', ({ network }, node, other) => {
  network!.drop(node, other);
  network!.drop(other, node);
});

const oneWay = cutOff('a node hears the others, and they do not hear it', ({ network }, node, other) =>
  network!.drop(node, other),
);

const members: Phase = {
  name: 'two nodes do not hear each other, and both hear the third',
  isHard: true,
  async run(scene, say) {
    scene.network!.drop(1, 2);
    scene.network!.drop(2, 1);
    await sleep(lasting);
    return healed(scene, say);
  },
};

const loss: Phase = {
  name: 'three packets in ten are lost',
  isHard: true,
  async run(scene, say) {
    for (const node of nodes) scene.network!.lose(node, 3);
    await sleep(lasting);
    return healed(scene, say);
  },
};

async function healed(scene: Scene, say: (text: string) => void): Promise<string[]> {
  for (const node of nodes) scene.network!.heal(node);
  const begun = performance.now();
  await Promise.all(nodes.map((node) => scene.plane.serverIsReady(node)));
  say(`all servers are ready after ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  return named({ scene, say, since: Math.max(begun, performance.now() - inTime) });
}

/** Those that need a network of the machines. */
export const networkPhases: readonly Phase[] = [bothWays, oneWay, members, loss];
