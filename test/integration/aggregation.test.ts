import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditEvents, auditPolicy } from '../support/audit.ts';
import { ExtensionServer } from '../support/extension-server/extension-server.ts';
import { kubectls } from '../support/kubectls.ts';
import { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const name = 'v1beta1.metrics.k8s.io';
const services = '/apis/apiregistration.k8s.io/v1/apiservices';
const api = '/apis/metrics.k8s.io/v1beta1';

let directory: string;
let server: TestServer;
let extension: ExtensionServer;

/** What the metrics server says of itself. */
const openApi = {
  swagger: '2.0',
  info: { title: 'metrics', version: 'v1' },
  paths: {
    [`${api}/nodes`]: {
      get: {
        operationId: 'listNodes',
        produces: ['application/json'],
        responses: {
          200: { description: 'OK', schema: { $ref: '#/definitions/io.example.NodeMetricsList' } },
        },
        'x-kubernetes-action': 'list',
        'x-kubernetes-group-version-kind': {
          group: 'metrics.k8s.io',
          version: 'v1beta1',
          kind: 'NodeMetrics',
        },
      },
    },
    '/apis/apps/v1/deployments': { get: { operationId: 'notTheirs', responses: {} } },
  },
  definitions: {
    'io.example.NodeMetricsList': {
      properties: { items: { type: 'array', items: { $ref: '#/definitions/io.example.NodeMetrics' } } },
    },
    'io.example.NodeMetrics': {
      description: 'What a node uses.',
      type: 'object',
      properties: { window: { description: 'For how long it was looked at.', type: 'string' } },
      'x-kubernetes-group-version-kind': [
        { group: 'metrics.k8s.io', version: 'v1beta1', kind: 'NodeMetrics' },
      ],
    },
  },
};

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'aggregation-'));
  server = await TestServer.start({
    flags: [
      `--audit-policy-file=${auditPolicy(directory, { rules: [{ level: 'RequestResponse' }] })}`,
      `--audit-log-path=${join(directory, 'audit.log')}`,
    ],
  });
  extension = await ExtensionServer.start();
  extension.metrics.openApi = openApi;
  await extension.register(server);
  const node = await server.client.post('/api/v1/nodes', { metadata: { name: 'near' } });
  const capacity = { cpu: '1', memory: '128Mi' };
  const status = { capacity, allocatable: capacity };
  expect((await server.client.put('/api/v1/nodes/near/status', { ...node.body, status })).status).toBe(200);
  const spec = { containers: [{ name: 'app', image: 'i' }] };
  const pods = '/api/v1/namespaces/default/pods';
  expect((await server.client.post(pods, { metadata: { name: 'web' }, spec })).status).toBe(201);
}, 60_000);

afterEach(() => {
  extension.respond = undefined;
  extension.intercept = undefined;
});

afterAll(async () => {
  await server.stop();
  await extension[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true });
});

const headersOf = ({ rawHeaders }: { rawHeaders: string[] }): [string, string][] => {
  const pairs: [string, string][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) pairs.push([rawHeaders[at]!, rawHeaders[at + 1]!]);
  return pairs;
};

