import { compare } from '../compare.ts';
import { RequestWriter } from '../http-client.ts';
import { expect, inLanes } from '../load.ts';
import { digits, placeOf, pod, podPath } from '../pods.ts';
import { connectionsFor } from './connections.ts';
import type { Bench, Row, Workload } from './workload.ts';

const whole = 1 << 30;

/** What is applied to the i-th pod, `sequence` times before. */
type Config = (i: number, sequence: number) => object;

export const applyWorkloads: readonly Workload[] = [
  {
    name: 'apply-two',
    usual: true,
    run: async (bench) => [await runApply(bench, 'apply two fields', twoFields)],
  },
  {
    name: 'apply-whole',
    usual: true,
    run: async (bench) => [await runApply(bench, 'apply whole pod', wholePod)],
  },
  {
    name: 'apply-same',
    usual: true,
    run: async (bench) => [await runApply(bench, 'apply unchanged', samePod)],
  },
];

const twoFields: Config = (i, sequence) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: placeOf(i).name,
    annotations: { 'example.com/one': 'same', 'example.com/two': String(sequence) },
  },
});

const wholePod: Config = (i, sequence) => {
  const config = pod(i) as any;
  config.metadata.annotations['example.com/touched'] = digits(sequence % 100_000_000, 8);
  return config;
};

const samePod: Config = (i) => wholePod(i, 7);

/** PATCH of pods of the load by one applier, which has applied to each of them before. */
async function runApply(bench: Bench, workload: string, config: Config): Promise<Row> {
  const { subject, settings } = bench;
  const writer = new RequestWriter(subject.endpoint);
  const pods = Math.min(settings.pods, settings.writes);
  const manager = workload.replaceAll(' ', '-');
  const request = (i: number, sequence: number) => {
    const target = `${podPath(placeOf(i))}?fieldManager=${manager}&force=true`;
    return writer.write('PATCH', target, config(i, sequence), 'application/apply-patch+yaml');
  };
  await inLanes(subject.endpoint, 0, pods, async (connection, i) => {
    expect(await connection.send(request(i, 0), whole), 200);
  });
  // Other than what an earlier run left.
  const salt = Date.now() % 1_000_000;
  return compare(bench, {
    workload,
    connections: connectionsFor(settings, 'apply'),
    max: settings.writes,
    operation: async (connection, sequence) =>
      (await connection.send(request(sequence % pods, salt + sequence))).status,
    record: async (connection) => [{ key: 'PATCH', answer: await connection.send(request(0, salt), whole) }],
  });
}
