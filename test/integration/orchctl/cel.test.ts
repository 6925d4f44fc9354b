import { afterAll, beforeAll, expect, it } from 'vitest';
import { kubeconfigOf } from '../../support/orchctl.ts';
import { CommandLineHere } from '../../support/orchctl-here.ts';
import { TestServer } from '../../support/server.ts';

let server: TestServer;
let orchctl: CommandLineHere;
beforeAll(async () => {
  server = await TestServer.start({ dialect: 'kubernetes', flags: ['--emulated-version=1.36'] });
  orchctl = new CommandLineHere(server);
  await server.client.post('/api/v1/namespaces/default/configmaps', limits);
  await server.client.post('/api/v1/namespaces/default/configmaps', map('stored', '7'));
});
afterAll(() => server?.remove());

const map = (name: string, n: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default' },
  data: { n },
});
const limits = map('limits', '5');

const policy = (spec: object, kind = 'ValidatingAdmissionPolicy'): object => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind,
  metadata: { name: 'limit' },
  spec: {
    matchConstraints: {
      resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] }],
    },
    ...spec,
  },
});
const mutating = policy(
  {
    reinvocationPolicy: 'Never',
    matchConstraints: {
      resourceRules: [
        { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] },
      ],
    },
    mutations: [
      { patchType: 'JSONPatch', jsonPatch: { expression: "[JSONPatch{op: 'remove', path: '/data'}]" } },
    ],
  },
  'MutatingAdmissionPolicy',
);

const cel = (...words: string[]) => orchctl.run(['cel', '--on-server', ...words]);
const file = (name: string, object: object): string => orchctl.file(name, object);

it('evaluates an expression with an object of the server, and with who asks', async () => {
  const { stdout, stderr } = await cel(
    "object.data.n + ' by ' + request.userInfo.username + ' in ' + namespaceObject.metadata.name",
    'configmap/stored',
  );
  expect([stdout, stderr]).toEqual([
    expect.stringMatching(/^object\.data.*\n {2}value: "7 by kubernetes-admin in default"\n {2}cost: \d+\n$/),
    '',
  ]);
});

it('says what is wrong with an expression', async () => {
  expect((await cel('object.data.nope', 'configmap/stored')).stdout).toContain('no such key: nope');
  expect((await cel('object.', 'configmap/stored')).stdout).toContain('Syntax error');
});

it('asks the authorizers of the server', async () => {
  const expression = "authorizer.group('').resource('pods').namespace('default').check('list').allowed()";
  expect((await cel(expression, 'configmap/stored')).stdout).toContain('value: true');
});

it('evaluates a policy that the server does not have, with its parameters', async () => {
  const own = policy({
    paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
    matchConditions: [{ name: 'c', expression: "request.operation == 'CREATE'" }],
    variables: [{ name: 'max', expression: 'int(params.data.n)' }],
    validations: [
      {
        expression: 'int(object.data.n) <= variables.max',
        messageExpression: "'at most ' + string(variables.max)",
      },
    ],
  });
  const words = ['--policy', file('policy.json', own), '--params', file('limits.json', limits)];
  const { stdout } = await cel(...words, '-f', file('new.json', map('new', '9')));
  const lines = stdout.split('\n').filter((line) => !line.includes('cost'));
  expect(lines).toEqual([
    "limit: request.operation == 'CREATE'",
    '  value: true',
    'limit: variables.max: int(params.data.n)',
    '  value: 5',
    'limit: int(object.data.n) <= variables.max',
    '  value: false',
    "limit: 'at most ' + string(variables.max)",
    '  value: "at most 5"',
    '',
  ]);
  expect((await server.client.get('/api/v1/namespaces/default/configmaps/new')).status).toBe(404);
});

it('evaluates a mutating policy', async () => {
  const words = ['--policy', file('mutating.json', mutating), '-f', file('new.json', map('new', '9'))];
  expect((await cel(...words)).stdout).toContain('value: [{"op":"remove","path":"/data"}]');
});

it('says why a policy would not be taken, and that its rules do not match', async () => {
  const bad = policy({ validations: [{ expression: '1' }] });
  expect((await cel('--policy', file('bad.json', bad), 'configmap/stored')).stdout).toContain(
    'must evaluate to bool but got int',
  );
  const other = policy({
    matchConstraints: {
      resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['pods'] }],
    },
    validations: [{ expression: 'true' }],
  });
  expect((await cel('--policy', file('other.json', other), 'configmap/stored')).stdout).toContain(
    'its rules do not match the request',
  );
});

it('tells what the policies in force say of a write, though it changes nothing', async () => {
  expect((await cel('configmap/stored')).stdout).toBe('no expression was evaluated\n');
  const inForce = policy({ validations: [{ expression: 'int(object.data.n) < 9' }] });
  const path = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolic';
  await server.client.post(`${path}ies`, inForce);
  const binding = { metadata: { name: 'b' }, spec: { policyName: 'limit', validationActions: ['Deny'] } };
  await server.client.post(`${path}ybindings`, binding);
  await expect
    .poll(async () => (await cel('configmap/stored')).stdout)
    .toMatch(/^limit with binding b: int\(object\.data\.n\) < 9\n {2}value: true\n {2}cost: \d+\n$/);
});

it('tells nothing to those who may not know', async () => {
  const own = ['--kubeconfig', orchctl.file('jane.kubeconfig', kubeconfigOf(server, 'user-token'))];
  const { code, stderr } = await orchctl.run([
    'cel',
    '--on-server',
    '-f',
    file('new.json', map('new', '9')),
    ...own,
  ]);
  expect([code, stderr]).toEqual([
    1,
    'error: the server tells expressions to users who may get the path /decisions/expressions\n',
  ]);
});
