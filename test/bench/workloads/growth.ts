import { type Connection, RequestWriter } from '../http-client.ts';
import { expect, inLanes, loadPods, makeNamespaces, removePods } from '../load.ts';
import type { Measurement } from '../measurement.ts';
import { collectionPath, pod, scratchNamespace } from '../pods.ts';
import type { Product } from '../product.ts';
import { power } from '../statistics.ts';
import { Watchers } from '../watchers.ts';
import { restart } from './cold.ts';
import { fanOutWorkloads } from './fan-out.ts';
import { runGet, runRead } from './reads.ts';
import type { Bench, Row, Scenario } from './workload.ts';
import { runCreate, runUpdate } from './writes.ts';

const few = 1_000;
const factor = 10;
/** Pods that the selective list finds, whatever their number beside them. */
const found = 10;
const watcherCounts = [10, 1_000, 10_000];
const podsOfScratch = collectionPath(scratchNamespace);

/** A line of the report, which is one point of the curve of its name. */
interface Point {
  readonly curve: string;
  readonly at: number;
  readonly row: Row;
}

/**
 * What requests cost among more and more objects, and beside more and more watchers, with the power of the number by
 * which it grows: 0 is a cost that stays, 1 one that is proportional.
 */
export const growthScenario: Scenario = {
  name: 'growth',
  run: async (settings, startFresh) => {
    const subject = await startFresh();
    // Beside the plain server nothing is learned here that the other workloads do not tell.
    const bench: Bench = { settings, subject, plain: undefined };
    const points: Point[] = [];
    try {
      await makeNamespaces(subject.endpoint);
      // A server that is still being compiled would make the growth look smaller.
      await loadPods(subject.endpoint, 0, few);
      await amongPods(bench, few);
      let loaded = 0;
      for (const size of sizes(settings.large)) {
        await loadPods(subject.endpoint, loaded, size);
        loaded = size;
        points.push(...(await amongPods(bench, size)), await started(subject, size));
      }
      for (const count of watcherCounts) points.push(...(await besideWatchers(bench, count)));
      return withPowers(points);
    } finally {
      await subject.stop();
    }
  },
};

/** 1,000, 10,000 and so on below the largest, and that. */
function sizes(large: number): number[] {
  const result: number[] = [];
  for (let size = few; size < large; size *= factor) result.push(size);
  return [...result, large];
}

async function amongPods(bench: Bench, pods: number): Promise<Point[]> {
  const point = (curve: string, row: Row): Point => ({ curve, at: pods, row });
  await makeFound(bench.subject.endpoint);
  const selective = await runRead(bench, {
    name: 'growth-selective',
    title: `list of ${found} by label`,
    target: () => '/api/v1/pods?labelSelector=growth%3Dfound',
  });
  await removePods(bench.subject.endpoint, [scratchNamespace]);
  const page = await runRead(bench, {
    name: 'growth-page',
    title: 'list, first 500',
    connections: 4,
    target: () => '/api/v1/pods?limit=500',
  });
  return [
    point('get', await runGet(bench, pods)),
    point('create', await runCreate(bench)),
    point('first 500 of a list', page),
    point(`list of ${found} by a label`, selective),
    point('an event to one of 100 watchers', await delivered(bench, 100)),
  ];
}

async function makeFound(endpoint: Product['endpoint']): Promise<void> {
  const writer = new RequestWriter(endpoint);
  await inLanes(endpoint, 0, found, async (connection: Connection, i) => {
    const name = `found-${i}`;
    const body = pod(i, { namespace: scratchNamespace, name }) as { metadata: { labels: object } };
    body.metadata.labels = { growth: 'found' };
    expect(await connection.send(writer.write('POST', podsOfScratch, body), 1_000), 201);
  });
}

/** An event that so many watchers want. */
async function delivered(bench: Bench, watchers: number): Promise<Row> {
  const settings = { ...bench.settings, watchers: [watchers] };
  const [row] = await fanOutWorkloads[0]!.run({ ...bench, settings });
  return row!;
}

/** A start, and what is resident after it. */
async function started(subject: Product, pods: number): Promise<Point> {
  return { curve: 'start', at: pods, row: { workload: 'start', subject: await restart(subject) } };
}

async function besideWatchers(bench: Bench, count: number): Promise<Point[]> {
  const { endpoint } = bench.subject;
  const others = new Watchers();
  try {
    const writer = new RequestWriter(endpoint);
    const target = '/api/v1/pods?watch=true&resourceVersion=0&fieldSelector=spec.nodeName%3Dother-';
    await others.open(endpoint, count, (i) => writer.read(`${target}${i}`));
    const update = await runUpdate(bench);
    return [{ curve: 'a write that no watcher wants', at: count, row: update }];
  } finally {
    others.close();
  }
}

function withPowers(points: readonly Point[]): Row[] {
  const last = new Map(points.map((point) => [point.curve, point]));
  return points.map((point) => {
    const { curve, at, row } = point;
    const workload = `${curve}, ${at}`;
    if (last.get(curve) !== point) return { ...row, workload, notes: [] };
    const own = points.filter((other) => other.curve === curve);
    const of = (figure: (measured: Measurement) => number): string =>
      power(own.map((other) => [other.at, figure(other.row.subject)])).toFixed(2);
    const memory = of((measured) => measured.memory.own);
    const notes = [
      `CPU grows as n^${of(({ cpu }) => cpu)}, p50 as n^${of(({ p50 }) => p50)}, own MB as n^${memory}`,
    ];
    return { ...row, workload, notes };
  });
}
