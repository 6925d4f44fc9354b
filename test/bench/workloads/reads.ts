import { dialects } from '../../../src/api/meta/dialect.ts';
import { type ComparedLoad, compare } from '../compare.ts';
import { RequestWriter } from '../http-client.ts';
import { placeOf, podPath, someNode, someShard } from '../pods.ts';
import { connectionsFor } from './connections.ts';
import type { Bench, Row, Workload } from './workload.ts';

/** Bytes of an answer that are kept when it is taken over by the plain server. */
const whole = 1 << 30;

/** One request an operation, with a connection count of its own where answers are large. */
export interface Read {
  readonly name: string;
  readonly title: string;
  /** Usual number of connections, where it is not that of all small operations. */
  readonly connections?: number;
  readonly target: (sequence: number, pods: number) => string;
  readonly fields?: readonly string[];
  /** What is asked for in place of JSON. */
  readonly accept?: string;
}

/** The words that clients have compiled in, and servers of every make understand. */
const { protobuf, api } = dialects.find(({ name }) => name === 'kubernetes')!;
const table = `application/json;as=Table;v=v1;g=meta.${api}`;

/** Walks over the pods with a step that has no divisor in common with usual numbers of them. */
const anyPod = (sequence: number, pods: number) => podPath(placeOf((sequence * 7919) % pods));
const all = '/api/v1/pods';
const nodeSelector = `fieldSelector=spec.nodeName%3D${someNode}`;

const reads: readonly Read[] = [
  { name: 'get', title: 'get', target: anyPod },
  { name: 'get-0', title: 'get, version 0', target: (i, pods) => `${anyPod(i, pods)}?resourceVersion=0` },
  { name: 'list', title: 'list', connections: 1, target: () => all },
  { name: 'list-0', title: 'list, version 0', connections: 1, target: () => `${all}?resourceVersion=0` },
  {
    name: 'list-gzip',
    title: 'list, gzip',
    connections: 1,
    target: () => all,
    fields: ['Accept-Encoding: gzip'],
  },
  { name: 'list-proto', title: 'list, Protobuf', connections: 1, target: () => all, accept: protobuf },
  { name: 'list-table', title: 'list, Table', connections: 1, target: () => all, accept: table },
  {
    name: 'list-label',
    title: 'list 1 % by label',
    connections: 4,
    target: () => `${all}?labelSelector=shard%3D${someShard}`,
  },
  { name: 'list-node', title: 'list 1 % by node', connections: 4, target: () => `${all}?${nodeSelector}` },
  {
    name: 'list-node-0',
    title: 'list by node, version 0',
    connections: 4,
    target: () => `${all}?${nodeSelector}&resourceVersion=0`,
  },
];

export const readWorkloads: readonly Workload[] = reads.map((read) => ({
  name: read.name,
  usual: true,
  run: async (bench) => [await runRead(bench, read)],
}));

/** One of the reads above, among so many pods. */
export const runNamed = (bench: Bench, name: string, pods = bench.settings.pods): Promise<Row> =>
  runRead(bench, reads.find((read) => read.name === name)!, pods);

export function runRead(bench: Bench, read: Read, pods = bench.settings.pods): Promise<Row> {
  const writer = new RequestWriter(bench.subject.endpoint, read.accept);
  const request = (sequence: number) => writer.read(read.target(sequence, pods), ...(read.fields ?? []));
  const load: ComparedLoad = {
    workload: read.title,
    connections: connectionsFor(bench.settings, read.name, read.connections),
    operation: async (connection, sequence) => (await connection.send(request(sequence))).status,
    record: async (connection) => [{ key: 'GET', answer: await connection.send(request(0), whole) }],
  };
  return compare(bench, load);
}

/** Reads of one object, among so many. */
export const runGet = (bench: Bench, pods: number): Promise<Row> => runNamed(bench, 'get', pods);
