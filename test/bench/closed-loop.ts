import { type Connection, ConnectionLost } from './http-client.ts';

/** One operation: a request, or several that belong together. Answers the status; the worst one of several. */
export type Operation<C = Connection> = (connection: C, sequence: number) => Promise<number>;

/** A connection of any protocol, with one operation at a time. */
export interface Lane {
  close(): void;
}

export interface LoopOptions<C = Connection> {
  /** Every one has one operation at a time, and the next as soon as it is answered. */
  readonly connections: readonly C[];
  readonly operation: Operation<C>;
  /** Seconds. What is under way by then is waited for. */
  readonly duration: number;
  /** Operations at least, even if it takes longer, and at most. */
  readonly least: number;
  readonly max: number;
  /** Number of the first operation. */
  readonly from: number;
}

export interface LoopResult {
  /** Milliseconds of each operation that succeeded, ascending. */
  readonly latencies: Float64Array;
  readonly seconds: number;
  /** How often each status came that is no success; `broken` for connections that ended. */
  readonly failures: Map<string, number>;
}

/** An operation that takes longer is given up, with its connection. */
const watchdogTimeout = 60_000;

/** Closed loop: as many operations at a time as there are connections. */
export async function closedLoop<C extends Lane>(options: LoopOptions<C>): Promise<LoopResult> {
  const { connections, operation, duration, least, max, from } = options;
  const latencies: number[] = [];
  const failures = new Map<string, number>();
  const fail = (what: string) => failures.set(what, (failures.get(what) ?? 0) + 1);
  const began = performance.now();
  const end = began + duration * 1_000;
  let sequence = 0;
  const wanted = (now: number) => sequence < max && (now < end || sequence < least);

  async function lane(connection: C): Promise<void> {
    let now = performance.now();
    while (wanted(now)) {
      const status = await operation(connection, from + sequence++);
      const then = now;
      now = performance.now();
      if (status < 300) latencies.push(now - then);
      else fail(String(status));
    }
  }
  const lost = (error: unknown) => {
    if (!(error instanceof ConnectionLost)) throw error;
    fail('broken');
  };
  const giveUp = () => {
    for (const connection of connections) connection.close();
  };
  const watchdog = setTimeout(giveUp, duration * 1_000 + watchdogTimeout);
  await Promise.all(connections.map((connection) => lane(connection).catch(lost)));
  clearTimeout(watchdog);
  const seconds = (performance.now() - began) / 1_000;
  return { latencies: Float64Array.from(latencies).sort(), seconds, failures };
}
