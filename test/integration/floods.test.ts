import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { ExtensionServer } from '../support/extension-server/extension-server.ts';
import { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

/** Whose requests are sent, by impersonation; undefined: anonymous. */
type Who = { user: string; groups: string[] } | undefined;

const user = (name: string): Who => ({ user: name, groups: ['system:authenticated'] });
const account = (namespace: string, name: string): Who => ({
  user: `system:serviceaccount:${namespace}:${name}`,
  groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
});
const node: Who = { user: 'system:node:n1', groups: ['system:nodes', 'system:authenticated'] };

const namespace = '/api/v1/namespaces/default';
const lease = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/none';
const held = '/apis/metrics.k8s.io/v1beta1/nodes';

/** A request of a caller whose level is another one, or none, and what it is answered: at once. */
const bystanders: Record<string, { who: Who; path: string; status: number }> = {
  'an admin': { who: { user: 'root', groups: ['system:masters'] }, path: namespace, status: 200 },
  'a prober': { who: undefined, path: '/livez', status: 200 },
  'a node': { who: node, path: namespace, status: 200 },
  'a node that renews its Lease': { who: node, path: lease, status: 404 },
  'the controller manager': { who: user('system:kube-controller-manager'), path: namespace, status: 200 },
  'the scheduler, which keeps the lead': { who: user('system:kube-scheduler'), path: lease, status: 404 },
  'an account of the system': { who: account('kube-system', 'dns'), path: namespace, status: 200 },
  'an account of a namespace': { who: account('shop', 'web'), path: namespace, status: 200 },
  'a user': { who: user('jane'), path: namespace, status: 200 },
  'a client without a name': { who: undefined, path: '/version', status: 200 },
};

/** 60 seats are divided by the shares of the levels, and rounded up: 20 and 100 of 245. */
const seats = { 'global-default': 5, 'workload-low': 25 };
/** A hand of six queues, each of 50 requests. */
const places = 300;
const tooMany = 20;

const floods: {
  by: string;
  who: Who;
  level: keyof typeof seats;
  schema: string;
  neighbour: Who;
  /** In the same level: they wait for a seat. */
  waiting: string[];
  /** In the same flow: its queues are full. */
  refused: string[];
}[] = [
  {
    by: 'one user',
    who: user('mallory'),
    level: 'global-default',
    schema: 'global-default',
    neighbour: user('jane'),
    waiting: ['a user', 'a client without a name'],
    refused: [],
  },
  {
    by: "one namespace's controller",
    who: account('shop', 'controller'),
    level: 'workload-low',
    schema: 'service-accounts',
    neighbour: account('office', 'controller'),
    waiting: ['an account of a namespace'],
    refused: [],
  },
  {
    by: 'anonymous clients',
    who: undefined,
    level: 'global-default',
    schema: 'global-default',
    neighbour: user('jane'),
    waiting: ['a user'],
    refused: ['a client without a name'],
  },
];

let server: TestServer;
let extension: ExtensionServer;
let anonymous: ApiClient;
/** Requests that hold a seat, by the last part of their paths. */
const working: { name: string; response: ServerResponse }[] = [];

beforeAll(async () => {
  server = await TestServer.start({
    flags: [
      ...['--max-requests-inflight=40', '--max-mutating-requests-inflight=20'],
      // Who waits may do so for a quarter of it.
      ...['--authorization-mode=RBAC', '--request-timeout=10m'],
    ],
  });
  anonymous = server.connect({});
  const groups = ['system:authenticated', 'system:unauthenticated'];
  await server.client.post('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
    metadata: { name: 'everything' },
    subjects: groups.map((name) => ({ kind: 'Group', name, apiGroup: 'rbac.authorization.k8s.io' })),
    roleRef: { kind: 'ClusterRole', name: 'cluster-admin', apiGroup: 'rbac.authorization.k8s.io' },
  });
  extension = await ExtensionServer.start();
  extension.intercept = (request, response) => {
    const name = request.url?.startsWith(`${held}/`) ? request.url.slice(held.length + 1) : undefined;
    if (name === undefined) response.end('{}');
    else working.push({ name, response });
  };
  await server.client.post('/api/v1/namespaces/kube-system/services', {
    metadata: { name: 'metrics' },
    spec: { type: 'ExternalName', externalName: 'localhost', ports: [{ port: extension.port }] },
  });
  await extension.announce(server.client, 'v1beta1', 'metrics.k8s.io');
  await until(async () => (await anonymous.get(namespace)).status === 200);
});
afterAll(async () => {
  anonymous?.close();
  await server?.remove();
  await extension?.[Symbol.asyncDispose]();
});

