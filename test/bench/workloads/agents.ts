import { fileURLToPath } from 'node:url';
import { Normalizer } from '../../../src/api/codec/normalizer.ts';
import { ProtobufEncoder } from '../../../src/api/codec/protobuf/encode.ts';
import { encodeEnvelope } from '../../../src/api/codec/protobuf/envelope.ts';
import { dialects } from '../../../src/api/meta/dialect.ts';
import { defaultRelease } from '../../../src/api/meta/release.ts';
import { loadDefinitions } from '../../../src/api/schema/load.ts';
import { FrameCounter } from '../frame-counter.ts';
import { Http2Lane, type Http2Request } from '../http2-lane.ts';
import { removePods } from '../load.ts';
import { type Measurement, measureLoop, medianOf, metered } from '../measurement.ts';
import {
  collectionPath,
  digits,
  nodeOf,
  placeOf,
  pod,
  podPath,
  podStatus,
  scratchNamespace,
} from '../pods.ts';
import type { Server } from '../server.ts';
import { connectionsFor } from './connections.ts';
import type { Bench, Row, Workload } from './workload.ts';

/** A server that runs already, of whatever make, is taken to speak as kube-apiserver; a fresh one does if its flags say so. */
const isForeign = process.env['URL'] !== undefined || (process.env['FLAGS'] ?? '').includes('kubernetes');
const dialect = isForeign ? dialects.find(({ name }) => name === 'kubernetes')! : dialects[0]!;
const protobuf = dialect.protobuf;
const strategicPatch = 'application/strategic-merge-patch+json';
const leaseNamespace = 'bench-0';
const leasesPath = `/apis/coordination.${dialect.api}/v1/namespaces/${leaseNamespace}/leases`;
/** Agents whose Leases are renewed. */
const agents = 100;
/** Watchers of all pods, and writes that they see. */
const watchers = 20;
const watchedWrites = 200;

/** Bodies in the binary form. */
class Bodies {
  readonly #encoder = new ProtobufEncoder();
  readonly #kinds = loadDefinitions(
    fileURLToPath(new URL('../../../api-definitions', import.meta.url)),
    dialect,
    defaultRelease,
  ).kinds;

  /** `object`: with its kind and apiVersion. */
  of(object: object): Buffer {
    const { kind, apiVersion } = object as { kind: string; apiVersion: string };
    const [version, group = ''] = apiVersion.split('/').toReversed();
    const definition = this.#kinds.find(
      (one) => one.kind === kind && one.group === group && one.version === version,
    )!;
    const normalized = new Normalizer().normalize(object as never, definition.schema);
    return encodeEnvelope(apiVersion, kind, this.#encoder.encode(normalized, definition.schema));
  }
}

type MakeRequest = (bodies: Bodies, sequence: number) => Http2Request;

const written = (method: string, target: string, body: Buffer, type: string = protobuf): Http2Request => ({
  method,
  target,
  type,
  accept: protobuf,
  body,
});

const createPod: MakeRequest = (bodies, i) => {
  const place = { namespace: scratchNamespace, name: `new-${digits(i)}` };
  return written('POST', collectionPath(scratchNamespace), bodies.of(pod(i, place)));
};

const patchStatus =
  (pods: number): MakeRequest =>
  (_, i) => {
    const status = { ...podStatus(i % pods), message: `looked at ${i} times` };
    const body = Buffer.from(JSON.stringify({ status }));
    return written('PATCH', `${podPath(placeOf(i % pods))}/status`, body, strategicPatch);
  };

const lease = (i: number): object => ({
  apiVersion: `coordination.${dialect.api}/v1`,
  kind: 'Lease',
  metadata: { name: nodeOf(i), namespace: leaseNamespace },
  spec: {
    holderIdentity: nodeOf(i),
    leaseDurationSeconds: 40,
    renewTime: renewTime(i),
  },
});

const renewTime = (i: number): string =>
  new Date(1_700_000_000_000 + i * 1_000).toISOString().replace('Z', '000Z');

/** A patch: what an agent puts has the revision of the Lease in it, which is not known before. */
const renewLease: MakeRequest = (_, i) => {
  const body = Buffer.from(JSON.stringify({ spec: { renewTime: renewTime(i) } }));
  return written('PATCH', `${leasesPath}/${nodeOf(i % agents)}`, body, strategicPatch);
};

