import type { Measurement } from '../measurement.ts';
import type { PlainServer } from '../plain.ts';
import type { Product } from '../product.ts';
import type { Server } from '../server.ts';
import type { Settings } from '../settings.ts';

/** What workloads run against. */
export interface Bench {
  readonly settings: Settings;
  /** The server that is measured; it holds the load. */
  readonly subject: Server;
  /** The one beside it. Undefined: not wanted. */
  readonly plain: PlainServer | undefined;
}

/** Starts a server of ours with nothing in it, and perhaps with more flags, which may name the file of its key. */
export type StartFresh = (flags?: (keyFile: string) => readonly string[]) => Promise<Product>;

/** A line of the report. */
export interface Row {
  readonly workload: string;
  readonly subject: Measurement;
  readonly plain?: Measurement | undefined;
  /** Microseconds that reading 3 KB of JSON took meanwhile. */
  readonly yardstick?: number;
  /** What the figures do not say. */
  readonly notes?: readonly string[];
}

export interface Workload {
  /** As it is named in WORKLOADS. */
  readonly name: string;
  /** Run when nothing is named. */
  readonly usual: boolean;
  run(bench: Bench): Promise<Row[]>;
}

/** A workload that needs a server of its own, and so cannot be run against someone else's. */
export interface Scenario {
  readonly name: string;
  run(settings: Settings, startFresh: StartFresh): Promise<Row[]>;
}
