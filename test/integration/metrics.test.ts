import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { OpenWatch } from '../support/api-client.ts';
import { expressionsAboutServers, metricsIn, selectorsIn } from '../support/deploy/expressions.ts';
import { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { type MetricRow, metricTable, notIn } from './metrics-table.ts';

interface Shown {
  type: string;
  labels: string[];
  bounds: number[];
}

/** What a page of metrics shows of one of them, taken from its first series. */
function shownAs(text: string, name: string): Shown | undefined {
  const type = new RegExp(`^# TYPE ${name} (\\w+)$`, 'm').exec(text)?.[1];
  if (type === undefined) return undefined;
  const lines = text.split('\n').filter((line) => new RegExp(`^${name}(_bucket)?[{ ]`).test(line));
  const labelsOf = (line: string): [string, string][] =>
    [...line.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, value]) => [label!, value!]);
  const series = lines.map((line) => Object.fromEntries(labelsOf(line)));
  const first = series[0];
  if (first === undefined) return { type, labels: ['no series'], bounds: [] };
  const { le: _, ...labels } = first;
  const same = series.filter((one) => Object.entries(labels).every(([key, value]) => one[key] === value));
  const bounds = same.map(({ le }) => Number(le)).filter((bound) => Number.isFinite(bound));
  return { type, labels: Object.keys(labels).sort(), bounds };
}

const expected = ({ type, labels, bounds = [] }: MetricRow): Shown => ({
  type,
  labels: [...labels],
  bounds: bounds.map((bound) => expect.closeTo(bound, 9) as number),
});

/** By the certificate of its own kubeconfig. */
function certifiedAgent({ kubeconfig }: TestServer): Agent {
  const { clusters, users } = parse(readFileSync(kubeconfig, 'utf8'));
  const bytes = (of: Record<string, string>, key: string): Buffer =>
    of[`${key}-data`] === undefined ? readFileSync(of[key]!) : Buffer.from(of[`${key}-data`]!, 'base64');
  const user = users[0].user;
  return new Agent({
    ca: bytes(clusters[0].cluster, 'certificate-authority'),
    cert: bytes(user, 'client-certificate'),
    key: bytes(user, 'client-key'),
  });
}

/** Sends half a body, and waits until its time is over. */
function outOfTime({ port }: TestServer, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const half = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: `${path}?timeout=50ms`,
      rejectUnauthorized: false,
      headers: {
        authorization: 'Bearer admin-token',
        'content-type': 'application/json',
        'content-length': 100,
      },
    });
    half.once('response', (response) => {
      resolve(response.statusCode);
      response.destroy();
    });
    half.once('error', reject);
    half.write('{');
  });
}

/** Reads, writes, watches, and does what is refused: then every metric has a series. */
async function useAll(server: TestServer): Promise<void> {
  const { client } = server;
  const configMaps = '/api/v1/namespaces/default/configmaps';
  await client.get('/api/v1/pods');
  await client.post(configMaps, { metadata: { name: 'a' } });
  expect(await outOfTime(server, configMaps)).toBe(504);
  const wrong = server.connect({ token: 'wrong' });
  expect((await wrong.get('/api/v1/pods')).status).toBe(401);
  wrong.close();
  // Of a level with limits.
  const reader = server.connect({ token: 'reader-token' });
  expect((await reader.get('/api/v1/pods')).status).toBe(403);
  reader.close();
  const agent = certifiedAgent(server);
  const certified = server.connect({ agent });
  expect((await certified.get('/api/v1/nodes')).status).toBe(200);
  certified.close();
  const plain = connect({ port: server.port, host: '127.0.0.1' }, () => plain.end('GET / HTTP/1.0\r\n\r\n'));
  plain.on('error', () => {});
  plain.resume();
}

