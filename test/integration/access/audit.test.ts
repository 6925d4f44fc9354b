import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuditEvent, auditEvents, auditPolicy } from '../../support/audit.ts';
import { Kubectl, kubectlMissing, kubectlPath } from '../../support/kubectl.ts';
import { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

const core = (...resources: string[]) => [{ group: '', resources }];
const policy = {
  omitManagedFields: true,
  rules: [
    { level: 'None', nonResourceURLs: ['/healthz*', '/readyz*', '/api*', '/openapi*', '/version'] },
    { level: 'None', userGroups: ['testers'], verbs: ['get'], namespaces: ['quiet'] },
    { level: 'Metadata', resources: core('secrets') },
    { level: 'Request', resources: core('pods'), omitStages: ['RequestReceived'] },
    { level: 'RequestResponse', resources: core('configmaps', '*/status') },
    { level: 'Metadata' },
  ],
};

let directory: string;
let log: string;
let server: TestServer;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'audit-'));
  log = join(directory, 'logs', 'audit.log');
  server = await TestServer.start({
    flags: [
      `--audit-policy-file=${auditPolicy(directory, policy)}`,
      `--audit-log-path=${log}`,
      '--authorization-mode=RBAC',
    ],
  });
});
afterAll(async () => {
  await server?.remove();
  rmSync(directory, { recursive: true, force: true });
});

/** The events of one request, which are there when its answer is, if that is small. */
const eventsOf = (id: string | undefined): AuditEvent[] =>
  auditEvents(log).filter(({ auditID }) => auditID === id);

async function ask(method: string, path: string, body?: unknown, headers = {}, token?: string) {
  const client = token === undefined ? server.client : server.connect({ token });
  const answer = await client.send(method, path, { body, headers });
  return { ...answer, events: eventsOf(answer.headers['audit-id'] as string) };
}
const configMaps = '/api/v1/namespaces/default/configmaps';
const configMap = (name: string) => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name },
  data: { a: 'b' },
});

