import type { Socket } from 'node:net';
import { type FromWorker, machineTime, takenWithin } from './messages.ts';

/** Milliseconds: connections that close within it are reported together. */
const reportAfter = 20;

/** The connections that a worker has from its supervisor; it reports to it how many there are. */
export class TakenConnections {
  readonly #tell: (message: FromWorker) => void;
  #take: ((socket: Socket) => void) | undefined;
  #open = 0;
  #report: NodeJS.Timeout | undefined;

  constructor(tell: (message: FromWorker) => void) {
    this.#tell = tell;
  }

  get count(): number {
    return this.#open;
  }

  open(take: (socket: Socket) => void): void {
    this.#take = take;
    this.#tell({ kind: 'open' });
  }

  close(): void {
    this.#take = undefined;
    this.#tell({ kind: 'leaving' });
  }

  /** At once, or not at all: once something was read of a connection, no other worker can have it. */
  take({ id, at }: { id: number; at: number }, socket: Socket | undefined): void {
    // Its client has left: nothing was handed over.
    if (socket === undefined) return this.#tell({ kind: 'took', id, open: this.#open });
    if (this.#take === undefined || machineTime() - at > takenWithin) {
      socket.destroy();
      return this.#tell({ kind: 'refused', id });
    }
    this.#open++;
    socket.once('close', () => this.#closed());
    this.#tell({ kind: 'took', id, open: this.#open });
    this.#take(socket);
  }

  #closed(): void {
    this.#open--;
    this.#report ??= setTimeout(() => {
      this.#report = undefined;
      this.#tell({ kind: 'closed', open: this.#open });
    }, reportAfter).unref();
  }
}
