import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/api-client.ts';
import { established } from '../support/custom-resources.ts';
import { TestServer } from '../support/server.ts';

/** Unknown and repeated fields: what of them is reported, in which words, and in which order. */

let server: TestServer;
const deployments = '/apis/apps/v1/namespaces/default/deployments';
const widgets = '/apis/example.com/v1/namespaces/default/widgets';

beforeAll(async () => {
  server = await TestServer.start();
  const properties = { size: { type: 'integer' }, parts: { type: 'array', items: { type: 'object' } } };
  const openAPIV3Schema = {
    type: 'object',
    properties: { spec: { type: 'object', properties } },
  };
  const made = await server.client.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  });
  expect(made.status, made.text).toBe(201);
  await established(server, 'widgets.example.com');
});
afterAll(() => server.remove());

const send = (method: string, path: string, type: string, body: string): Promise<Answer> =>
  server.client.send(method, path, { headers: { 'content-type': type }, body });

const deployment = `{
  "metadata": {"name": "first", "name": "many", "colour": "red"},
  "spec": {
    "zone": 1, "zone": 2,
    "paused": true, "paused": false,
    "selector": {"matchLabels": {"app": "many"}},
    "template": {
      "metadata": {"labels": {"app": "many"}},
      "spec": {"containers": [{"name": "a", "image": "a", "age": 1, "image": "b"}]}
    },
    "extra": 1
  }
}`;

const deploymentYaml = `
metadata:
  name: first
  name: many
  colour: red
spec:
  zone: 1
  zone: 2
  selector: {matchLabels: {app: many}}
  template:
    metadata: {labels: {app: many}}
    spec:
      containers:
      - name: a
        image: a
        age: 1
        image: b
  extra: 1
`;

const widget = `{
  "kind": "Widget", "apiVersion": "example.com/v1", "metadata": {"name": "many"},
  "spec": {"zone": 1, "size": 1, "size": 2, "parts": [{"age": 1}], "extra": 1, "zone": 2}
}`;

const widgetYaml = `
kind: Widget
apiVersion: example.com/v1
metadata: {name: many}
spec:
  zone: 1
  size: 1
  size: 2
  parts:
  - age: 1
`;

const unknown = (path: string): string => `unknown field "${path}"`;
const duplicate = (path: string): string => `duplicate field "${path}"`;
const repeated = (line: number, key: string): string => `line ${line}: key "${key}" already set in map`;

interface Case {
  path: string;
  type: string;
  body: string;
  /** Of YAML: the repeated keys, which are one error together. */
  keys?: string[];
  fields: string[];
}

const cases: [string, Case][] = [
  [
    'a Deployment in JSON, in the order of the text',
    {
      path: deployments,
      type: 'application/json',
      body: deployment,
      fields: [
        duplicate('metadata.name'),
        unknown('metadata.colour'),
        unknown('spec.zone'),
        duplicate('spec.paused'),
        unknown('spec.template.spec.containers[0].age'),
        duplicate('spec.template.spec.containers[0].image'),
        unknown('spec.extra'),
      ],
    },
  ],
  [
    'a Deployment in YAML, repeated keys first',
    {
      path: deployments,
      type: 'application/yaml',
      body: deploymentYaml,
      keys: [repeated(4, 'name'), repeated(8, 'zone'), repeated(17, 'image')],
      fields: [
        unknown('metadata.colour'),
        unknown('spec.extra'),
        unknown('spec.template.spec.containers[0].age'),
        unknown('spec.zone'),
      ],
    },
  ],
  [
    'a custom resource in JSON, duplicates first',
    {
      path: widgets,
      type: 'application/json',
      body: widget,
      fields: [
        duplicate('spec.size'),
        duplicate('spec.zone'),
        unknown('spec.extra'),
        unknown('spec.parts[0].age'),
        unknown('spec.zone'),
      ],
    },
  ],
  [
    'a custom resource in YAML, repeated keys first',
    {
      path: widgets,
      type: 'application/yaml',
      body: widgetYaml,
      keys: [repeated(8, 'size')],
      fields: [unknown('spec.parts[0].age'), unknown('spec.zone')],
    },
  ],
];

