import { afterAll, beforeAll, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());

const rule = { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'] };

test.each<[string, object]>([
  ['namespace a', { apiVersion: 'v1', kind: 'Namespace' }],
  ['serviceaccount a', { apiVersion: 'v1', kind: 'ServiceAccount' }],
  [
    'deployment a --image=web:1 --replicas=2 --port=80',
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: 'a' } },
        template: { spec: { containers: [{ name: 'web', image: 'web:1', ports: [{ containerPort: 80 }] }] } },
      },
    },
  ],
  [
    'job a --image=web:1 -- run it',
    {
      apiVersion: 'batch/v1',
      spec: { template: { spec: { containers: [{ image: 'web:1', command: ['run', 'it'] }] } } },
    },
  ],
  [
    'cronjob a --image=web:1 --schedule=@daily',
    {
      kind: 'CronJob',
      spec: {
        schedule: '@daily',
        jobTemplate: { spec: { template: { spec: { restartPolicy: 'OnFailure' } } } },
      },
    },
  ],
  ['configmap a --from-literal=k=v', { kind: 'ConfigMap', data: { k: 'v' } }],
  ['secret generic a --from-literal=k=v', { kind: 'Secret', data: { k: 'dg==' } }],
  [
    'service clusterip a --tcp=80:8080',
    {
      spec: {
        type: 'ClusterIP',
        selector: { app: 'a' },
        ports: [{ port: 80, targetPort: 8080, protocol: 'TCP' }],
      },
    },
  ],
  [
    'service nodeport a --tcp=80 --node-port=30080',
    { spec: { type: 'NodePort', ports: [{ port: 80, nodePort: 30080 }] } },
  ],
  [
    'service externalname a --external-name=b.example',
    { spec: { type: 'ExternalName', externalName: 'b.example' } },
  ],
  ['quota a --hard=pods=3,cpu=1', { kind: 'ResourceQuota', spec: { hard: { pods: '3', cpu: '1' } } }],
  [
    'poddisruptionbudget a --selector=app=web --min-available=50%',
    { kind: 'PodDisruptionBudget', spec: { minAvailable: '50%', selector: { matchLabels: { app: 'web' } } } },
  ],
  ['role a --verb=get --verb=list --resource=pods', { kind: 'Role', rules: [rule] }],
  [
    'rolebinding a --role=r --user=u --serviceaccount=n:s',
    {
      roleRef: { kind: 'Role', name: 'r' },
      subjects: [
        { kind: 'User', name: 'u' },
        { kind: 'ServiceAccount', name: 's', namespace: 'n' },
      ],
    },
  ],
])('create %s', async (line, object) => {
  const words = line.split(' ');
  const dashes = words.includes('--') ? words.indexOf('--') : words.length;
  const flags = ['--dry-run=client', '-o', 'json'];
  const { code, stdout, stderr } = await server.run(['create', ...words.toSpliced(dashes, 0, ...flags)]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ metadata: { name: 'a' }, ...object });
});

test.each([
  ['namespace', 'error: exactly one NAME is required, got 0'],
  ['namespace a b', 'error: exactly one NAME is required, got 2'],
  ['deployment a', 'error: required flag(s) "image" not set'],
  ['configmap a --from-literal=k', 'error: '],
  ['frob', 'error: Unexpected args: [frob]'],
])('create %s fails', async (line, message) => {
  const { code, stdout, stderr } = await server.run(['create', ...line.split(' '), '--dry-run=client']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(message);
});

test('the object is sent to its type, and named when it is made', async () => {
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: {} };
  server.answers = { 'POST /api/v1/namespaces/shop/pods': pod };
  const { stdout, requests, bodies } = await server.run([
    'create',
    '-n',
    'shop',
    '-f',
    server.file('p.json', pod),
  ]);
  expect(stdout).toBe('pod/p created\n');
  expect(requests).toEqual([
    expect.stringContaining('POST /api/v1/namespaces/shop/pods?fieldManager=orchctl-create'),
  ]);
  expect(bodies[0]).toMatchObject(pod);
});
