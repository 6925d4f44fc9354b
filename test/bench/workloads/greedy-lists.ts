import { parentPort, workerData } from 'node:worker_threads';
import { closedLoop } from '../closed-loop.ts';
import { Connection, type Endpoint, RequestWriter } from '../http-client.ts';

/** A thread of the load: as many whole lists at a time as there are connections, without pause. */
export interface GreedyLists {
  readonly endpoint: Endpoint;
  readonly connections: number;
  readonly seconds: number;
}

const { endpoint, connections, seconds } = workerData as GreedyLists;
const request = new RequestWriter(endpoint).read('/api/v1/pods');
const opened: Connection[] = [];
// One after the other: their handshakes are not what is measured.
for (let i = 0; i < connections; i++) opened.push(await Connection.open(endpoint));
parentPort!.postMessage('opened');
const { latencies, failures } = await closedLoop({
  connections: opened,
  operation: async (connection) => (await connection.send(request)).status,
  duration: seconds,
  least: 0,
  max: Number.POSITIVE_INFINITY,
  from: 0,
});
for (const connection of opened) connection.close();
parentPort!.postMessage({ lists: latencies.length, failures: Object.fromEntries(failures) });