const createEvent: MakeRequest = (bodies, i) => {
  const { name } = placeOf(i);
  const event = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${name}.${digits(i, 16)}`, namespace: scratchNamespace },
    involvedObject: { kind: 'Pod', namespace: scratchNamespace, name, apiVersion: 'v1' },
    reason: 'Started',
    message: 'Started container server',
    source: { component: 'agent', host: nodeOf(i) },
    firstTimestamp: '2024-05-01T10:00:00Z',
    lastTimestamp: '2024-05-01T10:00:00Z',
    count: 1,
    type: 'Normal',
  };
  return written('POST', `/api/v1/namespaces/${scratchNamespace}/events`, bodies.of(event));
};

/** What the agents of nodes and the controllers of a cluster do: in the binary form, over HTTP/2. */
export const agentWorkloads: readonly Workload[] = [
  { name: 'agent-create', usual: false, run: async (bench) => [await runLoop(bench, 'create', createPod)] },
  {
    name: 'agent-status',
    usual: false,
    run: async (bench) => [await runLoop(bench, 'status', patchStatus(bench.settings.pods))],
  },
  { name: 'agent-lease', usual: false, run: async (bench) => [await runLeases(bench)] },
  { name: 'agent-event', usual: false, run: async (bench) => [await runLoop(bench, 'event', createEvent)] },
  { name: 'agent-watch', usual: false, run: async (bench) => [await runWatch(bench)] },
];

async function withLanes<T>(
  server: Server,
  count: number,
  use: (lanes: Http2Lane[]) => Promise<T>,
): Promise<T> {
  const lanes = await Promise.all(Array.from({ length: count }, () => Http2Lane.open(server.endpoint)));
  try {
    return await use(lanes);
  } finally {
    for (const lane of lanes) lane.close();
  }
}

/** Requests of the loops before: with two builds by turns a workload runs again and again, and makes other objects each time. */
let requestsBefore = 0;

async function runLoop(bench: Bench, what: string, make: MakeRequest): Promise<Row> {
  const { subject, settings } = bench;
  const bodies = new Bodies();
  const rounds: Measurement[] = [];
  await withLanes(subject, connectionsFor(settings, `agent-${what}`), async (lanes) => {
    for (let round = 0; round <= settings.rounds; round++) {
      const from = requestsBefore;
      requestsBefore += settings.writes;
      const ready = Array.from({ length: settings.writes }, (_, i) => make(bodies, from + i));
      const measured = await measureLoop(subject, {
        connections: lanes,
        operation: (lane, sequence) => lane.send(ready[sequence - from]!),
        duration: round === 0 ? settings.warmup : settings.duration / settings.rounds,
        least: 3,
        max: settings.writes,
        from,
      });
      if (round > 0) rounds.push(measured);
    }
  });
  if (make === createPod) await removePods(subject.endpoint, [scratchNamespace]);
  return { workload: `agents: ${what}`, subject: medianOf(rounds) };
}

async function runLeases(bench: Bench): Promise<Row> {
  const bodies = new Bodies();
  await withLanes(bench.subject, 1, async ([lane]) => {
    for (let i = 0; i < agents; i++) await lane!.send(written('POST', leasesPath, bodies.of(lease(i))));
  });
  return runLoop(bench, 'lease', renewLease);
}

/** Status patches that watchers see: the CPU is that of a delivered event, the writes included. */
async function runWatch({ subject, settings }: Bench): Promise<Row> {
  const bodies = new Bodies();
  const make = patchStatus(settings.pods);
  const rounds: Measurement[] = [];
  await withLanes(subject, watchers + 4, async (lanes) => {
    const frames = new FrameCounter();
    const writers = lanes.slice(watchers);
    for (const lane of lanes.slice(0, watchers))
      await lane.watch('/api/v1/pods?watch=true&resourceVersion=0', protobuf, frames.reader());
    await frames.settled();
    for (let round = 0; round <= settings.rounds; round++) {
      const from = round * watchedWrites;
      const ready = Array.from({ length: watchedWrites }, (_, i) => make(bodies, from + i + 1));
      const before = frames.count;
      const began = performance.now();
      const { result, cpu, clientCpu, memory } = await metered(subject, async () => {
        let next = 0;
        await Promise.all(
          writers.map(async (lane) => {
            while (next < watchedWrites) await lane.send(ready[next++]!);
          }),
        );
        await frames.reached(before + watchedWrites * watchers);
        return frames.count - before;
      });
      const seconds = (performance.now() - began) / 1_000;
      if (round === 0) continue;
      rounds.push({
        operations: result,
        perSecond: result / seconds,
        p50: Number.NaN,
        p99: Number.NaN,
        cpu: cpu / result,
        memory,
        client: clientCpu / 1_000 / seconds,
        failures: result === watchedWrites * watchers ? {} : { 'events missing': 1 },
      });
    }
  });
  return { workload: `agents: watch, ${watchers}`, subject: medianOf(rounds) };
}
