import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { done, serverWith } from '../../support/admission.ts';
import type { Answer } from '../../support/api-client.ts';
import { definition, definitionsPath, established, specOf } from '../../support/custom-resources.ts';
import type { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

/** Policies as clusters have them, through the API: put in force, met by requests, and taken away. */

const registration = '/apis/admissionregistration.k8s.io/v1';
const core = '/api/v1/namespaces/default';
const rule = (resources: string[], operations = ['CREATE', 'UPDATE'], apiGroups = ['']) => ({
  apiGroups,
  apiVersions: ['v1'],
  operations,
  resources,
});

let directory: string;
let server: TestServer;
let made: string[] = [];
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'policies-'));
  const audited = { apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [{ level: 'Metadata' }] };
  writeFileSync(join(directory, 'audit.json'), JSON.stringify(audited));
  server = await serverWith({
    dialect: 'kubernetes',
    off: ['ServiceAccount'],
    flags: [
      '--emulated-version=1.36',
      `--audit-policy-file=${join(directory, 'audit.json')}`,
      `--audit-log-path=${join(directory, 'log')}`,
      '--audit-log-mode=blocking-strict',
    ],
  });
  const schema = specOf({ max: { type: 'integer' } });
  const limits = definition({ group: 'limits.example', plural: 'limits', versions: [{ schema }] });
  await done(server.client.post(definitionsPath, limits));
  await established(server, 'limits.limits.example');
});
afterAll(async () => {
  await server?.remove();
  rmSync(directory, { recursive: true, force: true });
});
afterEach(async () => {
  for (const path of made.reverse()) await server.client.delete(path);
  made = [];
});

const create = async (path: string, object: { metadata: { name: string } }): Promise<void> => {
  await done(server.client.post(path, object));
  made.push(`${path}/${object.metadata.name}`);
};

interface Pair {
  spec: object;
  binding?: object;
  sort?: 'validating' | 'mutating';
}

/** Puts a policy in force under a name of its own. */
async function inForce(name: string, { spec, binding = {}, sort = 'validating' }: Pair): Promise<void> {
  const actions = sort === 'validating' ? { validationActions: ['Deny'] } : {};
  const bound = { metadata: { name }, spec: { policyName: name, ...actions, ...binding } };
  await create(`${registration}/${sort}admissionpolicies`, { metadata: { name }, spec } as never);
  await create(`${registration}/${sort}admissionpolicybindings`, bound);
}

const configMap = (data: object, metadata: object = {}): Promise<Answer> =>
  server.client.post(`${core}/configmaps?dryRun=All`, { metadata: { name: 'asked', ...metadata }, data });

/** The first answer to a question that there is: a change of a policy counts within a moment. */
async function found<T>(ask: () => Promise<T | undefined>): Promise<T> {
  let answer: T | undefined;
  await until(async () => (answer = await ask()) !== undefined, 10);
  return answer!;
}

const answered = (ask: () => Promise<Answer>, status: number): Promise<Answer> =>
  found(async () => {
    const answer = await ask();
    return answer.status === status ? answer : undefined;
  });

const refused = (name: string, why: string): string =>
  `configmaps "asked" is forbidden: ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: ${why}`;

