/** Release 1.36 as the client libraries of JavaScript and Python use it: get, watch, apply, exec. */
import { execFile } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAuthority } from '../../src/util/x509.ts';
import { clientNode, pythonClient } from '../support/clients/libraries.ts';
import { NodeAgent } from '../support/node-agent.ts';
import { podOn } from '../support/pods-on-nodes.ts';
import { TestServer } from '../support/server.ts';
import { serveSpdy } from '../support/spdy/agent-streams.ts';
import { testValidity } from '../support/unit/https-server.ts';
import { until } from '../support/until.ts';
import { serveWebSocket } from '../support/web-socket-agent.ts';

const run = promisify(execFile);
const script = new URL('../support/clients/kubernetes_client.py', import.meta.url).pathname;
const namespace = 'default';
const command = ['sh', '-c', 'echo out; echo err >&2; exit 3'];

let agent: NodeAgent;
let server: TestServer;

beforeAll(async () => {
  const authority = await makeAuthority('node-ca', testValidity());
  // The server speaks SPDY to agents for clients of v5; those of v4 talk to the agent itself.
  const upgrade: typeof serveSpdy = (request, ...others) =>
    (request.headers.upgrade?.toLowerCase() === 'websocket' ? serveWebSocket : serveSpdy)(request, ...others);
  const respond = { respond: () => {}, upgrade };
  agent = await NodeAgent.start(authority, authority.certificate, respond);
  const flags = ['--emulated-version=1.36', '--allow-local-node-addresses'];
  server = await TestServer.start({ flags: [...flags, '--disable-admission-plugins=ServiceAccount'] });
  await podOn(server, 'web', 'near', agent.port);
});
afterAll(async () => {
  await server?.remove();
  await agent?.[Symbol.asyncDispose]();
});

const node = clientNode();

describe.skipIf(node.path === undefined)(`@kubernetes/client-node${node.missing}`, () => {
  let library: any;
  let config: any;
  let core: any;

  beforeAll(async () => {
    library = await import(node.path!);
    config = new library.KubeConfig();
    config.loadFromFile(server.kubeconfig);
    core = config.makeApiClient(library.CoreV1Api);
  });

  it('gets what it created, and what is not there is an error with its reason', async () => {
    const body = { metadata: { name: 'js-get' }, data: { key: 'value' } };
    const created = await core.createNamespacedConfigMap({ namespace, body });
    const read = await core.readNamespacedConfigMap({ namespace, name: 'js-get' });
    expect([read.metadata.uid, read.data]).toEqual([created.metadata.uid, { key: 'value' }]);
    const { items } = await core.listNamespacedConfigMap({ namespace, limit: 500 });
    expect(items.map(({ metadata }: any) => metadata.name)).toContain('js-get');
    const missing = core.readNamespacedConfigMap({ namespace, name: 'js-missing' });
    await expect(missing).rejects.toMatchObject({ code: 404, body: expect.stringContaining('NotFound') });
  });

  it('watches every change of an object', async () => {
    const { metadata } = await core.listNamespacedConfigMap({ namespace });
    const seen: [string, string][] = [];
    const watching = await new library.Watch(config).watch(
      `/api/v1/namespaces/${namespace}/configmaps`,
      { resourceVersion: metadata.resourceVersion, allowWatchBookmarks: true },
      (type: string, { metadata: { name }, data }: any) => name === 'js-watch' && seen.push([type, data.n]),
      () => {},
    );
    try {
      const body = { metadata: { name: 'js-watch' }, data: { n: '1' } };
      await core.createNamespacedConfigMap({ namespace, body });
      await core.replaceNamespacedConfigMap({
        namespace,
        name: 'js-watch',
        body: { ...body, data: { n: '2' } },
      });
      await core.deleteNamespacedConfigMap({ namespace, name: 'js-watch' });
      await expect
        .poll(() => seen)
        .toEqual([
          ['ADDED', '1'],
          ['MODIFIED', '2'],
          ['DELETED', '2'],
        ]);
    } finally {
      watching.abort();
    }
  });

  it('has an informer that follows what is there', async () => {
    const list = () => core.listNamespacedConfigMap({ namespace });
    const informer = library.makeInformer(config, `/api/v1/namespaces/${namespace}/configmaps`, list);
    const seen: string[] = [];
    for (const type of ['add', 'update', 'delete'])
      informer.on(type, ({ metadata: { name } }: any) => name === 'js-informer' && seen.push(type));
    informer.on('error', () => {});
    await informer.start();
    try {
      const body = { metadata: { name: 'js-informer' } };
      await core.createNamespacedConfigMap({ namespace, body });
      await until(() => seen.includes('add'));
      await core.deleteNamespacedConfigMap({ namespace, name: 'js-informer' });
      await expect.poll(() => seen).toEqual(['add', 'delete']);
      expect(informer.get('js-informer', namespace)).toBeUndefined();
    } finally {
      await informer.stop();
    }
  });

  it('applies what one manager says, and takes away what it no longer says', async () => {
    const objects = library.KubernetesObjectApi.makeApiClient(config);
    const apply = (data: object) => {
      const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'js-apply', namespace }, data };
      return objects.patch(object, undefined, undefined, 'js', true, library.PatchStrategy.ServerSideApply);
    };
    expect((await apply({ a: '1', b: '1' })).data).toEqual({ a: '1', b: '1' });
    expect((await apply({ b: '2' })).data).toEqual({ b: '2' });
  });

  it('runs a command in a container, and hears how it ended', async () => {
    const [out, err] = [new PassThrough(), new PassThrough()];
    const texts = Promise.all([text(out), text(err)]);
    const status = await new Promise<any>((resolve, reject) => {
      new library.Exec(config)
        .exec(namespace, 'web', 'app', command, out, err, null, false, resolve)
        .catch(reject);
    });
    out.end();
    err.end();
    expect(await texts).toEqual(['out\n', 'err\n']);
    expect(status).toMatchObject({ status: 'Failure', reason: 'NonZeroExitCode' });
    expect(status.details.causes).toEqual([{ reason: 'ExitCode', message: '3' }]);
  });
});

const python = pythonClient();

it.skipIf(python.path === undefined).each([
  ['get', { same: true, data: { key: 'value' }, listed: true, missing: [404, 'NotFound'] }],
  [
    'watch',
    [
      ['ADDED', '1'],
      ['MODIFIED', '2'],
      ['DELETED', '2'],
    ],
  ],
  ['apply', [{ a: '1', b: '1' }, { b: '2' }]],
  ['exec', ['out\n', 'err\n', 3]],
])(`the Python client: %s${python.missing}`, async (action, expected) => {
  const env = { ...process.env, PYTHONPATH: python.path!, HOME: server.directory };
  const { stdout } = await run('python3', [script, server.kubeconfig, action], { env });
  expect(JSON.parse(stdout)).toEqual(expected);
});
