import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const group = '/apis/flowcontrol.apiserver.k8s.io/v1beta2';
const dumps = '/debug/api_priority_and_fairness/dump_';

const everyResource = {
  verbs: ['*'],
  apiGroups: ['*'],
  resources: ['*'],
  namespaces: ['*'],
  clusterScope: true,
};

const schemaOf = (name: string, level: string, user: string) => ({
  metadata: { name },
  spec: {
    priorityLevelConfiguration: { name: level },
    matchingPrecedence: 10,
    distinguisherMethod: { type: 'ByUser' },
    rules: [{ subjects: [{ kind: 'User', user: { name: user } }], resourceRules: [everyResource] }],
  },
});

const levelOf = (name: string, limitResponse: object, assuredConcurrencyShares = 1) => ({
  metadata: { name },
  spec: { type: 'Limited', limited: { assuredConcurrencyShares, limitResponse } },
});

const uidOf = async (server: TestServer, path: string): Promise<string> =>
  (await server.client.get(`${group}/${path}`)).body.metadata.uid;

describe('flow control', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start({ flags: ['--authorization-mode=AlwaysAllow'] });
  });

  afterAll(() => server.remove());

  const jane = () => server.connect({ token: 'user-token' });
  const get = (path = '/api/v1/namespaces') => jane().get(path);

  it.each([
    ['of an admin', 'admin-token', '/api/v1/pods', 'exempt', 'exempt'],
    ['of a user', 'user-token', '/api/v1/pods', 'global-default', 'global-default'],
    ['of a prober', 'user-token', '/readyz', 'probes', 'exempt'],
    ['for a path', 'user-token', '/version', 'global-default', 'global-default'],
  ])(
    'names the FlowSchema and the level in the answer to a request %s',
    async (_, token, path, schema, level) => {
      const { headers } = await server.connect({ token }).get(path);
      expect(headers).toMatchObject({
        'x-kubernetes-pf-flowschema-uid': await uidOf(server, `flowschemas/${schema}`),
        'x-kubernetes-pf-prioritylevel-uid': await uidOf(server, `prioritylevelconfigurations/${level}`),
      });
    },
  );

  it('says in the status of a FlowSchema whether its level exists', async () => {
    await server.client.post(`${group}/flowschemas`, schemaOf('lonely', 'later', 'jane-2'));
    const dangling = async () =>
      (await server.client.get(`${group}/flowschemas/lonely`)).body.status.conditions?.[0];
    const subject = 'This FlowSchema references the PriorityLevelConfiguration object named "later"';
    await until(async () => (await dangling())?.status === 'True');
    expect(await dangling()).toMatchObject({
      reason: 'NotFound',
      message: `${subject} but there is no such object`,
    });
    await server.client.post(`${group}/prioritylevelconfigurations`, levelOf('later', { type: 'Reject' }));
    await until(async () => (await dangling())?.status === 'False');
    expect(await dangling()).toMatchObject({ reason: 'Found', message: `${subject} and it exists` });
    const { body } = await server.client.get(`${group}/flowschemas/exempt`);
    expect(body.metadata.managedFields).toContainEqual(
      expect.objectContaining({
        manager: 'api-priority-and-fairness-config-consumer-v1',
        subresource: 'status',
      }),
    );
  });

  it('follows a FlowSchema and its level at once, and forgets them', async () => {
    await server.client.post(`${group}/prioritylevelconfigurations`, levelOf('own', { type: 'Reject' }));
    await server.client.post(`${group}/flowschemas`, schemaOf('own', 'own', 'jane'));
    const uid = await uidOf(server, 'flowschemas/own');
    expect((await get()).headers['x-kubernetes-pf-flowschema-uid']).toBe(uid);
    const levels = await server.client.get(`${dumps}priority_levels`);
    expect(levels.text).toContain(
      'own,               0,            true,   false,       0,               0,',
    );
    await server.client.delete(`${group}/flowschemas/own`);
    expect((await get()).headers['x-kubernetes-pf-flowschema-uid']).not.toBe(uid);
    await server.client.delete(`${group}/prioritylevelconfigurations/own`);
    expect((await server.client.get(`${dumps}priority_levels`)).text).not.toContain('own,');
  });

  it('flow control counts requests in metrics', async () => {
    await get();
    const { text } = await server.client.get('/metrics');
    const series = '{priority_level="global-default",flow_schema="global-default"';
    for (const name of [
      'dispatched_requests_total',
      'current_executing_requests',
      'request_execution_seconds_count',
    ])
      expect(text).toContain(`apiserver_flowcontrol_${name}${series}`);
    expect(text).toMatch(
      /apiserver_flowcontrol_request_concurrency_limit\{priority_level="workload-low"\} \d+/,
    );
  });

  it('has its state at paths that authorization guards', async () => {
    const queues = (await server.client.get(`${dumps}queues`)).text;
    expect(queues.split('\n')[0]).toMatch(
      /^PriorityLevelName, Index, +PendingRequests, ExecutingRequests, SeatsInUse, /,
    );
    expect(queues.split('\n').filter((line) => line.startsWith('workload-low,'))).toHaveLength(128);
    expect((await server.client.get(`${dumps}requests?includeRequestDetails=1`)).text).toContain('UserName,');
    expect((await server.client.get(`${dumps}nothing`)).status).toBe(404);
  });
});

