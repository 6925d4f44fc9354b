import type { FromWorker, SupervisorState, WorkerRequest, WorkerResponse } from './messages.ts';
import type { WorkerProcess } from './worker-process.ts';

/**
 * Milliseconds in which a worker has to answer; what takes longer is left out. A load balancer waits for health. Workers
 * that start are busy, and have counted little: nobody waits for them alone for longer than for health.
 */
const inTime = { health: 500, metrics: 2_000, 'reset-metrics': 2_000 };

interface Asked {
  asker: WorkerProcess;
  /** The asker's own number. */
  id: number;
  about: WorkerRequest['about'];
  waitingFor: Set<WorkerProcess>;
  answers: WorkerResponse[];
  timer: NodeJS.Timeout;
}

/** Passes the questions of a worker on to the others, and their answers back. */
export class Questions {
  /** Workers that took the place of one that ended. */
  replaced = 0;
  readonly #workers: () => readonly WorkerProcess[];
  readonly #open = new Map<number, Asked>();
  #past: WorkerResponse[] = [];
  #pastVersion = 0;
  #lastId = 0;

  constructor(workers: () => readonly WorkerProcess[]) {
    this.#workers = workers;
  }

  message(worker: WorkerProcess, message: FromWorker): void {
    switch (message.kind) {
      case 'ask':
        return this.#ask(worker, message.id, message.question);
      case 'answer':
        return this.#answer(worker, message.id, message.answer);
      case 'counts':
        worker.counts = message.counts;
        return;
      case 'past':
        if (message.version !== this.#pastVersion) return;
        this.#past.splice(0, message.replaces, message.counts);
        this.#pastVersion++;
        return;
      default:
    }
  }

  /** The last counts of a worker that has ended go on counting: sums must not fall. May be called again. */
  ended(worker: WorkerProcess): void {
    if (worker.counts !== undefined) this.#past.push(worker.counts);
    worker.counts = undefined;
    for (const [id, { waitingFor }] of this.#open) {
      if (waitingFor.delete(worker) && waitingFor.size === 0) this.#done(id);
    }
  }

  #ask(asker: WorkerProcess, id: number, question: WorkerRequest): void {
    const isCount = question.about !== 'health';
    // A worker that starts has nothing to say of the health of the server, one that stands still nothing at all.
    const waitingFor = new Set(
      this.#workers().filter(
        (worker) =>
          worker !== asker &&
          worker.isConnected &&
          worker.silence < 4 &&
          (isCount ? worker.isOpen : worker.state === 'ready'),
      ),
    );
    const asked = ++this.#lastId;
    const isAnyReady = [...waitingFor].some(({ state }) => state !== 'starting');
    const timer = setTimeout(() => this.#done(asked), isAnyReady ? inTime[question.about] : inTime.health);
    this.#open.set(asked, { asker, id, about: question.about, waitingFor, answers: [], timer });
    for (const worker of waitingFor) worker.tell({ kind: 'question', id: asked, question });
    if (waitingFor.size === 0) this.#done(asked);
  }

  #answer(worker: WorkerProcess, id: number, answer: WorkerResponse): void {
    const asked = this.#open.get(id);
    if (asked === undefined || !asked.waitingFor.delete(worker)) return;
    asked.answers.push(answer);
    if (asked.about === 'metrics') worker.counts = answer;
    if (asked.waitingFor.size === 0) this.#done(id);
  }

  #done(asked: number): void {
    const { asker, id, answers, timer, waitingFor, about } = this.#open.get(asked)!;
    this.#open.delete(asked);
    clearTimeout(timer);
    // The last counts of a worker that is busy are better than none.
    const late = about === 'metrics' ? [...waitingFor].map(({ counts }) => counts) : [];
    const all = [...answers, ...late.filter((counts) => counts !== undefined)];
    asker.tell({ kind: 'answers', id, answers: all, supervisor: this.#state() });
  }

  #state(): SupervisorState {
    const workers: Record<string, number> = { starting: 0, ready: 0, leaving: 0 };
    for (const { state } of this.#workers()) workers[state]!++;
    const { user, system } = process.cpuUsage();
    return {
      workers,
      replaced: this.replaced,
      past: this.#past,
      pastVersion: this.#pastVersion,
      residentBytes: process.memoryUsage.rss(),
      cpuSeconds: (user + system) / 1e6,
      // Whole seconds, as workers say theirs: none of them seems to be older.
      startedAt: Math.floor(performance.timeOrigin / 1000),
    };
  }
}
