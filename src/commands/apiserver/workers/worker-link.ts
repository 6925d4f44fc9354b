import type { Socket } from 'node:net';
import type { ConnectionSource } from '../../../server/http/listener.ts';
import type { OtherWorkers, WorkerGroup } from './group.ts';
import type {
  FromWorker,
  SupervisorState,
  ToWorker,
  WorkerPlace,
  WorkerRequest,
  WorkerResponse,
} from './messages.ts';
import { TakenConnections } from './taken-connections.ts';

type Reply = { answers: readonly WorkerResponse[]; supervisor: SupervisorState };

/** The channel between a worker and its supervisor: the worker's end. */
export class WorkerLink implements WorkerGroup {
  readonly place: WorkerPlace;
  readonly source: ConnectionSource;
  readonly others: OtherWorkers;
  readonly #connections: TakenConnections;
  readonly #lead = Promise.withResolvers<void>();
  readonly #prepared = Promise.withResolvers<void>();
  readonly #stop = Promise.withResolvers<{ others: boolean }>();
  readonly #listening = Promise.withResolvers<{ address: string; port: number }>();
  readonly #asked = new Map<number, (reply: Reply) => void>();
  #answer: ((question: WorkerRequest) => Promise<WorkerResponse>) | undefined;
  #isComplete = false;
  #lastId = 0;

  private constructor(place: WorkerPlace) {
    this.place = place;
    this.#connections = new TakenConnections(tell);
    this.source = {
      open: async (port, address, take) => {
        tell({ kind: 'listen', port, address, ...this.#listenSettings });
        const actual = await this.#listening.promise;
        this.#connections.open(take);
        return actual;
      },
      close: () => this.#connections.close(),
    };
    this.others = {
      ask: (question) => this.#ask(question),
      // Messages written to the channel arrive even if this process ends at once.
      leaveCounts: (counts) => new Promise((sent) => tell({ kind: 'counts', counts }, sent)),
      sumUp: (counts, { past, pastVersion: version }) =>
        tell({ kind: 'past', counts, replaces: past.length, version }),
    };
    process.on('message', (message: ToWorker, socket?: Socket) => this.#receive(message, socket));
  }

  #listenSettings = { sharesPort: false, silenceLimit: 30_000 };

  /** Resolves when the supervisor has sent this process its place. */
  static async open(): Promise<WorkerLink> {
    // Without its supervisor a worker has no connections to come, and another server may have the port.
    process.once('disconnect', () => process.exit(1));
    // The supervisor decides what becomes of its workers: a terminal sends these to the whole process group.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
    const place = await new Promise<WorkerPlace>((resolve) => {
      process.once('message', (message: ToWorker) => {
        if (message.kind === 'begin') resolve(message.place);
      });
    });
    return new WorkerLink(place);
  }

  /** Takes over the flags that the supervisor needs to know, before `source` is opened. */
  configure(settings: { sharesPort: boolean; silenceLimit: number }): void {
    this.#listenSettings = settings;
  }

  get isFirst(): boolean {
    return this.place.isFirst;
  }

  get lead(): Promise<void> {
    return this.#lead.promise;
  }

  get prepared(): Promise<void> {
    return this.#prepared.promise;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Resolves when this worker is to end; `others`: while others go on serving. */
  get stop(): Promise<{ others: boolean }> {
    return this.#stop.promise;
  }

  reportPrepared(): void {
    tell({ kind: 'prepared' });
  }

  ready(adminKubeconfig: string | undefined): void {
    tell({ kind: 'ready', adminKubeconfig });
  }

  release(): void {
    tell({ kind: 'released' });
  }

  answerWith(answer: (question: WorkerRequest) => Promise<WorkerResponse>): void {
    this.#answer = answer;
  }

  /** Resolves when the supervisor has what this worker counted, or has no use for it. */
  async leave(): Promise<void> {
    const counts = await this.#answer?.({ about: 'metrics' });
    if (counts !== undefined) await this.others.leaveCounts(counts);
  }

  #ask(question: WorkerRequest): Promise<Reply> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
      tell({ kind: 'ask', id, question });
    });
  }

  #receive(message: ToWorker, socket: Socket | undefined): void {
    switch (message.kind) {
      case 'ping':
        return tell({ kind: 'pong', open: this.#connections.count });
      case 'connection':
        return this.#connections.take(message, socket);
      case 'listening':
        return this.#listening.resolve(message);
      case 'not-listening':
        return this.#listening.reject(new Error(message.message));
      case 'lead':
        return this.#lead.resolve();
      case 'prepared':
        return this.#prepared.resolve();
      case 'complete':
        this.#isComplete = true;
        return;
      case 'question':
        return void this.#reply(message.id, message.question);
      case 'answers':
        this.#asked.get(message.id)?.(message);
        this.#asked.delete(message.id);
        return;
      case 'stop':
        return this.#stop.resolve({ others: message.others });
      case 'begin':
    }
  }

  async #reply(id: number, question: WorkerRequest): Promise<void> {
    const answer = await this.#answer?.(question);
    if (answer !== undefined) tell({ kind: 'answer', id, answer });
  }
}

/** A supervisor that is gone hears nothing: this process ends as well. */
function tell(message: FromWorker, sent: () => void = () => {}): void {
  if (process.connected) process.send!(message, undefined, undefined, () => sent());
  else sent();
}