describe('a level without free seats', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start({
      flags: [
        '--authorization-mode=AlwaysAllow',
        '--max-requests-inflight=10',
        '--max-mutating-requests-inflight=10',
      ],
    });
    const { client } = server;
    for (let count = 0; count < 8; count++)
      await client.post('/api/v1/namespaces/default/configmaps', {
        metadata: { name: `large-${count}` },
        data: { text: 'x'.repeat(900_000) },
      });
    const queuing = { queues: 1, handSize: 1, queueLengthLimit: 3 };
    await client.post(`${group}/prioritylevelconfigurations`, levelOf('narrow', { type: 'Queue', queuing }));
    await client.post(`${group}/flowschemas`, schemaOf('narrow', 'narrow', 'jane'));
  });

  afterAll(() => server.remove());

  it('lets as many requests wait as the queue takes, refuses the rest, and harms no other level', async () => {
    const jane = server.connect({ token: 'user-token' });
    const list = () => jane.get('/api/v1/namespaces/default/configmaps');
    const answers = await Promise.all(Array.from({ length: 12 }, list));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(12);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]!.text).toBe('Too many requests, please try again later.\n');
    expect(refused[0]!.headers).toMatchObject({
      'retry-after': '1',
      'content-type': 'text/plain; charset=utf-8',
    });
    const reader = server.connect({ token: 'reader-token' });
    expect((await reader.get('/api/v1/namespaces/default')).status).toBe(200);
    const { text } = await server.client.get('/metrics');
    const series = 'priority_level="narrow",flow_schema="narrow"';
    expect(text).toContain(
      `apiserver_flowcontrol_rejected_requests_total{${series},reason="queue-full"} ${refused.length}`,
    );
    await until(async () =>
      (await server.client.get('/metrics')).text.includes(
        `apiserver_flowcontrol_current_executing_requests{${series}} 0`,
      ),
    );
  });

  it('has its seat back when a client that waits or works goes away', async () => {
    const leaving = Array.from({ length: 6 }, () => {
      const client = server.connect({ token: 'user-token' });
      const answer = client.get('/api/v1/namespaces/default/configmaps').catch(() => undefined);
      setTimeout(() => client.close(), 5);
      return answer;
    });
    await Promise.all(leaving);
    await until(
      async () => (await server.connect({ token: 'user-token' }).get('/api/v1/namespaces')).status === 200,
    );
    const levels = (await server.client.get(`${dumps}priority_levels`)).text;
    expect(levels.split('\n').find((line) => line.startsWith('narrow,'))).toMatch(
      /, +0, +true, +false, +0, +0, /,
    );
  });

  it('holds no seat for a watch that has sent its initial events', async () => {
    const jane = server.connect({ token: 'user-token' });
    const watches = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const watch = await jane.watch('/api/v1/namespaces?watch=1&allowWatchBookmarks=true');
        return watch;
      }),
    );
    await until(async () => (await jane.get('/api/v1/namespaces')).status === 200);
    for (const watch of watches) watch.close();
  });
});

it('without priority and fairness answers name no level, and two limits hold', async () => {
  const server = await TestServer.start({ flags: ['--enable-priority-and-fairness=false'] });
  try {
    const { headers, status } = await server.client.get('/api/v1/namespaces');
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('x-kubernetes-pf-flowschema-uid');
    expect((await server.client.get(`${dumps}queues`)).status).toBe(404);
  } finally {
    await server.remove();
  }
});
