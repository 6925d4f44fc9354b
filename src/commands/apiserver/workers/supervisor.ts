import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { welcome } from '../welcome.ts';
import type { FromWorker } from './messages.ts';
import { Questions } from './questions.ts';
import { Spreader } from './spreader.ts';
import { type WorkerEvents, WorkerProcess } from './worker-process.ts';

/** Milliseconds between two pings. */
const pingInterval = 500;
/** A worker that starts may be silent for longer: it compiles the program and reads all objects. */
const startFactor = 4;
/** Milliseconds before a worker is started in place of one that ended: doubled while they go on ending early. */
const firstRestartInterval = 1_000;
const maxRestartInterval = 30_000;
/** Milliseconds after which a worker that ends has not ended early. */
const longLife = 60_000;

export interface SupervisorOptions {
  /** The file that each worker runs, with the parameters of this process. */
  program: string;
  parameters: readonly string[];
  count: number;
  log: Logger;
}

/**
 * Runs the workers of a server: starts them, hands them connections, replaces those that end or stand still, gives the
 * duties of one to one of them, and ends with them. It reads no flags but those that it needs and nothing of a request.
 */
export class Supervisor implements WorkerEvents {
  readonly #options: SupervisorOptions;
  readonly #log: Logger;
  readonly #workers = new Set<WorkerProcess>();
  readonly #spreader: Spreader;
  readonly #questions: Questions;
  readonly #ended = Promise.withResolvers<number>();
  /** Has the duties of one. */
  #lead: WorkerProcess | undefined;
  /** The duties of the start are done. */
  #isPrepared = false;
  /** All workers were ready once. */
  #isComplete = false;
  #isStopping = false;
  #exitCode = 0;
  #port: number | undefined;
  #address = '';
  #adminKubeconfig: string | undefined;
  #silenceLimit = 30_000;
  #restartInterval = firstRestartInterval;
  #rolling: Promise<void> = Promise.resolve();

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#log = options.log;
    this.#spreader = new Spreader(() => this.#takers());
    this.#questions = new Questions(() => [...this.#workers]);
  }

  /** Resolves with the exit code when all workers have ended. */
  async run(): Promise<number> {
    this.#start(0);
    const pings = setInterval(() => this.#ping(), pingInterval);
    const code = await this.#ended.promise;
    clearInterval(pings);
    return code;
  }

  /** Ends the workers as a server alone ends. */
  stop(): void {
    this.#isStopping = true;
    for (const worker of this.#workers) worker.tell({ kind: 'stop', others: false });
    if (this.#workers.size === 0) this.#ended.resolve(this.#exitCode);
  }

  /** At once. */
  kill(): void {
    for (const worker of this.#workers) worker.kill();
  }

  /** Puts another worker in the place of each, one after the other; clients notice no more than that connections end. */
  roll(): void {
    if (!this.#isComplete || this.#isStopping) {
      this.#log.warn('SIGHUP: workers are not replaced while the server starts or stops');
      return;
    }
    this.#log.info('SIGHUP: workers are replaced one by one');
    this.#rolling = this.#rolling.then(() => this.#rollAll());
  }

  message(worker: WorkerProcess, message: FromWorker): void {
    switch (message.kind) {
      case 'listen':
        return void this.#listen(worker, message);
      case 'open':
        return this.#open(worker);
      case 'took':
        worker.settle(message.id)?.destroy();
        return;
      case 'refused': {
        const socket = worker.settle(message.id);
        if (socket !== undefined) this.#spreader.hand(socket);
        return;
      }
      case 'prepared':
        return this.#prepared();
      case 'ready':
        return this.#ready(worker, message.adminKubeconfig);
      case 'leaving':
        return this.#leaving(worker);
      case 'released':
        return this.#release(worker);
      case 'pong':
      case 'closed':
        return;
      default:
        this.#questions.message(worker, message);
    }
  }

  disconnected(worker: WorkerProcess): void {
    this.#questions.ended(worker);
  }

  end(worker: WorkerProcess, code: number | null, signal: NodeJS.Signals | null): void {
    this.#workers.delete(worker);
    this.#questions.ended(worker);
    for (const socket of worker.leftOver({ hasEnded: true })) this.#spreader.hand(socket);
    if (code !== 0) this.#exitCode ||= code ?? 1;
    if (!this.#isComplete && !this.#isStopping) {
      this.#log.error(`${worker.name} ended at its start: ${signal ?? `code ${code}`}`);
      this.stop();
      return;
    }
    if (this.#isStopping) {
      if (this.#workers.size === 0) this.#ended.resolve(this.#exitCode);
      return;
    }
    // While the server runs, an end is repaired and does not count.
    this.#exitCode = 0;
    this.#release(worker);
    if (!worker.isReplaced) void this.#replace(worker, signal ?? `code ${code}`);
  }

  #start(index: number): WorkerProcess {
    const { program, parameters, count } = this.#options;
    const place = { index, count, isFirst: this.#port === undefined, port: this.#port };
    const worker = new WorkerProcess(program, parameters, place, this);
    this.#workers.add(worker);
    if (this.#lead === undefined) this.#appoint(worker);
    if (this.#isPrepared) worker.tell({ kind: 'prepared' });
    if (this.#isComplete) worker.tell({ kind: 'complete' });
    return worker;
  }

  async #listen(worker: WorkerProcess, place: FromWorker & { kind: 'listen' }): Promise<void> {
    this.#silenceLimit = place.silenceLimit;
    try {
      const { address, port } = await this.#spreader.listen(place);
      this.#address = address;
      this.#port = port;
      worker.tell({ kind: 'listening', address, port });
    } catch (error) {
      worker.tell({ kind: 'not-listening', message: (error as Error).message });
    }
  }

  /** The first worker has made what the others need, and knows that the flags make sense. */
  #open(worker: WorkerProcess): void {
    worker.isOpen = true;
    if (this.#workers.size === 1 && !this.#isComplete && !this.#isStopping) {
      for (let index = 1; index < this.#options.count; index++) this.#start(index);
    }
    this.#spreader.retry();
  }

  /** At the start none before all can: the first would get all clients that have waited. */
  #takers(): WorkerProcess[] {
    const open = [...this.#workers].filter(({ isOpen, isConnected }) => isOpen && isConnected);
    if (!this.#isComplete && !this.#isStopping && open.length < this.#options.count) return [];
    const ready = open.filter(({ state }) => state === 'ready');
    return ready.length > 0 ? ready : open;
  }

  #prepared(): void {
    this.#isPrepared = true;
    for (const worker of this.#workers) worker.tell({ kind: 'prepared' });
  }

  #ready(worker: WorkerProcess, adminKubeconfig: string | undefined): void {
    if (worker.state === 'starting') worker.state = 'ready';
    if (worker.place.isFirst) this.#adminKubeconfig = adminKubeconfig;
    this.#spreader.retry();
    const all = [...this.#workers];
    if (this.#isComplete || all.length < this.#options.count || all.some(({ state }) => state === 'starting'))
      return;
    this.#isComplete = true;
    for (const each of all) each.tell({ kind: 'complete' });
    this.#log.info(`serving on https://${this.#address}:${this.#port}`);
    if (this.#adminKubeconfig !== undefined) process.stdout.write(welcome(this.#adminKubeconfig));
  }

  #leaving(worker: WorkerProcess): void {
    worker.isOpen = false;
    if (this.#isStopping) this.#spreader.close();
  }

  #appoint(worker: WorkerProcess): void {
    this.#lead = worker;
    worker.tell({ kind: 'lead' });
  }

  /** Another worker has the duties from now on: the one that is ready for the longest time. */
  #release(worker: WorkerProcess): void {
    if (this.#lead !== worker || this.#isStopping) return;
    this.#lead = undefined;
    const next = [...this.#workers].find((other) => other !== worker && other.state === 'ready');
    const any = next ?? [...this.#workers].find((other) => other !== worker && other.state === 'starting');
    if (any !== undefined) this.#appoint(any);
  }

  async #replace(worker: WorkerProcess, why: string): Promise<void> {
    if (performance.now() - worker.startedAt > longLife) this.#restartInterval = firstRestartInterval;
    this.#log.error(`${worker.name} ended by ${why}: another takes its place`);
    this.#questions.replaced++;
    const pause = this.#restartInterval;
    this.#restartInterval = Math.min(2 * pause, maxRestartInterval);
    // The first is replaced at once: a worker that has lived for long ends for a reason that seldom comes again.
    if (pause > firstRestartInterval) await sleep(pause);
    if (!this.#isStopping) this.#start(worker.place.index);
  }

  #ping(): void {
    for (const worker of this.#workers) {
      worker.ping();
      for (const socket of worker.leftOver({ hasEnded: false })) this.#spreader.hand(socket);
      const limit = this.#silenceLimit * (worker.state === 'starting' ? startFactor : 1);
      if (worker.silence * pingInterval <= limit) continue;
      this.#log.error(`${worker.name} has not answered for ${limit / 1000} s: it is killed`);
      worker.kill();
    }
  }

  async #rollAll(): Promise<void> {
    for (const worker of [...this.#workers]) {
      if (this.#isStopping) return;
      // It has ended meanwhile, and what took its place is new.
      if (!this.#workers.has(worker)) continue;
      if (!(await this.#rollOne(worker))) {
        this.#log.error('workers are not replaced any further: the new one has not become ready');
        return;
      }
    }
    this.#log.info('all workers were replaced');
  }

  /** False when its successor does not become ready: then it stays. */
  async #rollOne(worker: WorkerProcess): Promise<boolean> {
    worker.isReplaced = true;
    const successor = this.#start(worker.place.index);
    successor.isReplaced = true;
    if (!(await this.#until(() => successor.state === 'ready', successor))) {
      worker.isReplaced = false;
      if (!this.#workers.has(worker) && !this.#isStopping) void this.#replace(worker, 'itself');
      return false;
    }
    successor.isReplaced = false;
    worker.state = 'leaving';
    worker.tell({ kind: 'stop', others: true });
    await this.#until(() => false, worker);
    return true;
  }

  /** Resolves with true as soon as something is so, with false when the worker has ended. */
  async #until(isSo: () => boolean, worker: WorkerProcess): Promise<boolean> {
    while (this.#workers.has(worker)) {
      if (isSo()) return true;
      await sleep(50);
    }
    return false;
  }
}