describe('a request for an API of another server', () => {
  it('goes there with the name of the caller, and nothing of how they proved it', async () => {
    const headers = {
      connection: 'close, x-hop',
      te: 'trailers',
      'x-hop': '1',
      'x-remote-user': 'somebody',
      'x-remote-extra-a': 'b',
      'x-forwarded-for': '192.0.2.1',
      'impersonate-user': 'jané',
      'impersonate-group': 'devs',
      'impersonate-extra-example.com%2fscope': 'all things',
      'audit-id': 'one',
    };
    extension.respond = (_, response) => response.end('{}');
    const wanted = ['impersonate-user', Buffer.from('jané').toString('latin1')] as const;
    const send = () =>
      server.client.get(`${api}/nodes?z=1&a=%2f+b`, { headers: { ...headers, [wanted[0]]: wanted[1] } });
    expect((await send()).body.message).toMatch(/^nodes.metrics.k8s.io is forbidden: User "jan/);
    expect(extension.passedOn).toEqual([]);
    await allow('jané');
    expect((await send()).status).toBe(200);
    const { port } = extension;
    expect(extension.last).toMatchObject({
      method: 'GET',
      url: `${api}/nodes?a=%2F+b&z=1`,
      client: 'front-proxy-client',
    });
    expect(headersOf(extension.last)).toEqual([
      ['host', `localhost:${port}`],
      ['connection', 'keep-alive'],
      ['te', 'trailers'],
      ['X-Forwarded-For', '192.0.2.1, 127.0.0.1'],
      ['X-Remote-User', Buffer.from('jané').toString('latin1')],
      ['X-Remote-Group', 'devs'],
      ['X-Remote-Group', 'system:authenticated'],
      ['X-Remote-Extra-example.com%2Fscope', 'all things'],
      ['X-Forwarded-Uri', `${api}/nodes`],
      ['X-Forwarded-Host', `localhost:${port}`],
      ['X-Forwarded-Proto', 'https'],
      ['Audit-Id', 'one'],
    ]);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('takes the body of %s along', async (method) => {
    extension.respond = (request, response) => response.writeHead(200).end(request.method);
    const body = 'x'.repeat(100_000);
    const answer = await server.client.send(method, `${api}/nodes/near`, {
      body,
      headers: { 'content-type': 'text/plain' },
    });
    expect([answer.status, answer.text]).toEqual([200, method]);
    expect(extension.last.body).toBe(body);
  });

  it('is answered as that server answers', async () => {
    extension.respond = (_, response) =>
      response
        .writeHead(418, {
          'content-type': 'application/x-own',
          'x-own': ['1', '2'],
          'access-control-allow-origin': '*',
          connection: 'x-hop',
          'x-hop': '1',
        })
        .end('short and stout');
    const answer = await server.client.get(`${api}/nodes`);
    expect([answer.status, answer.text]).toEqual([418, 'short and stout']);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/x-own', 'x-own': '1, 2' });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(answer.headers).not.toHaveProperty('x-hop');
  });

  it('an answer of an extension server keeps its trailers', async () => {
    extension.respond = (_, response) => {
      response.writeHead(200, { trailer: 'x-sum' });
      response.write('a');
      response.addTrailers({ 'x-sum': '7' });
      response.end();
    };
    const message = await server.client.open('GET', `${api}/nodes`);
    message.resume();
    await once(message, 'end');
    expect(message.trailers).toEqual({ 'x-sum': '7' });
  });

  it('is recorded, without what was sent or answered', async () => {
    extension.respond = (_, response) => response.writeHead(201).end('{"kind":"Answer"}');
    const headers = { 'audit-id': 'recorded', 'content-type': 'application/json' };
    await server.client.post(`${api}/nodes`, { kind: 'Thing' }, { headers });
    const events = () =>
      auditEvents(join(directory, 'audit.log')).filter(({ auditID }) => auditID === 'recorded');
    await until(() => events().some(({ stage }) => stage === 'ResponseComplete'));
    const last = events().at(-1)!;
    expect(last).toMatchObject({
      verb: 'create',
      objectRef: { resource: 'nodes', apiGroup: 'metrics.k8s.io', apiVersion: 'v1beta1' },
      responseStatus: { code: 201 },
    });
    expect(last).not.toHaveProperty('requestObject');
    expect(last).not.toHaveProperty('responseObject');
  });

  it('comes over HTTP/2 too', async () => {
    extension.respond = (request, response) =>
      response.end(`${request.httpVersion} ${request.headers['x-own']}`);
    const session = connectHttp2(`https://127.0.0.1:${server.port}`, { rejectUnauthorized: false });
    const stream = session.request({
      ':method': 'POST',
      ':path': `${api}/nodes`,
      authorization: 'Bearer admin-token',
      'x-own': 'yes',
    });
    stream.end('a body');
    expect(await text(stream)).toBe('1.1 yes');
    expect(extension.last.body).toBe('a body');
    session.close();
  });

  it('is not counted among the requests that this server answered', async () => {
    await server.client.get(`${api}/nodes`);
    expect((await server.client.get('/metrics')).text).not.toContain('group="metrics.k8s.io"');
  });

  it('is answered with 502 when that server sends it elsewhere', async () => {
    for (const code of [301, 302, 303, 307, 308]) {
      extension.respond = (_, response) => response.writeHead(code, { location: 'https://a.example/' }).end();
      const answer = await server.client.get(`${api}/nodes`);
      expect([answer.status, answer.text, answer.headers.location]).toEqual([
        502,
        'the backend attempted to redirect this request, which is not permitted',
        undefined,
      ]);
    }
    extension.respond = (_, response) => response.writeHead(304).end();
    expect((await server.client.get(`${api}/nodes`)).status).toBe(304);
  });

  it('is given up there when its client gives up', async () => {
    let isThere = false;
    let closed = false;
    extension.respond = (request, response) => {
      // The server's own looks at that API are answered as ever.
      if (request.headers['x-forwarded-uri'] === undefined)
        return extension.metrics.answer(request, response);
      isThere = true;
      response.once('close', () => {
        closed = true;
      });
    };
    const agent = server.connect({ token: 'admin-token' });
    const pending = agent.get(`${api}/nodes`).catch(() => {});
    await until(() => isThere);
    agent.close();
    await until(() => closed);
    await pending;
  });

  it('breaks off when that server breaks off', async () => {
    extension.respond = (_, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('half');
      setTimeout(() => response.destroy(), 20);
    };
    await expect(server.client.get(`${api}/nodes`)).rejects.toThrow('aborted');
    expect((await server.client.get('/readyz')).status).toBe(200);
  });
});

async function allow(user: string): Promise<void> {
  const subjects = [{ kind: 'User', name: user, apiGroup: 'rbac.authorization.k8s.io' }];
  const roleRef = { kind: 'ClusterRole', name: 'cluster-admin', apiGroup: 'rbac.authorization.k8s.io' };
  const path = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings';
  const made = await server.client.post(path, { metadata: { name: 'all-for-one' }, subjects, roleRef });
  expect(made.status).toBe(201);
}

describe('a watch of another server', () => {
  it('hears of each event at once, and ends there when it ends here', async () => {
    const message = await server.client.open('GET', `${api}/nodes?watch=true`);
    await until(() => extension.metrics.watches === 1);
    for (const number of [1, 2, 3]) {
      extension.metrics.tell({ type: 'MODIFIED', object: { number } });
      const [chunk] = await once(message, 'data');
      expect(JSON.parse(String(chunk))).toEqual({ type: 'MODIFIED', object: { number } });
    }
    message.destroy();
    await until(() => extension.metrics.watches === 0);
  });

  it('that does not read holds that server up, and takes no memory here', async () => {
    let written = 0;
    extension.respond = (_, response: ServerResponse) => {
      response.writeHead(200);
      const piece = Buffer.alloc(65_536);
      const more = (): void => {
        if (written >= 200_000_000) return;
        written += piece.length;
        if (response.write(piece)) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    };
    const message = await server.client.open('GET', `${api}/nodes?watch=true`);
    let before = -1;
    await until(() => {
      const isStill = before === written;
      before = written;
      return isStill && written > 0;
    });
    expect(written).toBeLessThan(20_000_000);
    message.destroy();
  });
});

describe('an upgrade', () => {
  it('joins the two connections', async () => {
    extension.upgrade = (request: IncomingMessage, socket: Duplex) => {
      expect(headersOf(request)).toContainEqual(['X-Remote-User', 'admin']);
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      socket.pipe(socket);
    };
    const { socket, head } = await upgraded(`${api}/nodes`);
    expect(head).toMatch(/^HTTP\/1.1 101 /);
    socket.write('ping');
    const [echo] = await once(socket, 'data');
    expect(String(echo)).toBe('ping');
    socket.destroy();
  });

  it('that is answered with anything but 101 ends the connection', async () => {
    for (const [code, expected] of [
      [200, '503 Service Unavailable'],
      [302, '503 Service Unavailable'],
      [403, '403 Forbidden'],
    ] as const) {
      extension.upgrade = (_, socket) =>
        socket.end(`HTTP/1.1 ${code} No\r\nLocation: https://a.example\r\nContent-Length: 0\r\n\r\n`);
      const { socket, head } = await upgraded(`${api}/nodes`);
      expect(head).toContain(expected);
      if (code < 400) {
        expect(head).toContain(`invalid upgrade response: status code ${code}`);
        expect(head).not.toContain('a.example');
      }
      await once(socket, 'close');
    }
  });
});

/** The connection after the head of the answer to an upgrade. */
async function upgraded(path: string): Promise<{ socket: Duplex; head: string }> {
  const { connect } = await import('node:tls');
  const socket = connect({ host: '127.0.0.1', port: server.port, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer admin-token\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  );
  const [chunk] = await once(socket, 'data');
  return { socket, head: String(chunk) };
}

describe('discovery', () => {
  it('names the group, its version and its resources', async () => {
    const { body } = await server.client.get('/apis');
    const groups: { name: string }[] = body.groups;
    expect(groups[0]!.name).toBe('apiregistration.k8s.io');
    const version = { groupVersion: 'metrics.k8s.io/v1beta1', version: 'v1beta1' };
    const group = { name: 'metrics.k8s.io', versions: [version], preferredVersion: version };
    expect(groups.at(-1)).toEqual(group);
    expect((await server.client.get('/apis/metrics.k8s.io')).body).toMatchObject({
      kind: 'APIGroup',
      ...group,
    });
    const resources = await server.client.get(api);
    expect(resources.body.resources.map((one: { name: string }) => one.name)).toEqual(['nodes', 'pods']);
  });

  it('has them in its aggregated form, too', async () => {
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
    const find = async (): Promise<any> => {
      const { body } = await server.client.get('/apis', { headers: { accept } });
      return body.items.find(({ metadata }: any) => metadata.name === 'metrics.k8s.io')?.versions[0];
    };
    await until(async () => (await find()).freshness === 'Current');
    expect((await find()).resources[0]).toEqual({
      resource: 'nodes',
      responseKind: { group: 'metrics.k8s.io', version: 'v1beta1', kind: 'NodeMetrics' },
      scope: 'Cluster',
      singularResource: '',
      verbs: ['get', 'list', 'watch'],
    });
  });
});

describe('OpenAPI', () => {
  it('has the paths of the group, and their definitions, in both forms', async () => {
    await until(
      async () => (await server.client.get('/openapi/v2')).body.paths[`${api}/nodes`] !== undefined,
    );
    const { paths, definitions } = (await server.client.get('/openapi/v2')).body;
    expect(paths['/apis/apps/v1/deployments'].get.operationId).toBe('listAppsV1DeploymentForAllNamespaces');
    expect(definitions['io.example.NodeMetrics'].description).toBe('What a node uses.');
    const index = (await server.client.get('/openapi/v3')).body.paths;
    const { serverRelativeURL: url } = index['apis/metrics.k8s.io/v1beta1'];
    const v3 = (await server.client.get(url)).body;
    expect(Object.keys(v3.paths)).toEqual([`${api}/nodes`]);
    expect(v3.components.schemas['io.example.NodeMetricsList'].properties.items.items).toEqual({
      $ref: '#/components/schemas/io.example.NodeMetrics',
    });
  });
});

for (const { title, path } of kubectls()) {
  describe.skipIf(path === undefined)(title, () => {
    const kubectl = async (...words: string[]): Promise<string> =>
      (await run(path!, ['--kubeconfig', server.kubeconfig, ...words])).stdout;

    it('top prints what the metrics server says', async () => {
      expect(await kubectl('top', 'nodes', '--no-headers')).toMatch(/^near\s+250m\s+25%\s+64Mi\s+50%\s*$/);
      expect(await kubectl('top', 'pods', '--no-headers')).toMatch(/^web\s+250m\s+64Mi\s*$/);
    });

    it('get --raw and get print what the server says', async () => {
      const raw = JSON.parse(await kubectl('get', '--raw', `${api}/nodes`));
      expect(raw.kind).toBe('NodeMetricsList');
      expect(await kubectl('get', 'nodes.metrics.k8s.io', '-o', 'name')).toBe(
        'nodemetrics.metrics.k8s.io/near\n'.replace('nodemetrics', 'nodes').replace(/^nodes/, 'nodemetrics'),
      );
      expect(
        await kubectl('explain', 'nodemetrics.window', '--api-version=metrics.k8s.io/v1beta1'),
      ).toContain('For how long it was looked at.');
      expect(await kubectl('api-resources', '--api-group=metrics.k8s.io', '-o', 'name')).toBe(
        'nodes.metrics.k8s.io\npods.metrics.k8s.io\n',
      );
    });
  });
}

describe('what extension servers believe', () => {
  it('is mended at once when somebody changes it', async () => {
    const path = '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication';
    const before = (await server.client.get(path)).body;
    const data = { ...before.data, 'requestheader-allowed-names': '["anybody"]', more: 'x' };
    expect((await server.client.put(path, { ...before, data })).status).toBe(200);
    const now = async () => (await server.client.get(path)).body.data;
    await until(async () => (await now()).more === undefined);
    const { 'requestheader-allowed-names': names, ...rest } = await now();
    // What replicas added stays.
    expect(JSON.parse(names)).toEqual(['anybody', 'front-proxy-client']);
    expect(rest).toEqual(
      Object.fromEntries(
        Object.entries(before.data).filter(([key]) => key !== 'requestheader-allowed-names'),
      ),
    );
    expect((await server.client.delete(path)).status).toBe(200);
    await until(async () => (await server.client.get(path)).status === 200);
    expect(await now()).toEqual(before.data);
  });
});

describe('a server that is down', () => {
  const unavailable = async () => (await server.client.get(`${services}/${name}`)).body.status.conditions[0];
  /** How often the extension server became unavailable as its discovery failed. */
  const failuresOf = (metrics: string) => {
    const labels = `\\{name="${name}",reason="FailedDiscoveryCheck"\\}`;
    return Number(
      new RegExp(`aggregator_unavailable_apiservice_total${labels} (\\d+)`).exec(metrics)?.[1] ?? 0,
    );
  };

  it('is unavailable: its API answers 503, and everything else as before', async () => {
    const failures = failuresOf((await server.client.get('/metrics')).text);
    await extension.stop();
    // Until that is noticed the reason is told.
    const early = await server.client.get(`${api}/nodes`);
    expect(early.text).toMatch(
      /^(error trying to reach service: dial tcp \S+: connect: connection refused|service unavailable)\n$/,
    );
    // A change of the Service makes the server look at once.
    const path = '/api/v1/namespaces/kube-system/services/metrics';
    expect((await server.client.merge(path, { metadata: { labels: { changed: 'yes' } } })).status).toBe(200);
    await extension.available(server.client, name, 'False');
    expect(await unavailable()).toMatchObject({
      type: 'Available',
      status: 'False',
      reason: 'FailedDiscoveryCheck',
      message: expect.stringMatching(
        /^failing or missing response from https:\/\/localhost:\d+\/apis\/metrics.k8s.io\/v1beta1: Get "https:\S+": dial tcp \S+: connect: connection refused$/,
      ),
    });
    const answer = await server.client.get(`${api}/nodes`);
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
      503,
      'service unavailable\n',
      'text/plain; charset=utf-8',
    ]);
    const begun = performance.now();
    for (const path of ['/apis', '/apis/apps/v1', '/openapi/v2', '/api/v1/namespaces'])
      expect((await server.client.get(path)).status).toBe(200);
    expect(performance.now() - begun).toBeLessThan(5_000);
    const metrics = (await server.client.get('/metrics')).text;
    expect(metrics).toContain(`aggregator_unavailable_apiservice{name="${name}"} 1`);
    expect(failuresOf(metrics)).toBe(failures + 1);
    expect(metrics).toMatch(/apiserver_request_terminations_total\{.*component="aggregator",code="503"\} \d/);
  });

  it('is available again once it is back', async () => {
    await extension.listen();
    await extension.available(server.client, name, 'True');
    expect(await unavailable()).toMatchObject({ reason: 'Passed', message: 'all checks passed' });
    expect((await server.client.get(`${api}/nodes`)).status).toBe(200);
  });
});

describe('a server that misbehaves', () => {
  it.each<[string, (request: IncomingMessage, response: ServerResponse) => void, string]>([
    ['closes', (request) => request.socket.destroy(), 'EOF'],
    ['answers nonsense', (request) => request.socket.end('nonsense\r\n\r\n'), 'malformed HTTP response'],
  ])('that %s is told of with 503', async (_, intercept, text) => {
    extension.intercept = intercept;
    const answer = await server.client.get(`${api}/nodes`);
    expect([answer.status, answer.text]).toEqual([503, `error trying to reach service: ${text}\n`]);
  });

  it('that does not answer holds discovery up for 5 s', async () => {
    extension.intercept = () => {};
    const begun = performance.now();
    const answer = await server.client.get(api);
    expect([answer.status, answer.text]).toEqual([
      503,
      'error trying to reach service: context deadline exceeded\n',
    ]);
    expect(performance.now() - begun).toBeLessThan(8_000);
  }, 20_000);

  it('that never shakes hands holds discovery up for 5 s, and its API is unavailable', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const path = `${services}/${name}`;
    const toPort = async (port: number): Promise<void> => {
      expect((await server.client.merge(path, { spec: { service: { port } } })).status).toBe(200);
    };
    try {
      const { port } = (await server.client.get(path)).body.spec.service;
      await toPort((silent.address() as AddressInfo).port);
      const begun = performance.now();
      const answer = await server.client.get(api);
      expect([answer.status, answer.text]).toEqual([
        503,
        'error trying to reach service: context deadline exceeded\n',
      ]);
      expect(performance.now() - begun).toBeLessThan(8_000);
      await extension.available(server.client, name, 'False');
      const [{ message }] = (await server.client.get(path)).body.status.conditions;
      expect(message).toMatch(/timed out waiting for https:\S+$/);
      await toPort(port);
      await extension.available(server.client, name, 'True');
    } finally {
      silent.close();
    }
  }, 60_000);

  it('leaves no connection behind', async () => {
    extension.intercept = (request) => request.socket.destroy();
    await Promise.all(Array.from({ length: 50 }, () => server.client.get(`${api}/nodes`)));
    await until(() => extension.sockets.size === 0, 60);
  }, 70_000);

  it('is not believed with a certificate of somebody else', async () => {
    const path = `${services}/${name}`;
    const { caBundle } = (await server.client.get(path)).body.spec;
    const trust = async (bundle: string): Promise<void> => {
      expect((await server.client.merge(path, { spec: { caBundle: bundle } })).status).toBe(200);
    };
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    // The caches learn of a change a moment after its client.
    const answer = async () => {
      const { status, text } = await server.client.get(`${api}/nodes`);
      return status === 200 ? [status] : [status, text];
    };
    const other = await ExtensionServer.start();
    try {
      await trust(base64(other.authority.certificate));
      await expect
        .poll(answer)
        .toEqual([
          503,
          expect.stringMatching(
            /^error trying to reach service: x509: certificate signed by unknown authority \(/,
          ),
        ]);
      await trust(base64('no PEM'));
      await expect
        .poll(answer)
        .toEqual([500, 'unable to load root certificates: unable to parse bytes as PEM block\n']);
      await trust(caBundle);
      await expect.poll(answer).toEqual([200]);
    } finally {
      await other[Symbol.asyncDispose]();
    }
  });
});
