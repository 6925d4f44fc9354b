import { setTimeout as sleep } from 'node:timers/promises';
import { dialects } from '../../../src/api/meta/dialect.ts';
import { onConnection } from '../compare.ts';
import { customDefinition, customInstance, largeDefinition, ofSameSize } from '../custom-objects.ts';
import { Connection, RequestWriter } from '../http-client.ts';
import { expect, inLanes } from '../load.ts';
import { type Measurement, measureLoop, medianOf, unmeasured } from '../measurement.ts';
import type { Product } from '../product.ts';
import type { Settings } from '../settings.ts';
import type { Row, Scenario } from './workload.ts';

const definitions = 200;
const objects = 1_000;
const idleSeconds = 5;
const unlimited = 1_000_000;

/** The words of a server of ours that was not told to speak others. */
const { api } = dialects[0]!;
const definitionsPath = `/apis/apiextensions.${api}/v1/customresourcedefinitions`;
const collections = {
  custom: '/apis/bench.example.com/v1/namespaces/default/widgets',
  builtIn: '/api/v1/namespaces/default/configmaps',
};

/**
 * Custom resources beside ConfigMaps of the same number of bytes, which are the plain column; and what very many
 * definitions cost: until they are served and in the OpenAPI document, in memory, when nothing happens, at a start.
 */
export const customScenario: Scenario = {
  name: 'custom',
  run: async (settings, startFresh) => {
    const subject = await startFresh();
    try {
      const installed = await install(subject);
      await load(subject);
      const rows: Row[] = [];
      for (const load of loads(subject)) rows.push(await inTurn(subject, settings, load));
      return [...installed, ...rows, await restart(subject)];
    } finally {
      await subject.stop();
    }
  },
};

async function install(subject: Product): Promise<Row[]> {
  const { endpoint, meter } = subject;
  const writer = new RequestWriter(endpoint);
  await idle(subject);
  const empty = { idle: await idle(subject), memory: meter.memory() };
  const before = meter.cpu();
  const began = performance.now();
  await inLanes(endpoint, 0, definitions, async (connection, i) => {
    expect(await connection.send(writer.write('POST', definitionsPath, largeDefinition(i, api)), 1_000), 201);
  });
  await onConnection(subject, async (connection) => {
    const last = writer.read(`/apis/kinds${definitions - 1}.example.com/v1`);
    while ((await connection.send(last)).status !== 200) await sleep(50);
    expect(await connection.send(writer.read('/openapi/v2')), 200);
  });
  const took = performance.now() - began;
  const cpu = meter.cpu() - before;
  await idle(subject);
  const full = { idle: await idle(subject), memory: meter.memory() };
  const more = full.memory.resident - empty.memory.resident;
  return [
    {
      workload: `install ${definitions} definitions`,
      subject: {
        ...unmeasured,
        operations: definitions,
        p50: took,
        cpu: cpu / definitions,
        memory: full.memory,
      },
      notes: [
        `${(cpu / 1_000).toFixed(1)} s of CPU until they are in the OpenAPI document, ${more.toFixed(0)} MB more than empty`,
        `idle: ${empty.idle.toFixed(1)} ms of CPU a second without them, ${full.idle.toFixed(1)} with them`,
      ],
    },
  ];
}

/** Milliseconds of CPU in a second in which nobody asks for anything. */
async function idle({ meter }: Product): Promise<number> {
  const before = meter.cpu();
  await sleep(idleSeconds * 1_000);
  return (meter.cpu() - before) / idleSeconds;
}

async function load(subject: Product): Promise<void> {
  const { endpoint } = subject;
  const writer = new RequestWriter(endpoint);
  await onConnection(subject, async (connection) => {
    expect(await connection.send(writer.write('POST', definitionsPath, customDefinition(api)), 1_000), 201);
    while ((await connection.send(writer.read(collections.custom))).status !== 200) await sleep(20);
  });
  await inLanes(endpoint, 0, objects, async (connection, i) => {
    for (const [path, object] of bothOf(`load-${i}`))
      expect(await connection.send(writer.write('POST', path, object), 1_000), 201);
  });
}

