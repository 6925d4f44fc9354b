import { setTimeout as delay } from 'node:timers/promises';
import { onConnection } from '../compare.ts';
import { Connection, RequestWriter } from '../http-client.ts';
import { expect } from '../load.ts';
import { type Measurement, metered } from '../measurement.ts';
import { nodeOf } from '../pods.ts';
import { percentile } from '../statistics.ts';
import { Watchers } from '../watchers.ts';
import { prepareUpdates } from './updates.ts';
import type { Bench, Row, Workload } from './workload.ts';

const watchers = 10_000;
/** Pods that are changed in turn, each on a node of its own: an event is for a hundredth of the watchers. */
const pods = 100;
const eventsPerSecond = 100;
/** Milliseconds after the last event in which what is late may still come. */
const settleTimeout = 5_000;

/** Many watchers, each of a node, and a steady stream of events: when each event is at the last one of its watchers. */
export const steadyWorkload: Workload = {
  name: 'watch-steady',
  usual: false,
  run: async (bench) => [await new Steady(bench).run()],
};

class Steady {
  readonly #bench: Bench;
  /** By node: when each of its events was written. */
  readonly #written: number[][] = Array.from({ length: pods }, () => []);
  /** Milliseconds of each event at each watcher. */
  readonly #delays: number[] = [];

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  async run(): Promise<Row> {
    const { subject, settings } = this.#bench;
    const update = await prepareUpdates(subject.endpoint, pods);
    const before = subject.meter?.memory().resident ?? Number.NaN;
    const all = new Watchers((watcher, nth) => {
      this.#delays.push(performance.now() - this.#written[watcher % pods]![nth]!);
    });
    try {
      await all.open(subject.endpoint, watchers, await this.#requests());
      const events = Math.max(1, Math.round(settings.duration)) * eventsPerSecond;
      const { cpu, clientCpu, memory } = await metered(subject, () => this.#write(events, update));
      return this.#row({ events, cpu, clientCpu, memory, before });
    } finally {
      all.close();
    }
  }

  /** At an even pace, whatever the answers take; then waits for the last events. */
  async #write(events: number, update: (sequence: number) => Buffer): Promise<void> {
    const idle: Connection[] = [];
    const { endpoint } = this.#bench.subject;
    const began = performance.now();
    const sent: Promise<void>[] = [];
    for (let i = 0; i < events; i++) {
      const wait = began + (i * 1_000) / eventsPerSecond - performance.now();
      if (wait > 0) await delay(wait);
      const connection = idle.pop() ?? (await Connection.open(endpoint));
      this.#written[i % pods]!.push(performance.now());
      const answered = connection.send(update(i), 1_000).then((answer) => {
        expect(answer, 200);
        idle.push(connection);
      });
      sent.push(answered);
    }
    await Promise.all(sent);
    const expected = (events * watchers) / pods;
    for (const end = performance.now() + settleTimeout; performance.now() < end; await delay(10))
      if (this.#delays.length >= expected) break;
    for (const connection of idle) connection.close();
  }

  #row({
    events,
    cpu,
    clientCpu,
    memory,
    before,
  }: { events: number; before: number; clientCpu: number } & Pick<Measurement, 'cpu' | 'memory'>): Row {
    const sorted = Float64Array.from(this.#delays).sort();
    const missing = (events * watchers) / pods - sorted.length;
    const seconds = events / eventsPerSecond;
    const measured: Measurement = {
      operations: sorted.length,
      perSecond: sorted.length / seconds,
      p50: percentile(sorted, 0.5),
      p99: percentile(sorted, 0.99),
      cpu: cpu / sorted.length,
      memory,
      client: clientCpu / 1_000 / seconds,
      failures: missing === 0 ? {} : { 'events missing': missing },
    };
    const kilobytes = ((memory.resident - before) * 1_024) / watchers;
    const notes = [
      `the latest event came ${(sorted.at(-1) ?? Number.NaN).toFixed(0)} ms after it was written; ${kilobytes.toFixed(0)} KB resident a watcher`,
    ];
    return { workload: `watch: ${watchers}, ${eventsPerSecond}/s`, subject: measured, notes };
  }

  async #requests(): Promise<(i: number) => string> {
    const { subject } = this.#bench;
    const writer = new RequestWriter(subject.endpoint);
    const { body } = await onConnection(subject, (connection) =>
      connection.send(writer.read('/api/v1/pods?limit=1'), 2_000),
    );
    const version = /"resourceVersion":"(\d+)"/.exec(body)![1]!;
    const target = `/api/v1/pods?watch=true&resourceVersion=${version}&fieldSelector=spec.nodeName%3D`;
    return (i) => writer.read(`${target}${nodeOf(i)}`);
  }
}