const lastEvent = () =>
  readFileSync(join(directory, 'log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .findLast(({ verb, objectRef }) => verb === 'create' && objectRef?.resource === 'configmaps');

describe('a validating policy', () => {
  const short = {
    matchConstraints: { resourceRules: [rule(['configmaps'])] },
    variables: [{ name: 'long', expression: 'object.data.filter(k, object.data[k].size() > 5)' }],
    validations: [
      {
        expression: 'variables.long.size() == 0',
        messageExpression: "'too long: ' + variables.long.join(', ')",
        reason: 'Forbidden',
      },
    ],
  };

  it('refuses what its expressions forbid, until it is taken away', async () => {
    await inForce('short', { spec: short });
    const { body } = await answered(() => configMap({ a: 'x'.repeat(6), b: '' }), 403);
    expect(body).toMatchObject({
      reason: 'Forbidden',
      message: refused('short', 'too long: a'),
      details: { name: 'asked', kind: 'configmaps' },
    });
    expect((await configMap({ a: 'x' })).status).toBe(201);
    await server.client.delete(`${registration}/validatingadmissionpolicybindings/short`);
    await answered(() => configMap({ a: 'x'.repeat(6) }), 201);
  });

  it('warns', async () => {
    await inForce('warned', { spec: short, binding: { validationActions: ['Warn'] } });
    const warned = await found(async () => {
      const { status, headers } = await configMap({ a: 'x'.repeat(6) });
      expect(status).toBe(201);
      return headers['warning'];
    });
    expect(warned).toBe(
      `299 - "Validation failed for ValidatingAdmissionPolicy 'warned' with binding 'warned': too long: a"`,
    );
  });

  it('tells the audit log of failures, and what else it has to say', async () => {
    const auditAnnotations = [{ key: 'size', valueExpression: 'string(object.data.size())' }];
    await inForce('told', {
      spec: { ...short, auditAnnotations },
      binding: { validationActions: ['Audit'] },
    });
    const failure = 'validation.policy.admission.k8s.io/validation_failure';
    const { annotations } = await found(async () => {
      expect((await configMap({ a: 'x'.repeat(6) })).status).toBe(201);
      const event = lastEvent();
      return event.annotations[failure] === undefined ? undefined : event;
    });
    expect(annotations['told/size']).toBe('1');
    expect(JSON.parse(annotations[failure])).toEqual([
      {
        message: 'too long: a',
        policy: 'told',
        binding: 'told',
        expressionIndex: 0,
        validationActions: ['Audit'],
      },
    ]);
  });

  it('is asked only about namespaces and users that it names', async () => {
    await inForce('named', {
      spec: {
        ...short,
        matchConditions: [{ name: 'not-reader', expression: "!('readers' in request.userInfo.groups)" }],
      },
      binding: {
        matchResources: { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'default' } } },
      },
    });
    await answered(() => configMap({ a: 'x'.repeat(6) }), 403);
    const elsewhere = await server.client.post('/api/v1/namespaces/kube-system/configmaps?dryRun=All', {
      metadata: { name: 'asked' },
      data: { a: 'x'.repeat(6) },
    });
    expect(elsewhere.status).toBe(201);
    const { status } = await server.client.send('POST', `${core}/configmaps?dryRun=All`, {
      headers: { 'impersonate-user': 'r', 'impersonate-group': 'readers' },
      body: { metadata: { name: 'asked' }, data: { a: 'x'.repeat(6) } },
    });
    expect(status).toBe(201);
  });

  it.each([
    ['v1', 'ConfigMap', { data: { max: '1' } }, 'int(params.data.max)', `${core}/configmaps`],
    [
      'limits.example/v1',
      'Limit',
      { spec: { max: 1 } },
      'params.spec.max',
      '/apis/limits.example/v1/namespaces/default/limits',
    ],
  ])('has parameters of any kind: %s %s', async (apiVersion, kind, fields, max, path) => {
    const params = { apiVersion, kind, metadata: { name: 'most' }, ...fields };
    await create(path, params);
    await inForce('limited', {
      spec: {
        ...short,
        paramKind: { apiVersion, kind },
        validations: [{ expression: `object.data.size() <= ${max}`, message: 'too many' }],
      },
      binding: {
        paramRef: { name: 'most', namespace: 'default', parameterNotFoundAction: 'Deny' },
        matchResources: { objectSelector: { matchLabels: { limited: '' } } },
      },
    });
    const ask = (data: object) => () => configMap(data, { labels: { limited: '' } });
    const { body } = await answered(ask({ a: '', b: '' }), 422);
    expect(body.message).toBe(refused('limited', 'too many'));
    expect((await ask({ a: '' })()).status).toBe(201);
    await server.client.delete(`${path}/most`);
    const missing = await found(async () => {
      const answer = await ask({ a: '' })();
      return answer.status === 422 ? answer.body.message : undefined;
    });
    expect(missing).toBe(
      refused(
        'limited',
        'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction',
      ),
    );
  });

  it.each([
    ['Fail', 422],
    ['Ignore', 201],
  ])('that cannot be worked out decides by its failure policy: %s', async (failurePolicy, status) => {
    await inForce('broken', {
      spec: {
        ...short,
        failurePolicy,
        variables: [],
        validations: [
          { expression: "object.data.none == ''" },
          { expression: "!('marked' in object.data)", message: 'marked' },
        ],
      },
    });
    // The second one shows that the policy is in force.
    await answered(() => configMap({ marked: '', none: '' }), 422);
    expect((await configMap({})).status).toBe(status);
  });
});

