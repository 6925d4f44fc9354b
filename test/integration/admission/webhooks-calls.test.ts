import { describe, expect, it } from 'vitest';
import {
  configure,
  metricLines,
  patching,
  rule,
  type Sort,
  type TestWebhooks,
  unconfigureAll,
  type Verdict,
  webhook,
  withWebhooks,
} from '../../support/admission-webhooks.ts';
import type { TestServer } from '../../support/server.ts';

let hooks: TestWebhooks;
let server: TestServer;
// The newest release that has configurations of both versions.
withWebhooks(
  { flags: ['--emulated-version=1.21'], users: ['jane-token,jane,2,"developers,testers"'] },
  (parts) => {
    ({ hooks, server } = parts);
  },
);

const name = 'a.example.com';
const maps = '/api/v1/namespaces/default/configmaps';
let made = 0;
const newName = (): string => `map-${++made}`;
const create = (query = '', object: object = {}) =>
  server.client.post(`${maps}${query}`, { metadata: { name: newName() }, ...object });
const one = (sort: Sort, more: object = {}, options = {}) =>
  configure(server.client, sort, 'one', [webhook(name, hooks.clientConfig('/x'), more)], options);

describe('what a webhook is asked', () => {
  it('an AdmissionReview about a create has the object and no oldObject', async () => {
    await one('validating');
    const jane = server.connect({ token: 'jane-token' });
    const object = { metadata: { name: 'asked', labels: { a: 'b' } }, data: { k: 'v' } };
    expect((await jane.post(`${maps}?fieldManager=me`, object)).status).toBe(201);
    const [call] = hooks.server.calls;
    expect(call).toMatchObject({ method: 'POST', path: '/x?timeout=10s' });
    expect(call!.headers).toMatchObject({
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': 'kube-apiserver-admission',
    });
    const kind = { group: '', version: 'v1', kind: 'ConfigMap' };
    const resource = { group: '', version: 'v1', resource: 'configmaps' };
    const { object: shown, ...rest } = call!.body.request;
    expect(call!.body).toMatchObject({ kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1' });
    expect(rest).toEqual({
      uid: expect.stringMatching(/^[\da-f]{8}-[\da-f-]{27}$/),
      kind,
      resource,
      requestKind: kind,
      requestResource: resource,
      name: 'asked',
      namespace: 'default',
      operation: 'CREATE',
      userInfo: { username: 'jane', uid: '2', groups: ['developers', 'testers', 'system:authenticated'] },
      oldObject: null,
      dryRun: false,
      options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1', fieldManager: 'me' },
    });
    expect(shown).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1', ...object });
    expect(shown.metadata.uid).not.toBe('');
    jane.close();
  });

  it('about an update, a patch, a status and a delete', async () => {
    const all = rule(['configmaps', 'pods/status'], ['UPDATE', 'DELETE']);
    await one('validating', { rules: [all] });
    const { body } = await create();
    const at = `${maps}/${body.metadata.name}`;
    await server.client.put(at, { ...body, data: { a: '1' } });
    const mergePatch = { headers: { 'content-type': 'application/merge-patch+json' } };
    await server.client.send('PATCH', at, { body: JSON.stringify({ data: { a: '2' } }), ...mergePatch });
    await server.client.delete(at, { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Orphan' });
    const asked = hooks
      .asked('/x')
      .map(({ operation, object, oldObject, options }) => [
        operation,
        object?.data ?? null,
        oldObject?.data ?? null,
        options.kind,
      ]);
    expect(asked).toEqual([
      ['UPDATE', { a: '1' }, null, 'UpdateOptions'],
      ['UPDATE', { a: '2' }, { a: '1' }, 'UpdateOptions'],
      ['DELETE', null, { a: '2' }, 'DeleteOptions'],
    ]);
    expect(hooks.asked('/x')[2]).toMatchObject({ object: null, options: { propagationPolicy: 'Orphan' } });
  });

  it('about an update of a node, with the node as it was (CVE-2021-25735)', async () => {
    const taint = (value: string) => [{ key: 'a.example/b', value, effect: 'NoSchedule' }];
    const node = { metadata: { name: 'near', labels: { a: '1' } }, spec: { taints: taint('1') } };
    const { body } = await server.client.post('/api/v1/nodes', node);
    await one('validating', { rules: [rule(['nodes', 'nodes/status'], ['UPDATE'])] });
    const next = {
      ...body,
      metadata: { ...body.metadata, labels: { a: '2' } },
      spec: { taints: taint('2'), podCIDR: '10.1.0.0/24', podCIDRs: ['10.1.0.0/24'] },
      status: { ...body.status, capacity: { cpu: '2' } },
    };
    const updated = await server.client.put('/api/v1/nodes/near', next);
    expect(updated.status).toBe(200);
    const status = { ...updated.body.status, capacity: { cpu: '4' } };
    await server.client.put('/api/v1/nodes/near/status', { ...updated.body, status });
    const [main, ofStatus] = hooks.asked('/x');
    expect(main.oldObject).toEqual({ kind: 'Node', apiVersion: 'v1', ...body });
    expect(main.object).toMatchObject({ metadata: { labels: { a: '2' } }, spec: { taints: taint('2') } });
    expect(ofStatus.oldObject).toEqual({ kind: 'Node', apiVersion: 'v1', ...updated.body });
    expect(ofStatus.object.status.capacity).toEqual({ cpu: '4' });
  });

  it('an AdmissionReview about a connection has its options', async () => {
    await one('validating', { rules: [rule(['pods/exec'], ['CONNECT'])] });
    await server.client.post('/api/v1/namespaces/default/pods/a/exec?command=ls&container=c', undefined);
    expect(hooks.asked('/x')).toMatchObject([
      {
        operation: 'CONNECT',
        subResource: 'exec',
        requestSubResource: 'exec',
        kind: { group: '', version: 'v1', kind: 'PodExecOptions' },
        object: { kind: 'PodExecOptions', command: ['ls'], container: 'c' },
        oldObject: null,
        options: null,
      },
    ]);
  });

  it('in the first version that both know', async () => {
    await one('validating', { admissionReviewVersions: ['v2', 'v1beta1', 'v1'] });
    expect((await create()).status).toBe(201);
    expect(hooks.reviews('/x')[0].apiVersion).toBe('admission.k8s.io/v1beta1');
  });

  it('by the rules of v1beta1, without a name before there is one', async () => {
    hooks.at('/x', () => ({ raw: { status: 500 } }));
    await configure(
      server.client,
      'mutating',
      'old',
      [{ name, clientConfig: hooks.clientConfig('/x'), rules: [rule(['configmaps'])] }],
      { version: 'v1beta1' },
    );
    const answer = await server.client.post(maps, { metadata: { generateName: 'some-' } });
    expect(answer.status).toBe(201);
    expect(hooks.server.calls[0]!.path).toBe('/x?timeout=30s');
    expect(hooks.asked('/x')[0]).not.toHaveProperty('name');
    expect(hooks.reviews('/x')[0].apiVersion).toBe('admission.k8s.io/v1beta1');
  });

  it('without a name until the server has generated one, which validating webhooks see', async () => {
    await one('validating');
    await one('mutating');
    const answer = await server.client.post(maps, { metadata: { generateName: 'some-' } });
    expect(hooks.asked('/x').map(({ name: asked, object }) => [asked, object.metadata.name])).toEqual([
      [undefined, undefined],
      [answer.body.metadata.name, answer.body.metadata.name],
    ]);
  });

  it('about what a sub-resource takes, as that', async () => {
    await one('mutating', {
      rules: [rule(['pods/eviction', 'pods/binding', 'serviceaccounts/token'], ['*'])],
    });
    const seconds = { op: 'replace', path: '/spec/expirationSeconds', value: 700 };
    hooks.at('/x', ({ kind }) => (kind.kind === 'TokenRequest' ? patching(seconds) : {}));
    const core = '/api/v1/namespaces/default';
    const container = { name: 'c', image: 'i' };
    await server.client.post(`${core}/pods`, {
      metadata: { name: 'bound' },
      spec: { containers: [container] },
    });
    const at = `${core}/pods/bound`;
    await server.client.post(`${at}/binding`, {
      metadata: { name: 'bound' },
      target: { kind: 'Node', name: 'n' },
    });
    await server.client.post(`${at}/eviction`, { metadata: { name: 'bound' } });
    const token = await server.client.post(`${core}/serviceaccounts/default/token`, {
      spec: { expirationSeconds: 600 },
    });
    const seen = hooks
      .asked('/x')
      .map(({ kind, object, operation, resource, subResource }) => [
        operation,
        `${resource.resource}/${subResource}`,
        kind.kind,
        object.kind,
      ]);
    expect(seen).toEqual([
      ['CREATE', 'pods/binding', 'Binding', 'Binding'],
      ['CREATE', 'pods/eviction', 'Eviction', 'Eviction'],
      ['CREATE', 'serviceaccounts/token', 'TokenRequest', 'TokenRequest'],
    ]);
    expect(token.body.spec.expirationSeconds).toBe(700);
  });

  it('over connections that are kept', async () => {
    await one('validating');
    const before = hooks.server.connections;
    for (let n = 0; n < 10; n++) await create();
    expect(hooks.asked('/x')).toHaveLength(10);
    expect(hooks.server.connections - before).toBeLessThan(3);
  });
});

describe('a webhook that says no', () => {
  it.each<[string, Verdict, number, string, object?]>([
    ['without a word', {}, 400, ' without explanation'],
    [
      'with a message',
      { status: { message: 'no cats' } },
      400,
      ': no cats',
      { status: 'Failure', code: 400 },
    ],
    [
      'with a code and a reason',
      { status: { code: 403, reason: 'Forbidden', details: { name: 'n', causes: [{ field: 'f' }] } } },
      403,
      ': Forbidden',
      { reason: 'Forbidden', code: 403, details: { name: 'n', causes: [{ field: 'f' }] } },
    ],
    ['with the code of a success', { status: { code: 200, status: 'Success' } }, 400, ' without explanation'],
    ['with a code that is none', { status: { code: 4711, message: 'odd' } }, 500, ': odd'],
  ])('%s', async (_, verdict, status, text, shows = {}) => {
    hooks.at('/x', () => ({ allowed: false, ...verdict }));
    for (const sort of ['mutating', 'validating'] as const) {
      await one(sort, { failurePolicy: 'Ignore' });
      const answer = await create();
      expect(answer.status).toBe(status);
      expect(answer.body.message).toBe(`admission webhook "a.example.com" denied the request${text}`);
      expect(answer.body).toMatchObject(shows);
      await unconfigureAll(server.client);
    }
  });

  it('is counted by its code', async () => {
    hooks.at('/x', () => ({ allowed: false, status: { code: 999 } }));
    await one('validating', { name: 'counted.example.com' });
    await create();
    expect(await metricLines(server.client, 'apiserver_admission_webhook_rejection_count')).toContain(
      'apiserver_admission_webhook_rejection_count{name="counted.example.com",type="validating",operation="CREATE",error_type="no_error",rejection_code="600"} 1',
    );
    const requests = await metricLines(server.client, 'apiserver_admission_webhook_request_total');
    expect(requests).toContain(
      'apiserver_admission_webhook_request_total{name="counted.example.com",type="validating",operation="CREATE",rejected="true",code="600"} 1',
    );
    const durations = 'apiserver_admission_webhook_admission_duration_seconds_count';
    expect((await metricLines(server.client, durations)).join()).toContain('name="counted.example.com"');
    const steps = 'apiserver_admission_step_admission_duration_seconds_count';
    const labels = 'type="validate",operation="CREATE",rejected="true"';
    expect((await metricLines(server.client, steps)).join()).toContain(labels);
  });

  it('an apply is refused that changes nothing, and was let pass before', async () => {
    const path = '/api/v1/namespaces/default/configmaps/settled?fieldManager=a';
    const headers = { 'content-type': 'application/apply-patch+yaml' };
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settled' }, data: { a: '1' } };
    const apply = async () => (await server.client.send('PATCH', path, { headers, body })).status;
    expect([await apply(), await apply(), await apply()]).toEqual([201, 200, 200]);
    hooks.at('/x', () => ({ allowed: false, status: { code: 403 } }));
    await one('validating', { rules: [rule(['configmaps'], ['UPDATE'])] });
    expect(await apply()).toBe(403);
    await unconfigureAll(server.client);
    expect(await apply()).toBe(200);
  });

  it('warns in any language, and what it let pass is done', async () => {
    hooks.at('/x', () => ({ allowed: true, warnings: ['it is late: 日本 🎈', 'a header\r\nX-Other: b'] }));
    await one('validating');
    const { status, headers } = await create();
    expect(status).toBe(201);
    expect(headers['x-other']).toBeUndefined();
    const warning = Buffer.from(String(headers['warning']), 'latin1').toString();
    expect(warning).toBe('299 - "it is late: 日本 🎈"');
  });

  it('warns all the same', async () => {
    hooks.at('/x', () => ({ allowed: false, warnings: ['it is late'] }));
    await one('validating');
    expect((await create()).headers['warning']).toBe('299 - "it is late"');
  });
});
