import type { ConnectionSource } from '../../../server/http/listener.ts';
import type { SupervisorState, WorkerRequest, WorkerResponse } from './messages.ts';

/** The servers of one port, as one of them sees the others. */
export interface WorkerGroup {
  /** From where connections come; undefined: from a listening socket of this process. */
  readonly source: ConnectionSource | undefined;
  /** Whether this worker writes the log lines that say the same in every worker. */
  readonly isFirst: boolean;
  /** Resolves when the duties of one become this worker's. */
  readonly lead: Promise<void>;
  /** Resolves when the worker that has the duties has done those of the start. */
  readonly prepared: Promise<void>;
  /** Whether all workers are ready, or were once. */
  readonly isComplete: boolean;
  /** The duties of the start are done, by this worker. */
  reportPrepared(): void;
  /** The duties are no longer this worker's. */
  release(): void;
  /** Asks the other workers. Undefined when there are none. */
  readonly others: OtherWorkers | undefined;
  /** Sets the function that answers the other workers. */
  answerWith(answer: (question: WorkerRequest) => Promise<WorkerResponse>): void;
}

export interface OtherWorkers {
  /** Workers that do not answer in time are left out. */
  ask(question: WorkerRequest): Promise<{ answers: readonly WorkerResponse[]; supervisor: SupervisorState }>;
  /** Resolves when `counts` of this worker are certain to be remembered, however it ends. */
  leaveCounts(counts: WorkerResponse): Promise<void>;
  /** `counts` take the place of all of the supervisor's `past`. */
  sumUp(counts: WorkerResponse, past: Pick<SupervisorState, 'past' | 'pastVersion'>): void;
}

/** A server in one process. */
export const alone: WorkerGroup = {
  source: undefined,
  isFirst: true,
  lead: Promise.resolve(),
  prepared: new Promise(() => {}),
  isComplete: true,
  reportPrepared: () => {},
  release: () => {},
  others: undefined,
  answerWith: () => {},
};
