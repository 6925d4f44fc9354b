import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { WorkerProcess } from './worker-process.ts';

/** Connections that wait for a worker; the operating system has as many again. */
const maxWaiting = 10_000;
/** Milliseconds before a client that no worker takes is better off with another server. */
const handoverTimeout = 10_000;

interface Waiting {
  socket: Socket;
  timer: NodeJS.Timeout;
}

/**
 * Accepts the connections of the server and hands each to the worker that has the fewest. The process itself reads
 * nothing of them, and keeps them open until the worker has them: those of a worker that dies go to another.
 */
export class Spreader {
  readonly #candidates: () => readonly WorkerProcess[];
  #server: Server | undefined;
  #waiting: Waiting[] = [];
  #lastId = 0;

  /** `candidates`: workers that may be given connections now; none: connections wait. */
  constructor(candidates: () => readonly WorkerProcess[]) {
    this.#candidates = candidates;
  }

  /** Rejects when the address cannot be bound. A second call answers with the address that it has. */
  async listen(place: { port: number; address: string; sharesPort: boolean }): Promise<AddressInfo> {
    this.#server ??= await this.#bind(place);
    return this.#server.address() as AddressInfo;
  }

  #bind({
    port,
    address,
    sharesPort,
  }: {
    port: number;
    address: string;
    sharesPort: boolean;
  }): Promise<Server> {
    const server = createServer({ pauseOnConnect: true }, (socket) => this.hand(socket));
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port, host: address, reusePort: sharesPort }, () => {
        server.off('error', reject);
        // Of accepting: there are no descriptors left, for example. Those that close make room.
        server.on('error', () => {});
        resolve(server);
      });
    });
  }

  /** Connections for which there is no worker. */
  get waiting(): number {
    return this.#waiting.length;
  }

  hand(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    const worker = fewest(this.#candidates());
    if (worker !== undefined) return worker.hand(++this.#lastId, socket);
    if (this.#waiting.length >= maxWaiting) return void socket.destroy();
    const timer = setTimeout(() => {
      this.#waiting = this.#waiting.filter((waiting) => waiting.socket !== socket);
      socket.destroy();
    }, handoverTimeout);
    this.#waiting.push({ socket, timer });
  }

  /** There may be a worker for those that wait. */
  retry(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { socket, timer } of waiting) {
      clearTimeout(timer);
      this.hand(socket);
    }
  }

  /** Lets no client in any more. */
  close(): void {
    this.#server?.close();
    for (const { socket, timer } of this.#waiting.splice(0)) {
      clearTimeout(timer);
      socket.destroy();
    }
  }
}

/** The worker with the fewest connections; one that does not even take what it was handed comes last. */
function fewest(workers: readonly WorkerProcess[]): WorkerProcess | undefined {
  const lively = workers.filter((worker) => !worker.isBusy);
  const [first, ...rest] = lively.length > 0 ? lively : workers;
  if (first === undefined) return undefined;
  return rest.reduce((least, worker) => (worker.connections < least.connections ? worker : least), first);
}