const warningsOf = ({ headers }: Answer): string[] =>
  [...String(headers['warning'] ?? '').matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map(([, text]) =>
    text!.replaceAll('\\"', '"'),
  );
const lines = (keys: readonly string[]): string =>
  `yaml: unmarshal errors:\n${keys.map((key) => `  ${key}`).join('\n')}`;

describe.each(cases)('unknown and repeated fields of %s', (_, { path, type, body, keys = [], fields }) => {
  const post = (validation: string): Promise<Answer> =>
    send('POST', `${path}?dryRun=All&fieldValidation=${validation}`, type, body);

  it('are refused', async () => {
    const { status, body } = await post('Strict');
    const all = [...(keys.length === 0 ? [] : [lines(keys)]), ...fields];
    expect([status, body.message.replace(/^.* as a \w+: /, '')]).toEqual([
      400,
      `strict decoding error: ${all.join(', ')}`,
    ]);
  });

  it('are warned of', async () => {
    const answer = await post('Warn');
    expect([answer.status, warningsOf(answer)]).toEqual([201, [...keys, ...fields]]);
  });
});

describe('repeated keys of what is applied', () => {
  const path = '/api/v1/namespaces/default/configmaps/applied?fieldManager=a&dryRun=All';
  const json = `{
    "kind": "ConfigMap", "apiVersion": "v1", "metadata": {"name": "applied"},
    "data": {"a": "1",
      "a": "2"}}`;
  const yaml = 'kind: ConfigMap\napiVersion: v1\nmetadata: {name: applied}\ndata:\n  a: "1"\n  a: "2"\n';
  const apply = (body: string, validation: string): Promise<Answer> =>
    send('PATCH', `${path}&fieldValidation=${validation}`, 'application/apply-patch+yaml', body);

  it.each([
    ['JSON', json, 4],
    ['YAML', yaml, 6],
  ])('in %s', async (_, body, line) => {
    const key = repeated(line, 'a');
    expect(await apply(body, 'Strict')).toMatchObject({
      status: 400,
      body: { message: `error strict decoding YAML: error converting YAML to JSON: ${lines([key])}` },
    });
    const warned = await apply(body, 'Warn');
    expect([warned.status, warningsOf(warned)]).toEqual([201, [key]]);
    expect((await apply(body, 'Ignore')).body.data).toEqual({ a: '2' });
  });

  it('are reported after what keeps it from being applied', async () => {
    const { status, body } = await apply(`${yaml}colour: red\n`, 'Strict');
    expect([status, body.message]).toEqual([
      500,
      'failed to create typed patch object: .colour: field not declared in schema',
    ]);
  });
});

it.each([
  ['from 1.25 on', ['--emulated-version=1.25'], true],
  ['with the feature gate', ['--feature-gates=ServerSideFieldValidation=true'], true],
  [
    'without the feature gate',
    ['--emulated-version=1.25', '--feature-gates=ServerSideFieldValidation=false'],
    false,
  ],
  ['before', [], false],
])('a client that does not say how is warned of unknown fields %s', async (_, flags, isWarned) => {
  const own = await TestServer.start({ flags });
  const answer = await own.client.post('/api/v1/namespaces/default/configmaps', {
    metadata: { name: 'a' },
    colour: 'red',
  });
  expect([answer.status, warningsOf(answer)]).toEqual([201, isWarned ? [unknown('colour')] : []]);
  const ignored = await own.client.post('/api/v1/namespaces/default/configmaps?fieldValidation=Ignore', {
    metadata: { name: 'b' },
    colour: 'red',
  });
  expect(warningsOf(ignored)).toEqual([]);
  await own.remove();
});

it('1.0 is no integer in JSON of a built-in kind, but in YAML and in a custom resource', async () => {
  const spec = '"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}}}';
  const json = await send(
    'POST',
    `${deployments}?dryRun=All`,
    'application/json',
    `{"metadata":{"name":"one"},"spec":{"replicas":1.0,${spec}}}`,
  );
  expect([json.status, json.body.message]).toEqual([
    400,
    'Deployment in version "v1" cannot be handled as a Deployment: ' +
      'json: cannot unmarshal number 1.0 into Go struct field DeploymentSpec.spec.replicas of type int32',
  ]);
  const yaml = await send(
    'POST',
    '/api/v1/namespaces/default/replicationcontrollers?dryRun=All',
    'application/yaml',
    'metadata: {name: one}\nspec: {replicas: 1.0, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: a}]}}}',
  );
  expect([yaml.status, yaml.body.spec?.replicas]).toEqual([201, 1]);
  const custom = widget.replace('"size": 2', '"size": 2.0');
  expect((await send('POST', `${widgets}?dryRun=All`, 'application/json', custom)).body.spec.size).toBe(2);
});

it('unknown fields of a patched object are reported sorted', async () => {
  const path = '/api/v1/namespaces/default/configmaps/patched';
  await server.client.post('/api/v1/namespaces/default/configmaps', { metadata: { name: 'patched' } });
  const patch = { zone: 1, metadata: { colour: 'red' }, extra: 1 };
  for (const type of ['merge-patch', 'strategic-merge-patch']) {
    const answer = await send(
      'PATCH',
      `${path}?fieldValidation=Warn`,
      `application/${type}+json`,
      JSON.stringify(patch),
    );
    expect(warningsOf(answer)).toEqual([unknown('extra'), unknown('metadata.colour'), unknown('zone')]);
  }
});
