import { onConnection } from '../compare.ts';
import { RequestWriter } from '../http-client.ts';
import { type Measurement, medianOf, metered } from '../measurement.ts';
import type { PlainServer } from '../plain.ts';
import { nodeOf, placeOf, podPath } from '../pods.ts';
import type { Server } from '../server.ts';
import { median, percentile } from '../statistics.ts';
import { Watchers } from '../watchers.ts';
import { Burst } from './burst.ts';
import { prepareUpdates } from './updates.ts';
import type { Bench, Row, Workload } from './workload.ts';

/** Writes of one burst: to as many pods, each on another node. */
const writes = 100;
const whole = 1 << 30;
/** Watchers, in the variant where each is interested in one node of a hundred. */
const nodeWatchers = 1_000;

export const fanOutWorkloads: readonly Workload[] = [
  {
    name: 'watch',
    usual: true,
    run: async (bench) => {
      const rows: Row[] = [];
      for (const count of bench.settings.watchers) rows.push(await new FanOut(bench, count, false).run());
      return rows;
    },
  },
  {
    name: 'watch-node',
    usual: true,
    run: async (bench) => [await new FanOut(bench, nodeWatchers, true).run()],
  },
];

/** What one server did with the watchers. */
interface Watched {
  readonly measured: Measurement;
  /** Milliseconds from the first write to the last event. */
  readonly last: number;
  /** Milliseconds of CPU of a burst that nobody watches. */
  readonly alone: number;
  /** Resident kilobytes that a watcher takes. */
  readonly kilobytes: number;
}

/** A burst of writes with so many watchers, who all see all of it; or, by node, each a hundredth. */
class FanOut {
  readonly #bench: Bench;
  readonly #count: number;
  readonly #byNode: boolean;
  /** Events that a burst brings to each watcher. */
  readonly #each: number;

  constructor(bench: Bench, count: number, byNode: boolean) {
    this.#bench = bench;
    this.#count = count;
    this.#byNode = byNode;
    this.#each = byNode ? 1 : writes;
  }

  async run(): Promise<Row> {
    const { subject, plain } = this.#bench;
    const update = await prepareUpdates(subject.endpoint, writes);
    const own = await this.#watched(subject, update);
    const workload = this.#byNode ? `watch: ${this.#count}, by node` : `watch: ${this.#count}`;
    const { measured, last, alone, kilobytes } = own;
    const net = measured.cpu - alone / (this.#count * this.#each);
    const notes = [
      `CPU is that of a delivered event, writes included: ${(measured.cpu * 1_000).toFixed(1)} µs; without the ${alone.toFixed(0)} ms that the writes alone take ${(net * 1_000).toFixed(1)} µs`,
      `last event after ${last.toFixed(0)} ms; ${kilobytes.toFixed(0)} KB resident a watcher`,
    ];
    // The plain server does not choose whom to tell.
    if (plain === undefined || this.#byNode) return { workload, subject: measured, notes };
    await this.#teach(plain, update(0));
    const beside = await this.#watched(plain, update);
    notes.push(`plain: last event after ${beside.last.toFixed(0)} ms`);
    return { workload, subject: measured, plain: beside.measured, notes };
  }

  async #watched(server: Server, update: (sequence: number) => Buffer): Promise<Watched> {
    const burst = await Burst.open(server.endpoint, writes, update);
    const watchers = new Watchers();
    try {
      const alone = await this.#writesAlone(server, burst);
      const before = server.meter?.memory().resident ?? Number.NaN;
      await watchers.open(server.endpoint, this.#count, await this.#requests(server));
      const after = server.meter?.memory().resident ?? Number.NaN;
      const kilobytes = ((after - before) * 1_024) / this.#count;
      await this.#round(server, watchers, burst);
      const rounds = [];
      for (let i = 0; i < this.#rounds(); i++) {
        rounds.push(await this.#round(server, watchers, burst));
      }
      const last = median(rounds.map((round) => round.last));
      return { measured: medianOf(rounds.map(({ measured }) => measured)), last, alone, kilobytes };
    } finally {
      watchers.close();
      burst.close();
    }
  }

  /** A burst to a few watchers is short: more of them make the steps of the CPU clock small. */
  #rounds(): number {
    const { rounds } = this.#bench.settings;
    return Math.min(Math.max(rounds, Math.round((rounds * 1_000) / this.#count)), 3 * rounds + 1);
  }

  async #writesAlone(server: Server, burst: Burst): Promise<number> {
    const bursts = 5;
    await burst.write();
    const { cpu } = await metered(server, async () => {
      for (let i = 0; i < bursts; i++) await burst.write();
    });
    return cpu / bursts;
  }

  /** One burst, from the first write to the last event. */
  async #round(
    server: Server,
    watchers: Watchers,
    burst: Burst,
  ): Promise<{ measured: Measurement; last: number }> {
    const receive = () => watchers.receive(this.#each, () => burst.write());
    const { result, cpu, clientCpu, memory } = await metered(server, receive);
    const { delivered, times, seconds, lost } = result;
    const missing = this.#count * this.#each - delivered;
    const measured: Measurement = {
      operations: delivered,
      perSecond: delivered / seconds,
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      cpu: cpu / delivered,
      memory,
      client: clientCpu / 1_000 / seconds,
      failures: {
        ...(missing !== 0 && { 'events missing': missing }),
        ...(lost > 0 && { 'watchers cut off': lost }),
      },
    };
    return { measured, last: times.at(-1) ?? Number.NaN };
  }

  /** Watches from now on: nothing of what is there already is sent. */
  async #requests(server: Server): Promise<(i: number) => string> {
    const writer = new RequestWriter(server.endpoint);
    const version = await this.#version();
    const target = `/api/v1/pods?watch=true&resourceVersion=${version}`;
    return (i) => writer.read(this.#byNode ? `${target}&fieldSelector=spec.nodeName%3D${nodeOf(i)}` : target);
  }

  async #version(): Promise<string> {
    const { subject } = this.#bench;
    const request = new RequestWriter(subject.endpoint).read('/api/v1/pods?limit=1');
    const { body } = await onConnection(subject, (connection) => connection.send(request, 2_000));
    return /"resourceVersion":"(\d+)"/.exec(body)![1]!;
  }

  /** Lets the plain server send to its watchers what the measured one sends: a changed pod. */
  async #teach(plain: PlainServer, update: Buffer): Promise<void> {
    const { subject } = this.#bench;
    const request = new RequestWriter(subject.endpoint).read(podPath(placeOf(0)));
    const answer = await onConnection(subject, async (connection) => {
      await connection.send(update);
      return connection.send(request, whole);
    });
    await plain.playWatch([{ key: 'PUT', answer }], `{"type":"MODIFIED","object":${answer.body.trim()}}\n`);
  }
}
