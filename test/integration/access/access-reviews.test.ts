import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../support/api-client.ts';
import { ProtobufReader } from '../../support/protobuf.ts';
import { grant } from '../../support/rbac.ts';
import { TestServer } from '../../support/server.ts';

const group = 'authorization.k8s.io';
const reviews = `/apis/${group}/v1`;
const ofAnybody = `${reviews}/subjectaccessreviews`;
const ofSelf = `${reviews}/selfsubjectaccessreviews`;
const ofRules = `${reviews}/selfsubjectrulesreviews`;
const binary = 'application/vnd.kubernetes.protobuf';
const ofShop = `${reviews}/namespaces/shop/localsubjectaccessreviews`;

let directory: string;
let server: TestServer;
let jane: ApiClient;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'reviews-'));
  const policies = join(directory, 'policies');
  writeFileSync(policies, '# nothing is allowed by these\n');
  const modes = ['--authorization-mode=RBAC,ABAC', `--authorization-policy-file=${policies}`];
  server = await TestServer.start({ flags: [...modes, '--emulated-version=1.21'] });
  jane = server.connect({ token: 'user-token' });
  await server.client.post('/api/v1/namespaces', { metadata: { name: 'shop' } });
  await grant(server, {
    name: 'ask',
    who: 'jane',
    rules: [
      { verbs: ['create'], apiGroups: [group], resources: ['*'] },
      { verbs: ['get'], nonResourceURLs: ['/logs/*'] },
    ],
  });
  await grant(server, {
    name: 'look',
    who: 'jane',
    namespace: 'shop',
    rules: [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'], resourceNames: [] }],
  });
  await grant(server, {
    name: 'cook',
    who: 'Group:cooks',
    rules: [{ verbs: ['*'], apiGroups: ['apps'], resources: ['deployments/scale'], resourceNames: ['web'] }],
  });
});
afterEach(async () => {
  expect((await server.client.get('/livez')).text).toBe('ok');
});
afterAll(async () => {
  jane.close();
  await server.remove();
  rmSync(directory, { recursive: true });
});

const noPolicy = { allowed: false, reason: 'No policy matched.' };
const yes = { allowed: true, reason: expect.stringContaining('RBAC: allowed by ') };
const pods = { verb: 'get', resource: 'pods', namespace: 'shop' };
const scale = { verb: 'patch', group: 'apps', resource: 'deployments', subresource: 'scale', name: 'web' };

