import type { Operation } from './closed-loop.ts';
import { Connection } from './http-client.ts';
import { type Measurement, measureLoop, medianOf, unmeasured } from './measurement.ts';
import type { Recorded } from './plain.ts';
import type { Server } from './server.ts';
import { median } from './statistics.ts';
import type { Bench, Row } from './workloads/workload.ts';
import { yardstick } from './yardstick.ts';

export interface ComparedLoad {
  readonly workload: string;
  readonly connections: number;
  readonly operation: Operation;
  /** Operations of a round at most; the time may be over before. */
  readonly max?: number;
  /** Made ready before a round, with the numbers of its operations; not measured. */
  readonly prepare?: (from: number, to: number) => Promise<void>;
  /** What the plain server is to answer; taken from the measured one before anything else. */
  readonly record: (connection: Connection) => Promise<Recorded[]>;
}

/** Operations that a round has at least: one of a list of 30 MB says little. */
const least = 3;
const unlimited = 1_000_000;

/**
 * Runs the same load on the measured server and on the plain one, by turns, so that what else the machine does
 * meets both. The first round of each warms it up and is not counted.
 */
export async function compare(bench: Bench, load: ComparedLoad): Promise<Row> {
  const { workload } = load;
  const sides = [new Side(bench.subject, load, bench)];
  const recorded = await onConnection(bench.subject, load.record);
  const worst = recorded.find(({ answer }) => answer.status >= 300);
  if (worst !== undefined) return refused(workload, worst);
  if (bench.plain !== undefined) {
    await bench.plain.play(recorded);
    sides.push(new Side(bench.plain, { ...load, prepare: async () => {} }, bench));
  }
  const speeds: number[] = [];
  try {
    for (const side of sides) await side.open();
    for (let round = 0; round <= bench.settings.rounds; round++) {
      for (const side of sides) await side.round(round === 0);
      speeds.push(yardstick());
    }
  } finally {
    for (const side of sides) side.close();
  }
  const [subject, plain] = sides.map((side) => medianOf(side.rounds));
  return { workload, subject: subject!, plain, yardstick: median(speeds) };
}

/** One server under the load. */
class Side {
  readonly rounds: Measurement[] = [];
  readonly #server: Server;
  readonly #load: ComparedLoad;
  readonly #bench: Bench;
  #connections: Connection[] = [];
  #from = 0;

  constructor(server: Server, load: ComparedLoad, bench: Bench) {
    this.#server = server;
    this.#load = load;
    this.#bench = bench;
  }

  async open(): Promise<void> {
    const opened = Array.from({ length: this.#load.connections }, () =>
      Connection.open(this.#server.endpoint),
    );
    this.#connections = await Promise.all(opened);
  }

  async round(warmup: boolean): Promise<void> {
    const { settings } = this.#bench;
    const { operation, max = unlimited, prepare } = this.#load;
    const from = this.#from;
    this.#from += max;
    await prepare?.(from, from + max);
    const duration = warmup ? settings.warmup : settings.duration / settings.rounds;
    const loop = {
      connections: this.#connections,
      operation,
      duration,
      least: warmup ? 1 : least,
      max,
      from,
    };
    const measured = await measureLoop(this.#server, loop);
    if (!warmup) this.rounds.push(measured);
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }
}

export async function onConnection<T>(
  server: Server,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await Connection.open(server.endpoint);
  try {
    return await use(connection);
  } finally {
    connection.close();
  }
}

/** A line for what the server does not serve. */
function refused(workload: string, { answer }: Recorded): Row {
  return {
    workload,
    subject: unmeasured,
    notes: [`refused with ${answer.status}: ${answer.body.slice(0, 300)}`],
  };
}