describe.each(Object.keys(metricTable))('release %s', (release) => {
  let server: TestServer;
  let text: string;
  let watch: OpenWatch;

  beforeAll(async () => {
    server = await TestServer.start({ flags: [`--emulated-version=${release}`] });
    await useAll(server);
    watch = await server.client.watch('/api/v1/namespaces/default/configmaps?watch=true&resourceVersion=0');
    const known = (await watch.until(1)).length;
    await server.client.post('/api/v1/namespaces/default/configmaps', { metadata: { name: 'b' } });
    await watch.until(known + 1);
    await until(async () => {
      text = (await server.client.get('/metrics')).text;
      return /^apiserver_tls_handshake_errors_total [1-9]/m.test(text);
    });
  });

  afterAll(async () => {
    watch?.close();
    await server?.remove();
  });

  it.each(metricTable[release]!.map((row) => [row.name, row] as const))('%s', (name, row) => {
    expect(shownAs(text, name)).toEqual(expected(row));
  });

  it('has every metric, with the labels, that dashboards and alerts of deploy/ read', () => {
    // What Prometheus adds.
    const added = ['job', 'instance'];
    const family = (name: string): string => name.replace(/_(bucket|count|sum)$/, '');
    const shown = (name: string): Shown | undefined => shownAs(text, name) ?? shownAs(text, family(name));
    const expressions = expressionsAboutServers();
    const names = new Set(expressions.flatMap(metricsIn).filter((name) => name !== 'up'));
    expect(names.size).toBeGreaterThan(20);
    // An expression may name what a release has, or what another one has in its place.
    for (const name of notIn[release]!) names.delete(name);
    expect([...names].filter((name) => shown(name) === undefined)).toEqual([]);
    for (const [name, labels] of expressions.flatMap(selectorsIn)) {
      const known = shown(name)?.labels ?? ['no series'];
      if (known.includes('no series')) continue;
      const all = [...known, ...added, ...(name.endsWith('_bucket') ? ['le'] : [])];
      expect(all, name).toEqual(expect.arrayContaining(labels));
    }
  });

  it.each(notIn[release]!)('%s is of other releases', (name) => {
    expect(shownAs(text, name)).toBeUndefined();
  });

  it('says of itself what /version says', async () => {
    const { gitVersion, platform } = (await server.client.get('/version')).body;
    const [line] = /^kubernetes_build_info\{.*$/m.exec(text)!;
    expect(line).toContain(`git_version="${gitVersion}"`);
    expect(line).toContain(`platform="${platform}"`);
  });

  it('counts each request where it belongs', () => {
    expect(text).toMatch(/^authentication_attempts\{result="error"\} 1$/m);
    expect(text).toMatch(/^apiserver_client_certificate_expiration_seconds_count [1-9]/m);
    expect(text).toMatch(/^apiserver_request_terminations_total\{verb="POST",.*code="504"\} 1$/m);
    // What is created is one object, although its path does not name it.
    expect(text).toMatch(
      /^apiserver_request_total\{verb="POST",group="",version="v1",resource="configmaps",subresource="",scope="resource",component="apiserver",dry_run="",code="201"\} 2$/m,
    );
    expect(text).toMatch(/^apiserver_watch_events_total\{group="",version="v1",kind="ConfigMap"\} [1-9]/m);
  });
});

describe('release 1.26', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start({ flags: ['--emulated-version=1.26'] });
  });
  afterAll(() => server?.remove());

  it('has the results of health checks in a page of their own', async () => {
    await server.client.get('/readyz');
    const { text } = await server.client.get('/metrics/slis');
    expect(text).toMatch(/^kubernetes_healthcheck\{name="etcd",type="readyz"\} 1$/m);
    expect(text).toMatch(
      /^kubernetes_healthchecks_total\{name="etcd",type="readyz",status="success"\} [1-9]/m,
    );
  });

  it('has service levels under their later name', async () => {
    const { text } = await server.client.get('/metrics');
    expect(text).toContain('apiserver_request_sli_duration_seconds_bucket');
  });
});

it('a configuration that is applied counts as such', async () => {
  const server = await TestServer.start();
  try {
    const path = '/api/v1/namespaces/default/configmaps/applied?fieldManager=m';
    const applied = await server.client.send('PATCH', path, {
      body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'applied' } }),
      headers: { 'content-type': 'application/apply-patch+yaml' },
    });
    expect(applied.status).toBe(201);
    expect((await server.client.get('/metrics')).text).toMatch(/^apiserver_request_total\{verb="APPLY",/m);
  } finally {
    await server.remove();
  }
});

const deprecated = 'etcd_object_counts';

/** What a server that serves a release shows of a metric that was deprecated in 1.22, and says of it in its log. */
async function lifeIn(release: string, ...flags: string[]) {
  const server = await TestServer.start({ flags: [`--emulated-version=${release}`, ...flags] });
  try {
    const { text } = await server.client.get('/metrics');
    return {
      help: new RegExp(`^# HELP ${deprecated} (.*)$`, 'm').exec(text)?.[1],
      hasValues: text.includes(`\n${deprecated}{`),
      isLogged: /"level":40.*deprecated metrics are served:.*etcd_object_counts/.test(server.output),
    };
  } finally {
    await server.remove();
  }
}

describe('the life of a deprecated metric', () => {
  const noted = expect.stringMatching(/^\[ALPHA\] \(Deprecated since 1\.22\.0\) /);
  it('deprecated, it is served with a note, and the log warns', async () => {
    expect(await lifeIn('1.24')).toEqual({ help: noted, hasValues: true, isLogged: true });
  });

  it('three releases later it is hidden, unless the operator asks for it', async () => {
    expect(await lifeIn('1.25')).toEqual({ help: undefined, hasValues: false, isLogged: false });
    const shown = await lifeIn('1.25', '--show-hidden-metrics-for-version=1.24');
    expect(shown).toEqual({ help: noted, hasValues: true, isLogged: true });
  });

  it('a release later it is gone, whatever the operator asks for', async () => {
    const gone = { help: undefined, hasValues: false, isLogged: false };
    expect(await lifeIn('1.26', '--show-hidden-metrics-for-version=1.25')).toEqual(gone);
  });
});
