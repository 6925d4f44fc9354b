import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Kubectl, kubectlMissing, kubectlPath } from '../support/kubectl.ts';
import { TestServer } from '../support/server.ts';

/** A current one, where there is one: it reads the v3 documents and leaves validation to the server. */
const current = process.env['KUBECTL'] ?? '/usr/lib/google-cloud-sdk/bin/kubectl.1.33';
const run = promisify(execFile);

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.remove());

const deployment = (spec: string): string => `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: ${spec}
`;
const template = '{metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i, portz: []}]}}';
const unknownField = deployment(`{replicaz: 3, selector: {matchLabels: {a: b}}, template: ${template}}`);
const missingField = deployment('{template: {metadata: {labels: {a: b}}, spec: {}}}');
const wrongType = deployment('{replicas: many, selector: {}, template: {}}');

/** Names in the short form that every release understands. */
const explained = [
  ...[
    'pods',
    'deployments',
    'services',
    'jobs',
    'cronjobs',
    'ingresses',
    'networkpolicies',
    'nodes',
    'secrets',
  ],
  ...['customresourcedefinitions', 'flowschemas', 'prioritylevelconfigurations', 'storageclasses', 'roles'],
  ...['horizontalpodautoscalers', 'poddisruptionbudgets', 'endpointslices', 'leases', 'controllerrevisions'],
  ...['apiservices', 'mutatingwebhookconfigurations', 'certificatesigningrequests', 'runtimeclasses'],
];

describe.skipIf(kubectlPath === undefined)(`kubectl 1.20${kubectlMissing}`, () => {
  const ask = (...words: string[]): Promise<string> => new Kubectl(server).ask(...words);
  const complaint = (...words: string[]): Promise<string> => new Kubectl(server).complaint(...words);
  const file = (name: string, content: string): string => new Kubectl(server).file(name, content);

  it.each(explained)('explains %s, all of it', async (name) => {
    const text = await ask('explain', name, '--recursive');
    expect(text).toMatch(/^KIND: {5}\w+\nVERSION: {2}\S+\n/);
    const fields = text
      .slice(text.indexOf('FIELDS:\n') + 8)
      .trimEnd()
      .split('\n');
    expect(fields.length).toBeGreaterThan(20);
    const form = /^ {3}(?: {3})*[$\w-]+\t<[\w[\]]*>$/;
    expect(fields.filter((line) => !form.test(line))).toEqual([]);
  });

  it.each([
    [
      'unknown fields',
      unknownField,
      '[ValidationError(Deployment.spec): unknown field "replicaz" in io.k8s.api.apps.v1.DeploymentSpec, ' +
        'ValidationError(Deployment.spec.template.spec.containers[0]): unknown field "portz" in ' +
        'io.k8s.api.core.v1.Container]',
    ],
    [
      'missing fields',
      missingField,
      '[ValidationError(Deployment.spec.template.spec): missing required field "containers" in ' +
        'io.k8s.api.core.v1.PodSpec, ValidationError(Deployment.spec): missing required field "selector" in ' +
        'io.k8s.api.apps.v1.DeploymentSpec]',
    ],
    [
      'values of another type',
      wrongType,
      'ValidationError(Deployment.spec.replicas): invalid type for io.k8s.api.apps.v1.DeploymentSpec.replicas: ' +
        'got "string", expected "integer"',
    ],
  ])('finds %s before it sends anything', async (_, content, fault) => {
    const path = file('deployment.yaml', content);
    const hint = 'if you choose to ignore these errors, turn validation off with --validate=false';
    const text = `error: error validating "${path}": error validating data: ${fault}; ${hint}\n`;
    expect(await complaint('create', '--validate=true', '-f', path)).toBe(text);
    expect(await complaint('apply', '-f', path)).toBe(text);
  });
});

describe.skipIf(!existsSync(current))(
  `kubectl of today${existsSync(current) ? '' : ' (skipped: none)'}`,
  () => {
    async function ask(...words: string[]): Promise<string> {
      const home = join(server.directory, 'current');
      mkdirSync(home, { recursive: true });
      const options = { env: { HOME: home }, maxBuffer: 64 * 1024 * 1024 };
      return (await run(current, ['--kubeconfig', server.kubeconfig, ...words], options)).stdout;
    }
    const complaint = (...words: string[]): Promise<string> =>
      ask(...words).then(
        (text) => `accepted: ${text}`,
        ({ stderr }) => stderr,
      );
    const file = (content: string): string => new Kubectl(server).file('deployment.yaml', content);

    it.each(explained)('explains %s, all of it', async (name) => {
      const text = await ask('explain', name, '--recursive');
      const fields = text
        .slice(text.indexOf('FIELDS:\n') + 8)
        .trimEnd()
        .split('\n');
      expect(fields.length).toBeGreaterThan(20);
      const form = /^ {2}(?: {2})*[$\w-]+\t<[\w[\]]*>(?: -required-)?$/;
      expect(fields.filter((line) => !form.test(line) && !/^ *enum: /.test(line))).toEqual([]);
    });

    it('tells which fields are required and of which type they are', async () => {
      expect(await ask('explain', 'pods.spec.containers')).toMatch(/^ {2}name\t<string> -required-$/m);
      expect(await ask('explain', 'pods.spec.containers.ports')).toMatch(
        /^ {2}containerPort\t<integer> -required-$/m,
      );
      expect(await ask('explain', 'pods.spec.containers.resources')).toMatch(
        /^ {2}limits\t<map\[string\]Quantity>$/m,
      );
    });

    it.each([
      [
        'unknown',
        unknownField,
        /strict decoding error: unknown field "spec\.replicaz", unknown field "spec\.template\.spec\.containers\[0\]\.portz"\n$/,
      ],
      ['missing', missingField, /^The Deployment "web" is invalid: \n\* spec\.selector: Required value\n/],
      [
        'wrong',
        wrongType,
        /cannot unmarshal string into Go struct field DeploymentSpec\.spec\.replicas of type int32\n$/,
      ],
    ])('is told of %s fields by the server', async (_, content, fault) => {
      const path = file(content);
      expect(await complaint('create', '--validate=true', '-f', path)).toMatch(fault);
      expect(await complaint('apply', '-f', path)).toMatch(fault);
    });

    it('gets resources of all kinds', async () => {
      expect(await ask('get', 'namespaces', '-o', 'name')).toContain('namespace/default\n');
      expect(await ask('api-resources', '-o', 'name')).toContain('deployments.apps\n');
    });
  },
);