describe('levels', () => {
  it('None: there is no event', async () => {
    const { status, events } = await ask('GET', '/version');
    expect([status, events]).toEqual([200, []]);
    expect((await ask('GET', '/api/v1/namespaces/quiet/pods/x', undefined, {}, 'user-token')).events).toEqual(
      [],
    );
  });

  it('Metadata: who, what and what became of it', async () => {
    const secret = { metadata: { name: 's' }, stringData: { a: 'hidden' } };
    const path = '/api/v1/namespaces/default/secrets';
    const { events } = await ask('POST', `${path}?fieldManager=me`, secret, { 'user-agent': 'test/1' });
    expect(events.map(({ stage }) => stage)).toEqual(['RequestReceived', 'ResponseComplete']);
    const [, { requestReceivedTimestamp, stageTimestamp, ...last }] = events as [AuditEvent, AuditEvent];
    expect(last).toEqual({
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level: 'Metadata',
      auditID: last.auditID,
      stage: 'ResponseComplete',
      requestURI: `${path}?fieldManager=me`,
      verb: 'create',
      user: { username: 'admin', uid: '1', groups: ['system:masters', 'system:authenticated'] },
      sourceIPs: ['127.0.0.1'],
      userAgent: 'test/1',
      objectRef: { resource: 'secrets', namespace: 'default', name: 's', apiVersion: 'v1' },
      responseStatus: { metadata: {}, code: 201 },
      annotations: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': '' },
    });
    const micro = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
    expect(requestReceivedTimestamp).toMatch(micro);
    expect(stageTimestamp > requestReceivedTimestamp).toBe(true);
    expect(events[0]!['stageTimestamp']).toBe(events[0]!['requestReceivedTimestamp']);
    expect(events[0]).not.toHaveProperty('annotations');
  });

  it('Request: what was sent as well; and no stage that the rule leaves out', async () => {
    const path = '/api/v1/namespaces/default/pods';
    const { events } = await ask('PATCH', `${path}/x`, '{ "a":\n 1 }', {
      'content-type': 'application/merge-patch+json',
    });
    expect(events).toMatchObject([{ stage: 'ResponseComplete', level: 'Request', requestObject: { a: 1 } }]);
    const bad = await ask('PATCH', `${path}/x`, '{\n', { 'content-type': 'application/merge-patch+json' });
    expect(bad.events).toMatchObject([{ requestObject: '{\n', responseStatus: { code: 400 } }]);
    const deletion = await ask('DELETE', `${path}/x`, { propagationPolicy: 'Orphan' });
    const options = { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Orphan' };
    expect(deletion.events).toMatchObject([{ requestObject: options, objectRef: { name: 'x' } }]);
    const read = await ask('GET', path);
    expect(read.events[0]).not.toHaveProperty('responseObject');
  });

  it('RequestResponse: what was answered as well, without the fields that nobody reads', async () => {
    const created = await ask('POST', configMaps, { metadata: { generateName: 'g-' } });
    const { name } = created.body.metadata;
    expect(created.events[1]).toMatchObject({
      objectRef: { name },
      requestObject: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { generateName: 'g-' } },
    });
    const { managedFields, ...metadata } = created.body.metadata;
    expect(managedFields).toBeDefined();
    expect(created.events[1]!['responseObject']).toEqual({ ...created.body, metadata });
    const { events, body } = await ask('PUT', `${configMaps}/${name}`, created.body);
    const { uid, resourceVersion } = created.body.metadata;
    expect(events[1]!['objectRef']).toMatchObject({ name, uid, resourceVersion });
    expect(events[1]!['responseObject'].metadata.uid).toBe(body.metadata.uid);
    const list = await ask('GET', `${configMaps}?pretty=1`);
    expect(list.events[1]!['responseObject']).toMatchObject({
      kind: 'ConfigMapList',
      items: expect.any(Array),
    });
    expect(JSON.stringify(list.events)).not.toContain('managedFields');
    const binary = await ask('GET', `${configMaps}/${name}`, undefined, {
      accept: 'application/vnd.kubernetes.protobuf',
    });
    expect(binary.events[1]!['responseObject']).toMatchObject({ metadata: { name } });
    const table = await ask('GET', configMaps, undefined, {
      accept: 'application/json;as=Table;v=v1;g=meta.k8s.io',
    });
    expect(table.events[1]!['responseObject']).toMatchObject({ kind: 'Table' });
    const missing = await ask('GET', `${configMaps}/none`);
    const { body: answered } = missing;
    expect(missing.events[1]).toMatchObject({
      responseStatus: { status: 'Failure', reason: 'NotFound', message: answered.message, code: 404 },
      responseObject: answered,
    });
  });
});

describe('who is asking', () => {
  it('is nobody when credentials are refused, and there is one event that says which', async () => {
    const { status, events } = await ask('GET', '/api/v1/pods', undefined, {}, 'wrong');
    expect(status).toBe(401);
    expect(events).toMatchObject([
      {
        stage: 'ResponseStarted',
        user: {},
        verb: 'list',
        responseStatus: {
          code: 401,
          message: 'Authentication failed, attempted: bearer',
          reason: 'Unauthorized',
        },
      },
    ]);
    expect(events[0]!.user).toEqual({});
  });

  it('is told with the reason why they may, or that they may not', async () => {
    const refused = await ask('GET', '/api/v1/nodes', undefined, {}, 'user-token');
    expect(refused.events[1]).toMatchObject({
      user: { username: 'jane' },
      responseStatus: { reason: 'Forbidden', code: 403 },
      annotations: { 'authorization.k8s.io/decision': 'forbid', 'authorization.k8s.io/reason': '' },
    });
    const review = { spec: { nonResourceAttributes: { verb: 'get', path: '/x' } } };
    const allowed = await ask(
      'POST',
      '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
      review,
      {},
      'user-token',
    );
    expect(allowed.events[1]!['annotations']['authorization.k8s.io/reason']).toMatch(
      /^RBAC: allowed by ClusterRoleBinding "system:basic-user" of ClusterRole "system:basic-user" to Group/,
    );
  });

  it('is told with whom they act as, and when they may not', async () => {
    const { events } = await ask('GET', '/api/v1/nodes', undefined, { 'impersonate-user': 'bob' });
    expect(events[0]).not.toHaveProperty('impersonatedUser');
    expect(events[1]).toMatchObject({
      user: { username: 'admin' },
      impersonatedUser: { username: 'bob', groups: ['system:authenticated'] },
    });
    const refused = await ask('GET', '/api/v1/nodes', undefined, { 'impersonate-user': 'bob' }, 'user-token');
    expect(refused.events[1]).toMatchObject({ user: { username: 'jane' }, responseStatus: { code: 403 } });
  });

  it('an audit event lists the addresses of the proxies that a request came through', async () => {
    const { events } = await ask('GET', '/api/v1/nodes', undefined, { 'x-forwarded-for': '10.1.1.1, x' });
    expect(events[1]!['sourceIPs']).toEqual(['10.1.1.1', '127.0.0.1']);
  });
});

