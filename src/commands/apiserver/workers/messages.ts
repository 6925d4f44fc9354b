/** The place of a worker among those of its server. */
export interface WorkerPlace {
  /** From 0; a worker that takes the place of another has its number. */
  index: number;
  count: number;
  /** Whether the server starts with this worker: it reports what concerns all of them. */
  isFirst: boolean;
  /** On which the server listens already; undefined for the first worker. */
  port: number | undefined;
}

/**
 * Milliseconds in which a worker may take a connection that it was handed. A little later the supervisor gives it to
 * another one: at no time two of them can have it.
 */
export const takenWithin = 1_000;
export const handedAgainAfter = 2_000;

/** Milliseconds by a clock that all processes of a machine share. */
export const machineTime = (): number => Number(process.hrtime.bigint()) / 1e6;

/** From the supervisor to a worker. A `connection` comes with the handle of its socket; `at`: machine time. */
export type ToWorker =
  | { kind: 'begin'; place: WorkerPlace }
  | { kind: 'ping' }
  | { kind: 'listening'; address: string; port: number }
  | { kind: 'not-listening'; message: string }
  | { kind: 'connection'; id: number; at: number }
  /** The duties of one are this worker's from now on. */
  | { kind: 'lead' }
  /** The worker with the duties has done those of the start. */
  | { kind: 'prepared' }
  /** All workers are ready, or were once. */
  | { kind: 'complete' }
  | { kind: 'question'; id: number; question: WorkerRequest }
  | { kind: 'answers'; id: number; answers: readonly WorkerResponse[]; supervisor: SupervisorState }
  /** `others`: whether there are workers that go on serving. */
  | { kind: 'stop'; others: boolean };

/** From a worker to the supervisor. */
export type FromWorker =
  | { kind: 'pong'; open: number }
  | { kind: 'listen'; address: string; port: number; sharesPort: boolean; silenceLimit: number }
  /** Takes connections from now on. */
  | { kind: 'open' }
  /** Has taken a connection; `open`: how many it has now. */
  | { kind: 'took'; id: number; open: number }
  /** Takes no connections any more: another worker is to have this one. */
  | { kind: 'refused'; id: number }
  | { kind: 'closed'; open: number }
  | { kind: 'prepared' }
  | { kind: 'ready'; adminKubeconfig: string | undefined }
  /** Takes no connections from now on. */
  | { kind: 'leaving' }
  /** Has ended its duties: another worker may have them. */
  | { kind: 'released' }
  | { kind: 'ask'; id: number; question: WorkerRequest }
  | { kind: 'answer'; id: number; answer: WorkerResponse }
  /** The counts of this worker so far, which go on counting when it has ended. */
  | { kind: 'counts'; counts: WorkerResponse }
  /** The first so many of `past`, summed up. */
  | { kind: 'past'; counts: WorkerResponse; replaces: number; version: number };

/** To all other workers of a server, by one that answers a client for all of them. */
export type WorkerRequest =
  | { about: 'metrics' }
  | { about: 'reset-metrics' }
  | { about: 'health'; endpoint: string };

/** JSON, which the supervisor need not read. */
export type WorkerResponse = string;

/** The supervisor's own part of an answer about metrics. */
export interface SupervisorState {
  /** By the state in which they are. */
  workers: Readonly<Record<string, number>>;
  /** Workers that took the place of one that ended by itself or was killed. */
  replaced: number;
  residentBytes: number;
  cpuSeconds: number;
  /** Unix time: of the server, whichever workers came and went. */
  startedAt: number;
  /** The counts of workers that have ended, each in its own text. */
  past: readonly WorkerResponse[];
  /** Another one each time that some of them were summed up. */
  pastVersion: number;
}