describe('somebody may', () => {
  it.each<[string, object, object]>([
    ['what a role says', { user: 'jane', resourceAttributes: pods }, yes],
    ['in its namespace', { user: 'jane', resourceAttributes: { ...pods, namespace: 'default' } }, noPolicy],
    ['not in all of them', { user: 'jane', resourceAttributes: { ...pods, namespace: undefined } }, noPolicy],
    ['and nothing else', { user: 'jane', resourceAttributes: { ...pods, verb: 'delete' } }, noPolicy],
    [
      'not even to a part of it',
      { user: 'jane', resourceAttributes: { ...pods, subresource: 'exec' } },
      noPolicy,
    ],
    ['as one of a group', { groups: ['cooks'], resourceAttributes: scale }, yes],
    [
      'to what has a name',
      { groups: ['cooks'], resourceAttributes: { ...scale, name: undefined } },
      noPolicy,
    ],
    ['that one', { groups: ['cooks'], resourceAttributes: { ...scale, name: 'db' } }, noPolicy],
    ['or with a path', { user: 'jane', nonResourceAttributes: { verb: 'get', path: '/logs/a' } }, yes],
    ['below it', { user: 'jane', nonResourceAttributes: { verb: 'get', path: '/logs' } }, noPolicy],
    [
      'as one of those who may do all',
      { groups: ['system:masters'], resourceAttributes: pods },
      { allowed: true },
    ],
    ['nothing, who is nobody', { user: 'none', resourceAttributes: pods }, noPolicy],
  ])('%s', async (_, spec, status) => {
    const answer = await jane.post(ofAnybody, { spec });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toEqual({
      kind: 'SubjectAccessReview',
      apiVersion: `${group}/v1`,
      metadata: {
        creationTimestamp: null,
        managedFields: [expect.objectContaining({ operation: 'Update' })],
      },
      spec,
      status,
    });
  });

  it('be asked about in the older version, where it has another name for groups', async () => {
    const spec = {
      group: ['cooks'],
      user: 'ann',
      extra: { Scopes: ['a'] },
      uid: '7',
      resourceAttributes: scale,
    };
    const answer = await jane.post(`/apis/${group}/v1beta1/subjectaccessreviews`, { spec });
    expect([answer.status, answer.body.apiVersion, answer.body.spec]).toEqual([
      201,
      `${group}/v1beta1`,
      spec,
    ]);
    expect(answer.body.status).toEqual(yes);
    expect(answer.headers['warning']).toContain('SubjectAccessReview is deprecated in v1.19+');
  });

  it('ask about one namespace only', async () => {
    const spec = { user: 'jane', resourceAttributes: pods };
    const answer = await jane.post(ofShop, { metadata: { namespace: 'shop' }, spec });
    expect([answer.status, answer.body.status, answer.body.metadata.namespace]).toEqual([201, yes, 'shop']);
    expect((await jane.post(ofShop, { spec })).body.status).toEqual(yes);
  });

  it('ask about himself, or the one he acts as', async () => {
    const answer = await jane.post(ofSelf, { spec: { resourceAttributes: pods } });
    expect([answer.status, answer.body.status, answer.body.spec]).toEqual([
      201,
      yes,
      { resourceAttributes: pods },
    ]);
    const headers = { 'Impersonate-User': 'jane' };
    const asJane = await server.client.post(ofSelf, { spec: { resourceAttributes: pods } }, { headers });
    // The admin acts as a user without groups, to whom nothing but her own roles is given.
    expect(asJane.body.status).toEqual(yes);
    const path = { spec: { nonResourceAttributes: { verb: 'post', path: '/logs/a' } } };
    expect((await jane.post(ofSelf, path)).body.status).toEqual(noPolicy);
  });

  it('ask for all that he may do', async () => {
    const answer = await jane.post(ofRules, { spec: { namespace: 'shop' } });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject({
      kind: 'SelfSubjectRulesReview',
      metadata: { creationTimestamp: null },
      spec: {},
      status: { incomplete: false },
    });
    const { resourceRules, nonResourceRules } = answer.body.status;
    expect(resourceRules).toContainEqual({ verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'] });
    expect(resourceRules).toContainEqual({ verbs: ['create'], apiGroups: [group], resources: ['*'] });
    expect(nonResourceRules).toContainEqual({ verbs: ['get'], nonResourceURLs: ['/logs/*'] });
    expect(answer.body.metadata).toEqual({ creationTimestamp: null });
    const elsewhere = await jane.post(ofRules, { spec: { namespace: 'default' } });
    expect(JSON.stringify(elsewhere.body.status)).not.toContain('"pods"');
  });

  it.each([
    ['as a dry run', '?dryRun=All'],
    ['in its own name', '?fieldManager=me'],
  ])('ask %s', async (_, query) => {
    const { status, body } = await jane.post(`${ofSelf}${query}`, { spec: { resourceAttributes: pods } });
    expect([status, body.status]).toEqual([201, yes]);
    if (query.includes('me')) expect(body.metadata.managedFields[0].manager).toBe('me');
  });

  it('ask in every form', async () => {
    const body = { spec: { user: 'jane', resourceAttributes: pods } };
    const accept = (type: string) => ({ headers: { accept: type } });
    const yaml = await jane.post(ofAnybody, body, accept('application/yaml'));
    expect([yaml.status, yaml.text]).toEqual([201, expect.stringContaining('allowed: true')]);
    const json = await jane.post(ofAnybody, body);
    const protobuf = await jane.post(ofAnybody, body, accept(binary));
    const reader = new ProtobufReader('kubernetes');
    expect([protobuf.status, reader.read(protobuf.bytes).status]).toEqual([201, json.body.status]);
    const asked = await jane.post(ofAnybody, protobuf.bytes, { headers: { 'content-type': binary } });
    expect([asked.status, asked.body.status]).toEqual([201, json.body.status]);
  });
});

describe('a question that is none', () => {
  const user = { user: 'jane', resourceAttributes: pods };
  const invalid = (errors: string): [number, string] => [422, `.${group} "" is invalid: ${errors}`];
  it.each<[string, string, unknown, [number, string | RegExp]]>([
    [
      'about nothing',
      ofAnybody,
      { spec: { user: 'jane' } },
      invalid(
        'spec.resourceAttributes: Invalid value: "null": exactly one of nonResourceAttributes or resourceAttributes must be specified',
      ),
    ],
    [
      'about two things',
      ofSelf,
      { spec: { resourceAttributes: { verb: 'get' }, nonResourceAttributes: { path: '/' } } },
      invalid(
        'spec.nonResourceAttributes: Invalid value: authorization.NonResourceAttributes{Path:"/", Verb:""}: cannot be specified in combination with resourceAttributes',
      ),
    ],
    [
      'about nobody',
      ofAnybody,
      { spec: { resourceAttributes: pods } },
      invalid('spec.user: Invalid value: "": at least one of user or group must be specified'),
    ],
    [
      'with a name',
      ofAnybody,
      { metadata: { name: 'a' }, spec: user },
      [422, /metadata: Invalid value: .*must be empty$/],
    ],
    [
      'about another namespace than its own',
      ofShop,
      { spec: { ...user, resourceAttributes: { ...pods, namespace: 'default' } } },
      invalid('spec.resourceAttributes.namespace: Invalid value: "default": must match metadata.namespace'),
    ],
    [
      'in another namespace than its path',
      ofShop,
      { metadata: { namespace: 'default' }, spec: user },
      [400, 'the namespace of the provided object does not match the namespace sent on the request'],
    ],
    ['about rules of no namespace', ofRules, { spec: {} }, [400, 'no namespace on request']],
    ['of another kind', ofSelf, { kind: 'Pod', apiVersion: 'v1' }, [400, /Pod/]],
    ['that is no object', ofSelf, [], [400, /./]],
    ['that is nothing', ofRules, '', [400, /./]],
    ['with a wrong option', `${ofSelf}?dryRun=some`, { spec: { resourceAttributes: pods } }, [422, /dryRun/]],
    ['whose extras are no texts', ofAnybody, { spec: { ...user, extra: { a: 'b' } } }, [400, /./]],
    ['where there are none', `${reviews}/localsubjectaccessreviews`, { spec: user }, [404, /./]],
    ['in a namespace', `${reviews}/namespaces/shop/subjectaccessreviews`, { spec: user }, [404, /./]],
  ])('%s', async (_, path, body, [status, message]) => {
    const answer = await server.client.post(path, body);
    expect([answer.status, answer.body.kind]).toEqual([status, 'Status']);
    if (typeof message === 'string') expect(answer.body.message).toBe(message);
    else expect(answer.body.message).toMatch(message);
  });

  it('or that is only looked for', async () => {
    for (const path of [ofAnybody, ofSelf, ofRules, ofShop]) {
      expect((await server.client.get(path)).status).toBe(405);
      expect((await server.client.get(`${path}/a`)).status).toBe(404);
    }
  });
});
