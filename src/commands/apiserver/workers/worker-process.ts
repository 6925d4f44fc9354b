import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import {
  type FromWorker,
  handedAgainAfter,
  machineTime,
  type ToWorker,
  type WorkerPlace,
} from './messages.ts';

/** Milliseconds after which a worker that has not taken a connection is taken to be busy. */
const busyAfter = 100;

/** Calls of a worker to its supervisor. */
export interface WorkerEvents {
  message(worker: WorkerProcess, message: FromWorker): void;
  /** Its channel is closed: it says nothing more. The process may take a while to end. */
  disconnected(worker: WorkerProcess): void;
  /** The process has ended. */
  end(worker: WorkerProcess, code: number | null, signal: NodeJS.Signals | null): void;
}

/** - `starting`: not ready yet. - `leaving`: has been asked to end. */
export type WorkerState = 'starting' | 'ready' | 'leaving';

/** One worker as its supervisor sees it. */
export class WorkerProcess {
  readonly place: WorkerPlace;
  state: WorkerState = 'starting';
  /** Whether it takes connections. */
  isOpen = false;
  /** Whether its successor is started by the supervisor itself. */
  isReplaced = false;
  /** Pings since it was last heard of. */
  silence = 0;
  /** Its counts when it was last asked. */
  counts: string | undefined;
  readonly startedAt = performance.now();
  readonly #child: ChildProcess;
  /** Connections that it was handed and has not taken yet; this process keeps them open until then. */
  readonly #handed = new Map<number, { socket: Socket; at: number }>();
  #connections = 0;

  constructor(program: string, parameters: readonly string[], place: WorkerPlace, events: WorkerEvents) {
    this.place = place;
    this.#child = fork(program, parameters);
    this.#child.on('message', (message: FromWorker) => {
      this.silence = 0;
      if ('open' in message) this.#connections = message.open;
      events.message(this, message);
    });
    this.#child.on('error', () => {
      // It could not be started; otherwise its end is reported by itself.
      if (this.#child.pid === undefined) events.end(this, 1, null);
    });
    this.#child.once('disconnect', () => events.disconnected(this));
    this.#child.once('exit', (code, signal) => events.end(this, code, signal));
    this.tell({ kind: 'begin', place });
  }

  get name(): string {
    return `worker ${this.place.index + 1} (process ${this.#child.pid})`;
  }

  /** Whether it can be told anything. */
  get isConnected(): boolean {
    return this.#child.connected;
  }

  /** Open connections, with those that are on their way. */
  get connections(): number {
    return this.#connections + this.#handed.size;
  }

  /** Whether a connection waits for it: its event loop is busy, or stands still. */
  get isBusy(): boolean {
    const [first] = this.#handed.values();
    return this.silence > 1 || (first !== undefined && machineTime() - first.at > busyAfter);
  }

  tell(message: ToWorker): void {
    // Fails for a process that has just ended, which is reported by itself.
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  ping(): void {
    this.silence++;
    this.tell({ kind: 'ping' });
  }

  hand(id: number, socket: Socket): void {
    const at = machineTime();
    this.#handed.set(id, { socket, at });
    const message: ToWorker = { kind: 'connection', id, at };
    if (this.#child.connected) this.#child.send(message, socket, { keepOpen: true }, () => {});
  }

  /** Forgets a connection that the worker answered for. */
  settle(id: number): Socket | undefined {
    const handed = this.#handed.get(id);
    this.#handed.delete(id);
    return handed?.socket;
  }

  /** Connections that it has not taken and will not: it has ended, or its time for them is over. */
  leftOver({ hasEnded }: { hasEnded: boolean }): Socket[] {
    const latest = machineTime() - handedAgainAfter;
    const left = [...this.#handed].filter(([, { at }]) => hasEnded || at < latest);
    for (const [id] of left) this.#handed.delete(id);
    return left.map(([, { socket }]) => socket);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