describe('what was asked', () => {
  it('is for a version that is going away', async () => {
    const { events } = await ask('GET', '/apis/policy/v1beta1/poddisruptionbudgets');
    expect(events[1]!['annotations']).toMatchObject({
      'k8s.io/deprecated': 'true',
      'k8s.io/removed-release': '1.25',
    });
  });

  it('goes on for long, and is told of when it begins and ends', async () => {
    const { events } = await ask('GET', '/api/v1/nodes?watch=1&timeoutSeconds=1');
    expect(events.map(({ stage, responseStatus }) => [stage, responseStatus?.code])).toEqual([
      ['RequestReceived', undefined],
      ['ResponseStarted', 200],
      ['ResponseComplete', 200],
    ]);
  });

  it('has the id that the caller gave it', async () => {
    const { headers, events } = await ask('GET', '/api/v1/nodes', undefined, { 'audit-id': 'mine-1' });
    expect([headers['audit-id'], events.length]).toEqual(['mine-1', 2]);
  });
});

describe('hostile texts', () => {
  const nasty = 'a\n{"kind":"Event"}\r\u2028\u2029\u0085\u001b[2J"\\<b>';

  it('stay within their lines', async () => {
    const before = auditEvents(log).length;
    const object = { ...configMap('nasty'), data: { x: nasty, [`k`]: nasty } };
    const annotated = { ...object, metadata: { name: 'nasty', annotations: { [`example.com/x`]: nasty } } };
    const { status, events } = await ask('POST', configMaps, annotated);
    expect(status).toBe(201);
    expect(events[1]!['requestObject'].data.x).toBe(nasty);
    // Control characters are refused in paths before anybody looks at what they are about.
    const name = 'a"<>\u2028\u2029&{';
    const read = await ask(
      'GET',
      `${configMaps}/${encodeURIComponent(name)}?x=%0a${encodeURIComponent(nasty)}`,
    );
    expect(read.events[1]!['objectRef'].name).toBe(name);
    expect(auditEvents(log)).toHaveLength(before + 4);
  });

  it('in a user agent too, which is cut when it is long', async () => {
    const agent = `ü\u00a0${'x'.repeat(2_000)}`;
    const { events } = await ask('GET', '/api/v1/nodes', undefined, {
      'user-agent': Buffer.from(agent).toString('latin1'),
    });
    expect(events[1]!['userAgent']).toBe(`${agent.slice(0, 1024)}...TRUNCATED`);
  });
});

it('of a list of more than 3 MiB the event says that it was left out', async () => {
  const path = '/api/v1/namespaces/kube-public/configmaps';
  for (const name of ['a', 'b', 'c', 'd']) {
    const created = await server.client.post(path, {
      metadata: { name },
      data: { a: 'x'.repeat(1_000_000) },
    });
    expect(created.status).toBe(201);
  }
  const whole = await server.client.get(path);
  const ofWhole = (): AuditEvent[] => eventsOf(whole.headers['audit-id'] as string);
  await until(() => ofWhole().length === 2);
  const events = ofWhole();
  expect(events[1]).not.toHaveProperty('responseObject');
  expect(events[1]!['annotations']).toMatchObject({ 'audit.k8s.io/truncated': 'true' });
  const { headers } = await server.client.get(`${path}?limit=2`);
  // Two megabytes are written after the last byte of the answer has gone.
  const ofPart = (): AuditEvent[] => eventsOf(headers['audit-id'] as string);
  await until(() => ofPart().length === 2);
  expect(ofPart()[1]!['responseObject'].items).toHaveLength(2);
  expect(ofPart()[1]!['annotations']).not.toHaveProperty('audit.k8s.io/truncated');
});

