import { fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dialects } from '../../../src/api/meta/dialect.ts';
import { compare, onConnection } from '../compare.ts';
import { Connection, type Endpoint, openSocket, RequestWriter } from '../http-client.ts';
import { expect } from '../load.ts';
import { type Measurement, medianOf, metered, unmeasured } from '../measurement.ts';
import { PlainServer } from '../plain.ts';
import { pod, podStatus } from '../pods.ts';
import type { Product } from '../product.ts';
import type { Settings } from '../settings.ts';
import { percentile } from '../statistics.ts';
import { Watchers } from '../watchers.ts';
import type { Row, Scenario } from './workload.ts';

/** The words of a server of ours that was not told to speak others. */
const { api, prefix } = dialects[0]!;
const group = 'bench.example.com';
const things = `/apis/${group}/v1/things`;
const system = `${prefix}-system`;
const services = `/api/v1/namespaces/${system}/services`;
const apiServices = `/apis/apiregistration.${api}/v1/apiservices`;

const streamBytes = 1_073_741_824;
const watchers = 100;
const events = 100;

/** What passes through to others: a get of 6 KB and a watch of an extension server, 1 GB of a node's agent. */
export const proxiedScenario: Scenario = {
  name: 'proxied',
  run: async (settings, startFresh) => {
    let files = { cert: '', key: '', directory: '' };
    const subject = await startFresh((key) => {
      files = { key, cert: join(dirname(key), 'server.crt'), directory: dirname(key) };
      return ['--allow-local-node-addresses'];
    });
    const backend = await PlainServer.start(files.cert, files.key, files.directory);
    const plain = await PlainServer.start(files.cert, files.key, files.directory);
    try {
      return [
        await gets(settings, { subject, backend, plain }),
        await watches(settings, subject, backend),
        await stream(settings, subject, files),
      ];
    } finally {
      await Promise.all([subject.stop(), backend.stop(), plain.stop()]);
    }
  },
};

