import { TimedClient } from './client.ts';
import { nodeName, nodeToken } from './cluster-objects.ts';
import { forAll, serveOrders } from './component.ts';
import { Latencies } from './latencies.ts';
import type { Order } from './messages.ts';
import { SimulatedNode } from './simulated-node.ts';

/** A process of many simulated nodes, each with a connection and a user of its own. */

/** Nodes that register at once. */
const atOnce = 20;

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
    // All at once: that is what such a wave is.
    await Promise.all(lost.splice(0).map(start));
  }
}

serveOrders(latencies, handle, () => ({
  relists: [...nodes.values()].reduce((sum, { relists }) => sum + relists, 0),
  missing: 0,
  lost: lost.length,
}));
