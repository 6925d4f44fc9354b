import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Spreader } from './spreader.ts';
import type { WorkerProcess } from './worker-process.ts';

/** A worker that keeps what it is handed. */
class FakeWorker {
  readonly sockets: Socket[] = [];
  isBusy = false;
  connections: number;

  constructor(connections = 0) {
    this.connections = connections;
  }

  hand(_id: number, socket: Socket): void {
    this.sockets.push(socket);
    this.connections++;
  }
}

const clients: Socket[] = [];
let spreader: Spreader;
afterEach(() => {
  spreader.close();
  for (const client of clients.splice(0)) client.destroy();
});

async function open(workers: () => FakeWorker[]): Promise<number> {
  spreader = new Spreader(() => workers() as unknown as WorkerProcess[]);
  const { port } = await spreader.listen({ port: 0, address: '127.0.0.1', sharesPort: false });
  return port;
}

async function visit(port: number, count: number): Promise<void> {
  for (let visitor = 0; visitor < count; visitor++) {
    const client = connect(port, '127.0.0.1');
    client.on('error', () => {});
    clients.push(client);
    await once(client, 'connect');
  }
}

const handed = (workers: FakeWorker[]): number[] => workers.map(({ sockets }) => sockets.length);

test('each connection goes to the worker that has the fewest', async () => {
  const workers = [new FakeWorker(3), new FakeWorker(0)];
  const port = await open(() => workers);
  await visit(port, 7);
  await expect.poll(() => handed(workers)).toEqual([2, 5]);
});

test('a worker that does not take what it was handed gets no more, unless all are so', async () => {
  const workers = [new FakeWorker(0), new FakeWorker(9)];
  const port = await open(() => workers);
  workers[0]!.isBusy = true;
  await visit(port, 2);
  await expect.poll(() => handed(workers)).toEqual([0, 2]);
  workers[1]!.isBusy = true;
  await visit(port, 1);
  await expect.poll(() => handed(workers)).toEqual([1, 2]);
});

test('connections wait for a worker', async () => {
  const workers: FakeWorker[] = [];
  const port = await open(() => workers);
  await visit(port, 3);
  workers.push(new FakeWorker());
  spreader.retry();
  await expect.poll(() => handed(workers)).toEqual([3]);
});

test('those that wait are cut at the end', async () => {
  const port = await open(() => []);
  await visit(port, 1);
  const closed = once(clients[0]!, 'close');
  await expect.poll(() => spreader.waiting).toBe(1);
  spreader.close();
  await closed;
});
