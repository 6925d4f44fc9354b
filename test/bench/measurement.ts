import { closedLoop, type Lane, type LoopOptions } from './closed-loop.ts';
import type { Memory } from './process-meter.ts';
import type { Server } from './server.ts';
import { median, percentile } from './statistics.ts';

/** What a server did under one load: one round, or the median of several. NaN where it is not known. */
export interface Measurement {
  readonly operations: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of the server's CPU for one operation, all its threads together. */
  readonly cpu: number;
  readonly memory: Memory;
  /** Share of a core that the generator of the load took: near 1, the load is the limit. */
  readonly client: number;
  readonly failures: Readonly<Record<string, number>>;
}

const unknownMemory: Memory = { resident: Number.NaN, own: Number.NaN };

/** Of what was not measured, or not in this way. */
export const unmeasured: Measurement = {
  operations: 0,
  perSecond: Number.NaN,
  p50: Number.NaN,
  p99: Number.NaN,
  cpu: Number.NaN,
  memory: unknownMemory,
  client: Number.NaN,
  failures: {},
};

/** Runs `load` and says what it cost the server and this process. */
export async function metered<T>(server: Server, load: () => Promise<T>) {
  const client = process.cpuUsage();
  const before = server.meter?.cpu() ?? Number.NaN;
  const result = await load();
  const cpu = (server.meter?.cpu() ?? Number.NaN) - before;
  const { user, system } = process.cpuUsage(client);
  return { result, cpu, clientCpu: (user + system) / 1_000, memory: server.meter?.memory() ?? unknownMemory };
}

/** One round of a closed loop. */
export async function measureLoop<C extends Lane>(
  server: Server,
  options: LoopOptions<C>,
): Promise<Measurement> {
  const { result, cpu, clientCpu, memory } = await metered(server, () => closedLoop(options));
  const { latencies, seconds, failures } = result;
  return {
    operations: latencies.length,
    perSecond: latencies.length / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpu: cpu / latencies.length,
    memory,
    client: clientCpu / 1_000 / seconds,
    failures: Object.fromEntries(failures),
  };
}

/** Each figure is the median of its own; counts are added up. */
export function medianOf(rounds: readonly Measurement[]): Measurement {
  const of = (figure: (round: Measurement) => number) => median(rounds.map(figure));
  const failures: Record<string, number> = {};
  for (const round of rounds) {
    for (const [what, times] of Object.entries(round.failures))
      failures[what] = (failures[what] ?? 0) + times;
  }
  return {
    operations: rounds.reduce((sum, round) => sum + round.operations, 0),
    perSecond: of((round) => round.perSecond),
    p50: of((round) => round.p50),
    p99: of((round) => round.p99),
    cpu: of((round) => round.cpu),
    memory: rounds.at(-1)!.memory,
    client: of((round) => round.client),
    failures,
  };
}