/** A pod for an answer. */
const body = JSON.stringify({ ...pod(0), status: podStatus(0) });
const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`;
const answer = { status: 200, head, length: body.length, body };

async function gets(
  settings: Settings,
  { subject, backend, plain }: { subject: Product; backend: PlainServer; plain: PlainServer },
): Promise<Row> {
  await backend.play([{ key: 'GET', answer }]);
  await register(subject, backend);
  const request = new RequestWriter(subject.endpoint).read(`${things}/one`);
  const row = await compare(
    { settings, subject, plain },
    {
      workload: 'get, of an extension server',
      connections: settings.connections.get('') ?? 16,
      operation: async (connection: Connection) => (await connection.send(request)).status,
      record: async (connection) => [{ key: 'GET', answer: await connection.send(request, 1 << 20) }],
    },
  );
  return row;
}

/** Makes the plain server one that extends the measured one. */
async function register({ endpoint }: Product, backend: PlainServer): Promise<void> {
  const writer = new RequestWriter(endpoint);
  const { port } = backend.endpoint;
  const service = { metadata: { name: 'bench' }, spec: { type: 'ExternalName', externalName: 'localhost' } };
  const spec = {
    group,
    version: 'v1',
    groupPriorityMinimum: 100,
    versionPriority: 100,
    insecureSkipTLSVerify: true,
    service: { namespace: system, name: 'bench', port },
  };
  const connection = await Connection.open(endpoint);
  expect(await connection.send(writer.write('POST', services, service), 1_000), 201);
  const made = { metadata: { name: `v1.${group}` }, spec };
  expect(await connection.send(writer.write('POST', apiServices, made), 1_000), 201);
  while ((await connection.send(writer.read(`${things}/one`))).status !== 200) await sleep(50);
  connection.close();
}

/** Events that the extension server sends to each of its watchers, through the measured server. */
async function watches(settings: Settings, subject: Product, backend: PlainServer): Promise<Row> {
  await backend.playWatch([{ key: 'PUT', answer }], `{"type":"MODIFIED","object":${body}}\n`);
  const open = new Watchers();
  const request = new RequestWriter(subject.endpoint).read(`${things}?watch=true`);
  const write = new RequestWriter(backend.endpoint).write('PUT', '/', '{}');
  const rounds: Measurement[] = [];
  const source = await Connection.open(backend.endpoint);
  try {
    await open.open(subject.endpoint, watchers, () => request);
    for (let round = 0; round <= settings.rounds; round++) {
      const cause = async (): Promise<void> => {
        for (let event = 0; event < events; event++) await source.send(write);
      };
      const { result, cpu, clientCpu, memory } = await metered(subject, () => open.receive(events, cause));
      const { delivered, times, seconds } = result;
      if (round === 0) continue;
      rounds.push({
        operations: delivered,
        perSecond: delivered / seconds,
        cpu: cpu / delivered,
        memory,
        p50: percentile(times, 0.5),
        p99: percentile(times, 0.99),
        client: clientCpu / 1_000 / seconds,
        failures: {},
      });
    }
  } finally {
    open.close();
    source.close();
  }
  const measured = medianOf(rounds);
  const notes = [`${(measured.cpu * 1_000).toFixed(1)} µs CPU an event`];
  return { workload: `watch: ${watchers}, of an extension server`, subject: measured, notes };
}

/** 1 GB from the agent of a node to a client. */
async function stream(
  settings: Settings,
  subject: Product,
  { cert, key }: { cert: string; key: string },
): Promise<Row> {
  const agent = fork(join(import.meta.dirname, '../stream-agent.ts'), [cert, key, String(streamBytes)]);
  const [port] = (await once(agent, 'message')) as [number];
  const path = await podAt(subject.endpoint, port);
  const speeds: { seconds: number; cpu: number }[] = [];
  for (let round = 0; round < settings.rounds; round++) {
    const began = performance.now();
    const { cpu } = await metered(subject, () => receive(subject.endpoint, path));
    speeds.push({ seconds: (performance.now() - began) / 1_000, cpu: cpu / 1_000 });
  }
  agent.kill('SIGKILL');
  const best = speeds.reduce((one, other) => (one.cpu < other.cpu ? one : other));
  const megabytes = streamBytes / 1e6;
  const notes = [
    `${(megabytes / best.cpu).toFixed(0)} MB for a second of CPU; ${(megabytes / best.seconds).toFixed(0)} MB/s, with three processes on this machine's cores`,
  ];
  return { workload: 'exec, 1 GB', subject: { ...unmeasured, cpu: best.cpu * 1_000, operations: 1 }, notes };
}

async function podAt(endpoint: Endpoint, port: number): Promise<string> {
  const writer = new RequestWriter(endpoint);
  const status = {
    addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
    daemonEndpoints: { kubeletEndpoint: { Port: port } },
  };
  const pods = '/api/v1/namespaces/default/pods';
  const spec = { nodeName: 'streams', containers: [{ name: 'app', image: 'i' }] };
  await onConnection({ endpoint, meter: undefined }, async (connection) => {
    const node = { metadata: { name: 'streams' } };
    expect(await connection.send(writer.write('POST', '/api/v1/nodes', node), 1_000), 201);
    const patch = writer.write(
      'PATCH',
      '/api/v1/nodes/streams/status',
      { status },
      'application/merge-patch+json',
    );
    expect(await connection.send(patch, 1_000), 200);
    const pod = { metadata: { name: 'streams' }, spec };
    expect(await connection.send(writer.write('POST', pods, pod), 1_000), 201);
  });
  return `${pods}/streams/exec?stdout=true&command=cat`;
}

/** Resolves when all has come. */
async function receive(endpoint: Endpoint, path: string): Promise<void> {
  let received = 0;
  const all = Promise.withResolvers<void>();
  const socket = await openSocket(endpoint, (_, length) => {
    received += length;
    if (received >= streamBytes) all.resolve();
  });
  socket.on('error', all.reject).once('close', () => all.reject(new Error(`closed after ${received} bytes`)));
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      ...[`Host: ${endpoint.host}`, `Authorization: ${endpoint.authorization}`],
      ...['Connection: Upgrade', 'Upgrade: SPDY/3.1', 'X-Stream-Protocol-Version: v4.channel.k8s.io'],
      ...['Content-Length: 0', '', ''],
    ].join('\r\n'),
  );
  await all.promise;
  socket.destroy();
}
