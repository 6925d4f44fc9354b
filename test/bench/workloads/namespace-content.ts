import { setTimeout as sleep } from 'node:timers/promises';
import { dialects } from '../../../src/api/meta/dialect.ts';
import { onConnection } from '../compare.ts';
import type { Connection } from '../http-client.ts';
import { RequestWriter } from '../http-client.ts';
import { expect, inLanes } from '../load.ts';
import { unmeasured } from '../measurement.ts';
import type { Product } from '../product.ts';
import type { Row, StartFresh } from './workload.ts';

const types = 40;
const objects = 5_000;
const namespace = 'full';
/** Types that are there anyway and whose objects may be empty; the others are custom. */
const builtIn = ['configmaps', 'secrets', 'serviceaccounts', 'endpoints', 'podtemplates', 'limitranges'];

/** The words of a server of ours that was not told to speak others. */
const { api } = dialects[0]!;
const group = 'content.example.com';
const here = `/api/v1/namespaces/${namespace}`;

const pathOf = (type: number): string =>
  type < builtIn.length
    ? `${here}/${builtIn[type]}`
    : `/apis/${group}/v1/namespaces/${namespace}/things${type}`;

function objectOf(type: number, name: string): object {
  const metadata = { name };
  if (builtIn[type] === 'podtemplates')
    return { metadata, template: { spec: { containers: [{ name: 'c', image: 'i' }] } } };
  if (builtIn[type] === 'limitranges') return { metadata, spec: { limits: [] } };
  if (type < builtIn.length) return { metadata };
  return { apiVersion: `${group}/v1`, kind: `Thing${type}`, metadata, spec: { text: 'x'.repeat(200) } };
}

function definitionOf(type: number): object {
  const schema = { openAPIV3Schema: { type: 'object', 'x-preserve-unknown-fields': true } };
  return {
    apiVersion: `apiextensions.${api}/v1`,
    kind: 'CustomResourceDefinition',
    metadata: { name: `things${type}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: `things${type}`, kind: `Thing${type}` },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}

/** How long a namespace with objects of many types takes to go, and with how many requests. */
export async function emptied(startFresh: StartFresh): Promise<Row> {
  const subject = await startFresh(() => ['--controllers=namespace']);
  try {
    await fill(subject);
    const writer = new RequestWriter(subject.endpoint);
    return await onConnection(subject, async (connection) => {
      const counted = await collections(connection, writer);
      const cpu = subject.meter.cpu();
      const began = performance.now();
      expect(await connection.send(writer.delete(`/api/v1/namespaces/${namespace}`), 1_000), 200);
      while ((await connection.send(writer.read(`/api/v1/namespaces/${namespace}`))).status === 200)
        await sleep(20);
      const took = performance.now() - began;
      const requests = (await collections(connection, writer)) - counted;
      return {
        workload: `namespace of ${objects}`,
        subject: {
          ...unmeasured,
          operations: objects,
          perSecond: objects / (took / 1_000),
          p50: took,
          cpu: (subject.meter.cpu() - cpu) / objects,
          memory: subject.meter.memory(),
        },
        notes: [
          `${types} types empty in ${(took / 1_000).toFixed(1)} s, ${requests} deletions of a collection`,
        ],
      };
    });
  } finally {
    await subject.stop();
  }
}

async function fill(subject: Product): Promise<void> {
  const { endpoint } = subject;
  const writer = new RequestWriter(endpoint);
  await onConnection(subject, async (connection) => {
    const made = writer.write('POST', '/api/v1/namespaces', { metadata: { name: namespace } });
    expect(await connection.send(made, 1_000), 201);
    const definitions = `/apis/apiextensions.${api}/v1/customresourcedefinitions`;
    for (let type = builtIn.length; type < types; type++) {
      expect(await connection.send(writer.write('POST', definitions, definitionOf(type)), 1_000), 201);
    }
    for (let type = builtIn.length; type < types; type++)
      while ((await connection.send(writer.read(pathOf(type)))).status !== 200) await sleep(20);
  });
  await inLanes(endpoint, 0, objects, async (connection, i) => {
    const type = i % types;
    const request = writer.write('POST', pathOf(type), objectOf(type, `o-${i}`));
    expect(await connection.send(request, 1_000), 201);
  });
}

/** How many deletions of collections the server has answered. */
async function collections(connection: Connection, writer: RequestWriter): Promise<number> {
  const { body } = await connection.send(writer.read('/metrics'), 1 << 22);
  const lines = body
    .split('\n')
    .filter((line) => /^apiserver_request_total\{.*verb="DELETECOLLECTION"/.test(line));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
