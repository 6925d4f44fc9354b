import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestWebhooks } from '../support/admission-webhooks.ts';
import { TestServer } from '../support/server.ts';
import { TraceCollector } from '../support/trace-collector.ts';
import { until } from '../support/until.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const callerTrace = '0af7651916cd43dd8448eb211c80319c';
/** The span of a write to the store, of which the environment says which one it is. */
const createInStore = `Create ${process.env['STORE'] === 'etcd' ? 'etcd3' : 'embedded'}`;
const callerSpan = 'b7ad6b7169203331';

let directory: string;
let collector: TraceCollector;
let webhooks: TestWebhooks;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'tracing-'));
  collector = await TraceCollector.start();
  webhooks = await TestWebhooks.start();
});
afterAll(async () => {
  await collector?.close();
  await webhooks?.close();
  rmSync(directory, { recursive: true });
});

function configuration(name: string, fields: object, group = 'apiserver.config.k8s.io'): string {
  const path = join(directory, name);
  const content = { apiVersion: `${group}/v1alpha1`, kind: 'TracingConfiguration', ...fields };
  writeFileSync(path, JSON.stringify(content));
  return `--tracing-config-file=${path}`;
}

describe('a server that traces every request', () => {
  let server: TestServer;
  beforeAll(async () => {
    const all = { endpoint: collector.endpoint, samplingRatePerMillion: 1_000_000 };
    server = await TestServer.start({ flags: [configuration('all', all)] });
    const kinds = ['Mutating', 'Validating'] as const;
    for (const kind of kinds) {
      const created = await server.client.post(
        `/apis/admissionregistration.k8s.io/v1/${kind.toLowerCase()}webhookconfigurations`,
        {
          metadata: { name: 'traced' },
          webhooks: [
            {
              name: `${kind.toLowerCase()}.example.com`,
              clientConfig: webhooks.clientConfig(`/${kind}`),
              rules: [
                { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] },
              ],
              sideEffects: 'None',
              admissionReviewVersions: ['v1'],
            },
          ],
        },
      );
      expect(created.status).toBe(201);
    }
  });
  afterAll(() => server?.remove());

  it('sends spans of the request, admission, webhooks, the store and the answer, one within the other', async () => {
    const created = await server.client.post(
      configMaps,
      { metadata: { name: 'a' } },
      { headers: { traceparent: `00-${callerTrace}-${callerSpan}-01`, baggage: 'shop=7' } },
    );
    expect(created.status).toBe(201);
    const names = [
      ...['KubernetesAPI', 'Create', 'admission admit', 'Call mutating webhook', 'admission validate'],
      ...['Call validating webhook', createInStore, 'SerializeObject'],
    ];
    const isIt = ({ name, attributes }: { name: string; attributes: Record<string, unknown> }) =>
      name === 'KubernetesAPI' && attributes['verb'] === 'create' && attributes['resource'] === 'configmaps';
    const spans = await collector.trace(isIt, names);
    const named = (name: string) => spans.find((span) => span.name === name)!;
    const parentOf = (name: string) => spans.find(({ id }) => id === named(name).parent)?.name;
    expect(Object.fromEntries(names.map((name) => [name, parentOf(name)]))).toEqual({
      KubernetesAPI: undefined,
      Create: 'KubernetesAPI',
      'admission admit': 'Create',
      'Call mutating webhook': 'admission admit',
      'admission validate': 'Create',
      'Call validating webhook': 'admission validate',
      [createInStore]: 'Create',
      SerializeObject: 'KubernetesAPI',
    });
    expect(named('KubernetesAPI')).toMatchObject({
      kind: 2,
      service: 'apiserver',
      parent: '',
      links: [{ trace: callerTrace, id: callerSpan }],
      attributes: { 'http.response.status_code': 201, namespace: 'default' },
    });
    // Anybody may call: a trace of a caller is linked to, not joined.
    expect(named('KubernetesAPI').trace).not.toBe(callerTrace);
    expect(named(createInStore)).toMatchObject({
      kind: 3,
      attributes: { 'db.query.text': '/registry/configmaps/default/a' },
    });
    for (const [path, name] of [
      ['/Mutating', 'Call mutating webhook'],
      ['/Validating', 'Call validating webhook'],
    ] as const) {
      const call = webhooks.server.calls.find((one) => one.path.split('?')[0] === path)!;
      expect(call.headers).toMatchObject({
        traceparent: `00-${named(name).trace}-${named(name).id}-01`,
        baggage: 'shop=7',
      });
    }
  });

  it('a request that fails on the way has its error, and a caller without a trace has no link', async () => {
    webhooks.at('/Validating', () => ({ raw: { status: 500 } as never }));
    expect((await server.client.post(configMaps, { metadata: { name: 'b' } })).status).toBe(500);
    const failed = await collector.trace(
      ({ name, error }) => name === 'Call validating webhook' && error !== undefined,
      ['KubernetesAPI'],
    );
    const root = failed.find(({ name }) => name === 'KubernetesAPI')!;
    expect(root).toMatchObject({ error: 'answered 500', links: [] });
  });
});

it('from 1.33 on the trace of an administrator goes on, and that of another user is linked to', async () => {
  const none = configuration('trusted', { endpoint: collector.endpoint });
  const server = await TestServer.start({ flags: ['--emulated-version=1.36', none] });
  const headers = { traceparent: `00-${callerTrace}-${callerSpan}-01` };
  const path = '/api/v1/namespaces/default/configmaps/none';
  await server.connect({ token: 'user-token' }).get(path, { headers });
  await server.client.get(path, { headers });
  await server.stop();
  await server.remove();
  const joined = collector.spans.filter(
    ({ trace, name }) => trace === callerTrace && name === 'KubernetesAPI',
  );
  expect(joined.map(({ parent, attributes }) => [parent, attributes['name']])).toEqual([
    [callerSpan, 'none'],
  ]);
});

it('a server that traces none of its requests sends nothing, and passes nothing on', async () => {
  const server = await TestServer.start({
    flags: [configuration('none', { endpoint: collector.endpoint })],
  });
  const before = collector.spans.length;
  await server.client.get('/api/v1/pods');
  // A clean stop sends what is left.
  expect(await server.stop()).toBe(0);
  await server.remove();
  expect(collector.spans.length).toBe(before);
});

it('in the other dialect the group and the span have its words; a collector that is away keeps nothing from stopping', async () => {
  const away = configuration(
    'away',
    { samplingRatePerMillion: 1_000_000, endpoint: '127.0.0.1:1' },
    'apiserver.config.orch.io',
  );
  const server = await TestServer.start({ dialect: 'orch', flags: [away] });
  expect((await server.client.get('/api/v1/pods')).status).toBe(200);
  // An operator who looks for spans in vain finds out why.
  await until(() => server.output.includes('the collector of spans at 127.0.0.1:1 takes none: '));
  expect(await server.stop()).toBe(0);
  await server.remove();
});