it('a client that is gone before its answer leaves an event all the same', async () => {
  const before = auditEvents(log).length;
  const outgoing = request({
    host: '127.0.0.1',
    port: server.port,
    method: 'POST',
    path: configMaps,
    rejectUnauthorized: false,
    headers: {
      authorization: 'Bearer admin-token',
      'content-length': 100,
      'content-type': 'application/json',
    },
  });
  outgoing.on('error', () => {});
  outgoing.write('{');
  await expect.poll(() => auditEvents(log).length).toBe(before + 1);
  outgoing.destroy();
  await expect.poll(() => auditEvents(log).length).toBe(before + 2);
  expect(auditEvents(log).at(-1)).toMatchObject({ stage: 'ResponseComplete' });
});

it.skipIf(kubectlPath === undefined)(`a session of kubectl, event by event${kubectlMissing}`, async () => {
  const kubectl = new Kubectl(server);
  const isOfSession = ({ userAgent }: AuditEvent): boolean => String(userAgent).startsWith('kubectl');
  const start = auditEvents(log).filter(isOfSession).length;
  await kubectl.ask('create', 'configmap', 'session', '--from-literal=a=b');
  await kubectl.ask('get', 'configmap', 'session', '-o', 'name');
  await kubectl.ask('label', 'configmap', 'session', 'x=y');
  await kubectl.ask('create', 'secret', 'generic', 'quiet', '--from-literal=a=b');
  await kubectl.complaint('get', 'pod', 'none');
  await kubectl.complaint('--as=bob', 'get', 'configmap', 'session');
  await kubectl.ask('delete', 'configmap', 'session', '--wait=false');
  const events = auditEvents(log).filter(isOfSession).slice(start);
  const told = events.map((event) => {
    const has = ['requestObject', 'responseObject'].filter((field) => field in event);
    const { resource, name } = event['objectRef'];
    const code = event['responseStatus']?.code ?? '';
    const who = event['impersonatedUser']?.username ?? event.user.username;
    return [event.level, event.stage, who, event.verb, `${resource}/${name ?? ''}`, code, ...has].join(' ');
  });
  const both = 'requestObject responseObject';
  expect(told).toEqual([
    'RequestResponse RequestReceived kubernetes-admin create configmaps/ ',
    `RequestResponse ResponseComplete kubernetes-admin create configmaps/session 201 ${both}`,
    'RequestResponse RequestReceived kubernetes-admin get configmaps/session ',
    'RequestResponse ResponseComplete kubernetes-admin get configmaps/session 200 responseObject',
    'RequestResponse RequestReceived kubernetes-admin get configmaps/session ',
    'RequestResponse ResponseComplete kubernetes-admin get configmaps/session 200 responseObject',
    'RequestResponse RequestReceived kubernetes-admin patch configmaps/session ',
    `RequestResponse ResponseComplete kubernetes-admin patch configmaps/session 200 ${both}`,
    'Metadata RequestReceived kubernetes-admin create secrets/ ',
    'Metadata ResponseComplete kubernetes-admin create secrets/quiet 201',
    'Request ResponseComplete kubernetes-admin get pods/none 404',
    'RequestResponse RequestReceived kubernetes-admin get configmaps/session ',
    'RequestResponse ResponseComplete bob get configmaps/session 403 responseObject',
    'RequestResponse RequestReceived kubernetes-admin delete configmaps/session ',
    `RequestResponse ResponseComplete kubernetes-admin delete configmaps/session 200 ${both}`,
  ]);
});
