import { compare } from '../compare.ts';
import { type Connection, RequestWriter } from '../http-client.ts';
import { expect, inLanes, removePods } from '../load.ts';
import { collectionPath, digits, type PodPlace, placeOf, pod, podPath, scratchNamespace } from '../pods.ts';
import { connectionsFor } from './connections.ts';
import { prepareUpdates } from './updates.ts';
import type { Bench, Row, Workload } from './workload.ts';

const whole = 1 << 30;
const scratch = (name: string): PodPlace => ({ namespace: scratchNamespace, name });
const podsOfScratch = collectionPath(scratchNamespace);

interface PatchLoad {
  readonly workload: string;
  /** As it is named in WORKLOADS. */
  readonly name: string;
  /** `/status`, or nothing for the object itself. */
  readonly subresource: string;
  readonly mediaType: string;
  readonly patch: (i: number) => object;
}

const annotationPatch: PatchLoad = {
  workload: 'merge patch',
  name: 'patch',
  subresource: '',
  mediaType: 'application/merge-patch+json',
  patch: (i) => ({ metadata: { annotations: { 'example.com/patched': String(i) } } }),
};

/** What an agent on a node says again and again. */
const conditionPatch: PatchLoad = {
  workload: 'strategic, status',
  name: 'patch-status',
  subresource: '/status',
  mediaType: 'application/strategic-merge-patch+json',
  patch: (i) => ({
    status: { conditions: [{ type: 'Ready', status: 'True', message: `looked at ${i} times` }] },
  }),
};

export const writeWorkloads: readonly Workload[] = [
  { name: 'create', usual: true, run: async (bench) => [await runCreate(bench)] },
  { name: 'update', usual: true, run: async (bench) => [await runUpdate(bench)] },
  { name: 'patch', usual: false, run: async (bench) => [await runPatch(bench, annotationPatch)] },
  { name: 'patch-status', usual: false, run: async (bench) => [await runPatch(bench, conditionPatch)] },
  { name: 'delete', usual: true, run: async (bench) => [await runDelete(bench)] },
];

/** POST of pods beside the load. They are removed afterwards. */
export async function runCreate(bench: Bench): Promise<Row> {
  const { subject, settings } = bench;
  const writer = new RequestWriter(subject.endpoint);
  const request = (name: string, i: number) => writer.write('POST', podsOfScratch, pod(i, scratch(name)));
  let ready: Buffer[] = [];
  const row = await compare(bench, {
    workload: 'create',
    connections: connectionsFor(settings, 'create'),
    max: settings.writes,
    prepare: async (from, to) => {
      ready = Array.from({ length: to - from }, (_, i) => request(`new-${digits(from + i)}`, from + i));
    },
    operation: async (connection, sequence) =>
      (await connection.send(ready[sequence % settings.writes]!)).status,
    record: async (connection) => [
      { key: 'POST', answer: await connection.send(request('sample', 0), whole) },
    ],
  });
  await removePods(subject.endpoint, [scratchNamespace]);
  return row;
}

/** PUT of pods of the load, each changed in an annotation. */
export async function runUpdate(bench: Bench): Promise<Row> {
  const { subject, settings } = bench;
  const writer = new RequestWriter(subject.endpoint);
  const update = await prepareUpdates(subject.endpoint, Math.min(settings.pods, settings.writes));
  return compare(bench, {
    workload: 'update',
    connections: connectionsFor(settings, 'update'),
    max: settings.writes,
    operation: async (connection, sequence) => (await connection.send(update(sequence))).status,
    record: async (connection) => {
      const answer = await connection.send(writer.read(podPath(placeOf(0))), whole);
      return [{ key: 'PUT', answer }];
    },
  });
}

/** PATCH of pods of the load. */
function runPatch(bench: Bench, { workload, name, subresource, mediaType, patch }: PatchLoad): Promise<Row> {
  const { subject, settings } = bench;
  const writer = new RequestWriter(subject.endpoint);
  const request = (i: number) =>
    writer.write('PATCH', `${podPath(placeOf(i % settings.pods))}${subresource}`, patch(i), mediaType);
  return compare(bench, {
    workload,
    connections: connectionsFor(settings, name),
    max: settings.writes,
    operation: async (connection, sequence) => (await connection.send(request(sequence + 1))).status,
    record: async (connection) => [{ key: 'PATCH', answer: await connection.send(request(0), whole) }],
  });
}

/** DELETE of pods that were made for it, at once and not gracefully. */
async function runDelete(bench: Bench): Promise<Row> {
  const { subject, settings } = bench;
  const writer = new RequestWriter(subject.endpoint);
  const create = async (connection: Connection, i: number) => {
    const body = pod(i, scratch(`old-${digits(i)}`));
    expect(await connection.send(writer.write('POST', podsOfScratch, body), 1_000), 201);
  };
  const request = (i: number) =>
    writer.delete(`${podPath(scratch(`old-${digits(i)}`))}?gracePeriodSeconds=0`);
  const row = await compare(bench, {
    workload: 'delete',
    connections: connectionsFor(settings, 'delete'),
    max: settings.writes,
    prepare: (from, to) => inLanes(subject.endpoint, from, to, create),
    operation: async (connection, sequence) => (await connection.send(request(sequence))).status,
    record: async (connection) => {
      await create(connection, 999_999);
      return [{ key: 'DELETE', answer: await connection.send(request(999_999), whole) }];
    },
  });
  await removePods(subject.endpoint, [scratchNamespace]);
  return row;
}
