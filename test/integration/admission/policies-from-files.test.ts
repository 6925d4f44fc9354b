import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer } from '../../support/server.ts';

/** Validating and mutating policies that are read from files: in force from the first request, and read again. */

const directory = mkdtempSync(join(tmpdir(), 'policies-'));
const group = 'admissionregistration.k8s.io/v1';
let server: TestServer;

const suffix = '.static.k8s.io';
const rules = (operations: string[]) => ({
  resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations, resources: ['configmaps'] }],
});
const pair = (sort: string, name: string, spec: object, bindingSpec: object = {}): object[] => [
  {
    apiVersion: group,
    kind: `${sort}AdmissionPolicy`,
    metadata: { name: name + suffix },
    spec: { matchConstraints: rules(['CREATE']), ...spec },
  },
  {
    apiVersion: group,
    kind: `${sort}AdmissionPolicyBinding`,
    metadata: { name: name + suffix },
    spec: { policyName: name + suffix, ...bindingSpec },
  },
];

const write = (folder: string, file: string, objects: readonly object[]): void =>
  writeFileSync(join(directory, folder, file), objects.map((one) => JSON.stringify(one)).join('\n---\n'));

const labelled = (value: string): object[] =>
  pair('Mutating', 'label', {
    reinvocationPolicy: 'Never',
    mutations: [
      {
        patchType: 'ApplyConfiguration',
        applyConfiguration: {
          expression: `Object{metadata: Object.metadata{labels: {"team": "${value}"}}}`,
        },
      },
    ],
  });
const atMost = (max: number): object[] =>
  pair(
    'Validating',
    'size',
    { validations: [{ expression: `object.data.size() <= ${max}`, message: `at most ${max}` }] },
    { validationActions: ['Deny'] },
  );

beforeAll(async () => {
  for (const folder of ['validating', 'mutating']) mkdirSync(join(directory, folder));
  write('mutating', 'label.yaml', labelled('a'));
  write('validating', 'size.yaml', atMost(1));
  const plugin = (sort: string) => ({
    name: `${sort}AdmissionPolicy`,
    configuration: {
      apiVersion: 'apiserver.config.k8s.io/v1',
      kind: `${sort}AdmissionPolicyConfiguration`,
      staticManifestsDir: join(directory, sort.toLowerCase()),
    },
  });
  const config = join(directory, 'config.yaml');
  writeFileSync(
    config,
    JSON.stringify({
      apiVersion: 'apiserver.config.k8s.io/v1',
      kind: 'AdmissionConfiguration',
      plugins: [plugin('Mutating'), plugin('Validating')],
    }),
  );
  server = await TestServer.start({
    dialect: 'kubernetes',
    flags: [
      '--emulated-version=1.36',
      '--feature-gates=ManifestBasedAdmissionControlConfig=true',
      `--admission-control-config-file=${config}`,
    ],
  });
});
afterAll(async () => {
  await server?.remove();
  rmSync(directory, { recursive: true });
});

const created = (data: object) =>
  server.client.post('/api/v1/namespaces/default/configmaps?dryRun=All', { metadata: { name: 'a' }, data });
const metrics = async (): Promise<string> => (await server.client.get('/metrics')).text;

it('a mutating policy changes what is written', async () => {
  const { body } = await created({ a: '' });
  expect(body.metadata.labels).toEqual({ team: 'a' });
});

it('a validating policy refuses, in the words that those of the API have', async () => {
  const { status, body } = await created({ a: '', b: '' });
  expect([status, body.message]).toEqual([
    422,
    "configmaps \"a\" is forbidden: ValidatingAdmissionPolicy 'size.static.k8s.io' with binding 'size.static.k8s.io' denied request: at most 1",
  ]);
});

it('the API does not show them, and takes no object of such a name', async () => {
  for (const resource of ['validatingadmissionpolicies', 'mutatingadmissionpolicies']) {
    expect((await server.client.get(`/apis/${group}/${resource}`)).body.items).toEqual([]);
  }
  const [policy] = atMost(2);
  const { status, body } = await server.client.post(`/apis/${group}/validatingadmissionpolicies`, policy!);
  expect([status, body.message]).toEqual([
    422,
    expect.stringContaining(
      'names ending with ".static.k8s.io" are reserved for static manifest-based configurations and cannot be managed via the API',
    ),
  ]);
});

it('changes of the files count, those with a fault do not, and the metrics tell', async () => {
  write('mutating', 'label.yaml', labelled('b'));
  write('validating', 'size.yaml', atMost(2));
  await expect
    .poll(async () => (await created({ a: '', b: '' })).body.metadata.labels)
    .toEqual({ team: 'b' });
  write('mutating', 'label.yaml', [{ apiVersion: group, kind: 'MutatingAdmissionPolicy', metadata: {} }]);
  const prefix = 'apiserver_manifest_admission_config_controller_';
  const count = (plugin: string, status: string) =>
    new RegExp(`^${prefix}automatic_reloads_total\\{plugin="${plugin}",status="${status}",.*\\} 1$`, 'm');
  await expect.poll(metrics).toMatch(count('MutatingAdmissionPolicy', 'failure'));
  const text = await metrics();
  expect(text).toMatch(count('MutatingAdmissionPolicy', 'success'));
  expect(text).toMatch(count('ValidatingAdmissionPolicy', 'success'));
  expect(text).toMatch(
    new RegExp(`^${prefix}last_config_info\\{plugin="MutatingAdmissionPolicy",.*hash="sha256:`, 'm'),
  );
  expect((await created({ a: '' })).body.metadata.labels).toEqual({ team: 'b' });
});
