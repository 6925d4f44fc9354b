import { afterAll, beforeAll, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

const pods = '/api/v1/namespaces/default/pods';
const pod = (name: string, cpu: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default', creationTimestamp: '2021-03-04T05:06:07Z', labels: { app: name } },
  spec: { cpu },
});
const items = [pod('a', '2'), pod('b', '500m')];
const column = (name: string, priority = 0) => ({
  name,
  type: 'string',
  format: '',
  description: '',
  priority,
});
const table = {
  kind: 'Table',
  apiVersion: 'meta.k8s.io/v1',
  columnDefinitions: [{ ...column('Name'), format: 'name' }, column('Status'), column('IP', 1)],
  rows: items.map((object) => ({ cells: [object.metadata.name, 'Running', '10.0.0.1'], object })),
};

let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());

test.each([
  [[], 'NAME   STATUS\na      Running\nb      Running\n'],
  [['-o', 'wide'], 'NAME   STATUS    IP\na      Running   10.0.0.1\nb      Running   10.0.0.1\n'],
  [['--no-headers'], 'a     Running\nb     Running\n'],
  [['--show-labels'], 'NAME   STATUS    LABELS\na      Running   app=a\nb      Running   app=b\n'],
  [['-L', 'app'], 'NAME   STATUS    APP\na      Running   a\nb      Running   b\n'],
  [['--sort-by=.spec.cpu'], 'NAME   STATUS\nb      Running\na      Running\n'],
  [['--show-kind'], 'NAME    STATUS\npod/a   Running\npod/b   Running\n'],
])('a table: get pods %j', async (flags, stdout) => {
  server.answers = { [pods]: table };
  expect(await server.run(['get', 'pods', ...flags])).toMatchObject({ code: 0, stderr: '', stdout });
});

test.each([
  [['-o', 'name'], 'pod/a\npod/b\n'],
  [['-o', 'jsonpath={.items[*].spec.cpu}'], '2 500m'],
  [['-o', 'custom-columns=N:.metadata.name,C:.spec.cpu'], 'N     C\na     2\nb     500m\n'],
  [['-o', 'go-template={{len .items}}'], '2'],
])('objects: get pods %j', async (flags, stdout) => {
  server.answers = { [pods]: { kind: 'PodList', apiVersion: 'v1', metadata: {}, items } };
  expect(await server.run(['get', 'pods', ...flags])).toMatchObject({ code: 0, stderr: '', stdout });
});

test.each([
  [['pods'], `${pods}?limit=500`],
  [['po', '-n', 'shop'], '/api/v1/namespaces/shop/pods?limit=500'],
  [['pods', '-A'], '/api/v1/pods?limit=500'],
  [['pods', '--chunk-size=0'], pods],
  [['pods', '-l', 'app=a', '--chunk-size=0'], `${pods}?labelSelector=app%3Da`],
  [
    ['pods', '--field-selector', 'spec.nodeName=n', '--chunk-size=0'],
    `${pods}?fieldSelector=spec.nodeName%3Dn`,
  ],
  [['nodes', 'n'], '/api/v1/nodes/n'],
  [['deploy/web'], '/apis/apps/v1/namespaces/default/deployments/web'],
  [['deployments.v1.apps', 'web'], '/apis/apps/v1/namespaces/default/deployments/web'],
  [['--raw', '/healthz'], '/healthz'],
])('get %j asks for %s', async (words, path) => {
  server.answers = {};
  const { requests } = await server.run(['get', ...words]);
  expect(requests).toEqual([`GET ${path}`]);
});

test.each([
  [['things'], 'error: the server doesn\'t have a resource type "things"\n'],
  [['pod/a', 'b'], expect.stringContaining('there is no need to specify a resource type')],
  [['pods', 'c'], expect.stringContaining('Error from server (NotFound)')],
  [['pods', '-o', 'xml'], expect.stringContaining('unable to match a printer')],
  [[], expect.stringContaining('You must specify the type of resource to get')],
])('get %j fails', async (words, stderr) => {
  server.answers = {};
  expect(await server.run(['get', ...words])).toMatchObject({ code: 1, stdout: '', stderr });
});