describe('a mutating policy', () => {
  const onPods = {
    matchConstraints: { resourceRules: [rule(['pods'], ['CREATE'])] },
    reinvocationPolicy: 'Never',
  };
  const pod = (metadata: object = {}) =>
    server.client.post(`${core}/pods?dryRun=All`, {
      metadata: { name: 'asked', ...metadata },
      spec: { containers: [{ name: 'main', image: 'registry.example/a:1' }] },
    });

  it('applies what it wants to the object, which then has defaults', async () => {
    const expression = `Object{spec: Object.spec{initContainers: [
      Object.spec.initContainers{name: "mesh", image: "registry.example/mesh:1", restartPolicy: "Always"}
    ]}}`;
    const mutations = [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }];
    await inForce('mesh', { sort: 'mutating', spec: { ...onPods, mutations } });
    const { spec } = await found(async () => {
      const { body } = await pod();
      return body.spec.initContainers === undefined ? undefined : body;
    });
    expect(spec.initContainers).toMatchObject([
      { name: 'mesh', restartPolicy: 'Always', imagePullPolicy: 'IfNotPresent' },
    ]);
    expect(spec.containers).toHaveLength(1);
  });

  it('patches it, one mutation after the other', async () => {
    const key = "'/metadata/labels/' + jsonpatch.escapeKey('example.com/team')";
    const mutations = [
      `has(object.metadata.labels) ? [JSONPatch{op: 'test', path: '/kind', value: 'Pod'}]
        : [JSONPatch{op: 'add', path: '/metadata/labels', value: {'app': 'none'}}]`,
      `[JSONPatch{op: 'add', path: ${key}, value: object.metadata.labels.app}]`,
    ].map((expression) => ({ patchType: 'JSONPatch', jsonPatch: { expression } }));
    await inForce('team', { sort: 'mutating', spec: { ...onPods, mutations } });
    const labels = await found(async () => (await pod()).body.metadata.labels);
    expect(labels).toEqual({ app: 'none', 'example.com/team': 'none' });
    const more = (await pod({ labels: { app: 'b' } })).body.metadata.labels;
    expect(more).toEqual({ app: 'b', 'example.com/team': 'b' });
  });

  it('comes before validating ones', async () => {
    await inForce('named', {
      sort: 'mutating',
      spec: {
        ...onPods,
        mutations: [
          {
            patchType: 'ApplyConfiguration',
            applyConfiguration: { expression: 'Object{metadata: Object.metadata{labels: {"owner": "a"}}}' },
          },
        ],
      },
    });
    await found(async () => (await pod()).body.metadata.labels);
    await inForce('owned', {
      spec: {
        matchConstraints: { resourceRules: [rule(['pods'], ['CREATE'])] },
        validations: [{ expression: "object.metadata.labels.owner != 'a'", message: 'owner a' }],
      },
    });
    const { body } = await answered(() => pod(), 422);
    expect(body.message).toMatch(/denied request: owner a$/);
  });

  it('refuses what cannot be changed as it says', async () => {
    const expression = "[JSONPatch{op: 'remove', path: '/metadata/labels'}]";
    const mutations = [{ patchType: 'JSONPatch', jsonPatch: { expression } }];
    await inForce('gone', { sort: 'mutating', spec: { ...onPods, mutations } });
    const { body } = await answered(() => pod(), 403);
    expect(body).toMatchObject({
      reason: 'Invalid',
      message: expect.stringContaining(
        "policy 'gone' with binding 'gone' denied request: JSON Patch: error in remove for path: '/metadata/labels'",
      ),
    });
  });
});