const bothOf = (name: string) =>
  [
    [collections.custom, customInstance(name)],
    [collections.builtIn, ofSameSize(customInstance(name))],
  ] as const;

type Operation = (connection: Connection, sequence: number) => Promise<number>;

interface Load {
  name: string;
  connections: number;
  max?: number;
  /** Of the custom resource and of the ConfigMaps. */
  operations: readonly [Operation, Operation];
}

function loads({ endpoint }: Product): Load[] {
  const writer = new RequestWriter(endpoint);
  const { custom, builtIn } = collections;
  const each = (operation: (path: string, isCustom: boolean) => Operation): [Operation, Operation] => [
    operation(custom, true),
    operation(builtIn, false),
  ];
  const send = (connection: Connection, request: Buffer | string) =>
    connection.send(request).then(({ status }) => status);
  const nameOf = (sequence: number): string => `load-${sequence % objects}`;
  const salt = Date.now() % 1_000_000;
  let made = 0;
  const bodyOf = (name: string, isCustom: boolean, value = ''): object =>
    isCustom ? customInstance(name, value) : ofSameSize(customInstance(name, value));
  const applied = (path: string, isCustom: boolean, sequence: number): Buffer =>
    writer.write(
      'PATCH',
      `${path}/${nameOf(sequence)}?fieldManager=bench&force=true`,
      bodyOf(nameOf(sequence), isCustom, String(salt + sequence)),
      'application/apply-patch+yaml',
    );
  return [
    {
      name: 'get',
      connections: 16,
      operations: each((path) => (connection, i) => send(connection, writer.read(`${path}/${nameOf(i)}`))),
    },
    {
      name: `list of ${objects}`,
      connections: 1,
      operations: each((path) => (connection) => send(connection, writer.read(path))),
    },
    {
      name: 'create',
      connections: 16,
      max: 1_000,
      operations: each((path, isCustom) => (connection) => {
        const name = `made-${salt}-${++made}`;
        return send(connection, writer.write('POST', path, bodyOf(name, isCustom)));
      }),
    },
    {
      name: 'merge patch',
      connections: 16,
      max: 1_000,
      operations: each((path) => (connection, i) => {
        const patch = { metadata: { annotations: { touched: String(salt + i) } } };
        return send(
          connection,
          writer.write('PATCH', `${path}/${nameOf(i)}`, patch, 'application/merge-patch+json'),
        );
      }),
    },
    {
      name: 'apply',
      connections: 16,
      max: 1_000,
      operations: each((path, isCustom) => (connection, i) => send(connection, applied(path, isCustom, i))),
    },
  ];
}

/** Rounds of both by turns; the first of each is not counted. */
async function inTurn(subject: Product, settings: Settings, load: Load): Promise<Row> {
  const sides: Measurement[][] = [[], []];
  for (let round = 0; round <= settings.rounds; round++) {
    for (const [index, operation] of load.operations.entries()) {
      const opened = Array.from({ length: load.connections }, () => Connection.open(subject.endpoint));
      const connections = await Promise.all(opened);
      const duration = round === 0 ? settings.warmup : settings.duration / settings.rounds;
      const measured = await measureLoop(subject, {
        connections,
        operation,
        duration,
        least: 3,
        from: round * 1_000_000,
        max: load.max ?? unlimited,
      });
      for (const connection of connections) connection.close();
      if (round > 0) sides[index]!.push(measured);
    }
  }
  const [custom, builtIn] = sides.map(medianOf);
  return { workload: `custom: ${load.name}`, subject: custom!, plain: builtIn };
}

async function restart(subject: Product): Promise<Row> {
  await subject.stop();
  const took = await subject.start();
  const measured = {
    ...unmeasured,
    operations: 1,
    p50: took,
    cpu: subject.meter.cpu(),
    memory: subject.meter.memory(),
  };
  return { workload: `start with ${definitions} definitions`, subject: measured };
}
