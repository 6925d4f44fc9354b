import { setTimeout as sleep } from 'node:timers/promises';
import { TimedClient } from './client.ts';
import { nodeName, nodeToken } from './cluster-objects.ts';
import { forAll, serveOrders } from './component.ts';
import { Latencies } from './latencies.ts';
import type { Order } from './messages.ts';
import { SimulatedNode } from './simulated-node.ts';

/** A process of many simulated nodes, each with a connection and a user of its own. */

/** Nodes that register at once. */
const atOnce = 20;
/** Milliseconds until an agent tries again at the latest, when its server can be reached again: the longest pause of its client. */
const longestReturn = 30_000;

const latencies = new Latencies();
const nodes = new Map<string, SimulatedNode>();
const lost: string[] = [];
let server = '';

async function start(name: string): Promise<void> {
  const client = new TimedClient({ server, token: nodeToken(name) }, 'scale-node', latencies);
  const node = new SimulatedNode(name, client, latencies);
  nodes.set(name, node);
  await node.start();
}

async function handle(order: Order): Promise<void> {
  if (order.kind === 'start-nodes') {
    server = order.server;
    const names = Array.from({ length: order.to - order.from }, (_, n) => nodeName(order.from + n));
    await forAll(names, atOnce, start);
  } else if (order.kind === 'lose-nodes') {
    for (const name of [...nodes.keys()].slice(0, order.count)) {
      nodes.get(name)!.stop();
      nodes.delete(name);
      lost.push(name);
    }
  } else if (order.kind === 'return-nodes') {
    await Promise.all(
      lost.splice(0).map(async (name) => {
        await sleep(Math.random() * longestReturn);
        await start(name);
      }),
    );
  }
}

serveOrders(latencies, handle, () => ({
  relists: [...nodes.values()].reduce((sum, { relists }) => sum + relists, 0),
  missing: 0,
  lost: lost.length,
}));