const send = (who: Who, path: string) =>
  who === undefined
    ? anonymous.get(path)
    : server.client.get(path, {
        headers: { 'impersonate-user': who.user, 'impersonate-group': who.groups },
      });

/** Answers so many of those that hold a seat, the longest first. */
function release(count: number): void {
  for (const { response } of working.splice(0, count)) response.end('{}');
}

let draining: NodeJS.Timeout | undefined;
/** Answers all, and those that come after them. */
function drain(): void {
  draining ??= setInterval(() => release(working.length), 5);
}
afterEach(async () => {
  drain();
  await until(async () =>
    (await server.client.get('/debug/api_priority_and_fairness/dump_priority_levels')).text
      .split('\n')
      .filter((line) => /^(global-default|workload-low),/.test(line))
      .every((line) => /, +0, +0, /.test(`${line} `)),
  );
  clearInterval(draining);
  draining = undefined;
});

describe.each(floods)('a flood by $by', ({ who, level, schema, neighbour, waiting, refused }) => {
  it('takes the seats of one level and the queues of one flow; the rest of it is refused, and nobody else', async () => {
    const answers: number[] = [];
    const all = Array.from({ length: seats[level] + places + tooMany }, async () => {
      const { status, text, headers } = await send(who, `${held}/flood`);
      answers.push(status);
      if (status !== 429) return;
      expect([text, headers['retry-after']]).toEqual(['Too many requests, please try again later.\n', '1']);
    });
    await until(() => working.length === seats[level] && answers.length === tooMany);
    expect(new Set(answers)).toEqual(new Set([429]));

    const late: string[] = [];
    const served = Object.entries(bystanders).map(async ([name, { who: other, path, status }]) => {
      const answer = await send(other, path);
      expect([name, answer.status]).toEqual([name, refused.includes(name) ? 429 : status]);
      if (working.length < seats[level]) late.push(name);
      return name;
    });
    // Those of other levels do not wait for anything.
    const others = Object.keys(bystanders).filter((name) => !waiting.includes(name));
    const isServed = (name: string) => served[Object.keys(bystanders).indexOf(name)];
    expect(await Promise.all(others.map(isServed))).toEqual(others);
    expect([working.length, late]).toEqual([seats[level], []]);

    // Those of the same level wait with the flood, each in a queue of its own.
    const own = send(neighbour, `${held}/neighbour`);
    const waits = async (count: number) =>
      (await server.client.get('/debug/api_priority_and_fairness/dump_requests')).text
        .split('\n')
        .filter((line) => line.startsWith(`${level},`)).length === count;
    await until(() => waits(places + waiting.length + 1));
    const { text } = await server.client.get('/metrics');
    const series = `priority_level="${level}",flow_schema="${schema}",reason="queue-full"`;
    expect(text).toContain(`apiserver_flowcontrol_rejected_requests_total{${series}}`);
    // Their turn comes long before that of all who have waited for longer: a queue that was empty is behind only by the
    // time for which the flood has held its seats.
    const isThere = () => working.some(({ name }) => name === 'neighbour');
    for (let released = 0; released < 60 && !isThere(); released++) {
      release(1);
      await until(() => working.length === seats[level]);
    }
    expect(isThere()).toBe(true);

    // In the end all that had a place are served.
    drain();
    await Promise.all([...all, ...served]);
    expect((await own).status).toBe(200);
    expect(answers.filter((status) => status === 429)).toHaveLength(tooMany);
    expect(answers.filter((status) => status === 200)).toHaveLength(seats[level] + places);
  });
});
