import { describe, expect, it } from 'vitest';
import { done, podWith } from '../../support/admission.ts';
import {
  base64,
  configure,
  metricLines,
  patching,
  rule,
  type TestWebhooks,
  webhook,
  withWebhooks,
} from '../../support/admission-webhooks.ts';
import type { TestServer } from '../../support/server.ts';

let hooks: TestWebhooks;
let server: TestServer;
withWebhooks({ on: ['AlwaysPullImages'] }, (parts) => {
  ({ hooks, server } = parts);
});

const name = 'a.example.com';
const maps = '/api/v1/namespaces/default/configmaps';
const pods = '/api/v1/namespaces/default/pods';
let made = 0;
const map = (object: object = {}) => ({ metadata: { name: `map-${++made}` }, ...object });
const create = (object: object = map()) => server.client.post(maps, object);
const hookAt = (path: string, more: object = {}) =>
  webhook(`${path}.example.com`, hooks.clientConfig(`/${path}`), more);
const one = (more: object = {}) =>
  configure(server.client, 'mutating', 'one', [webhook(name, hooks.clientConfig('/x'), more)]);
/** Adds its letter to what others have written. */
const writes = (letter: string) => (asked: any) =>
  patching({ op: 'add', path: '/data', value: { trace: (asked.object.data?.trace ?? '') + letter } });
const traceOf = async (object: object = map()) => (await done(create(object))).data.trace;

describe('mutating webhooks', () => {
  it('are asked in order of their configurations, then of the list, each after the one before', async () => {
    for (const letter of ['a', 'b', 'c', 'd']) hooks.at(`/${letter}`, writes(letter));
    await configure(server.client, 'mutating', 'later', [hookAt('c'), hookAt('b')]);
    await configure(server.client, 'mutating', 'first', [hookAt('d'), hookAt('a')]);
    expect(await traceOf()).toBe('dacb');
  });

  it('are asked again when something changed after them, if they want to', async () => {
    const again = { reinvocationPolicy: 'IfNeeded' };
    for (const letter of ['a', 'b', 'c']) hooks.at(`/${letter}`, writes(letter));
    hooks.at('/d', () => ({}));
    await configure(server.client, 'mutating', 'one', [
      hookAt('a', again),
      hookAt('b'),
      hookAt('c', again),
      hookAt('d', again),
    ]);
    // a, b and c change it; a is asked once more because of b, then c because of a, and d because of c.
    expect(await traceOf()).toBe('abcac');
    expect(hooks.asked('/d')).toHaveLength(2);
    expect(hooks.asked('/b')).toHaveLength(1);
  });

  it('are asked again for what the plugins make of a change', async () => {
    const podRules = { rules: [rule(['pods'])], reinvocationPolicy: 'IfNeeded' };
    hooks.at('/a', () => ({}));
    hooks.at('/b', (asked) =>
      asked.object.spec.containers.length > 1
        ? {}
        : patching({ op: 'add', path: '/spec/containers/-', value: { name: 'side', image: 'car' } }),
    );
    await configure(server.client, 'mutating', 'one', [hookAt('a', podRules), hookAt('b', podRules)]);
    const pod = await done(server.client.post(pods, podWith('sidecar')));
    expect(pod.spec.containers.map(({ imagePullPolicy }: any) => imagePullPolicy)).toEqual([
      'Always',
      'Always',
    ]);
    const [car] = pod.spec.containers.slice(1);
    expect(car).toMatchObject({ name: 'side', terminationMessagePath: '/dev/termination-log' });
    expect(car.volumeMounts).toHaveLength(pod.spec.containers[0].volumeMounts?.length ?? 0);
    // b saw what it made: plugins changed it again, behind both.
    expect(hooks.asked('/a')).toHaveLength(2);
    expect(hooks.asked('/a')[1].object.spec.containers[1].imagePullPolicy).toBe('Always');
  });

  it('come to an end, however much they change', async () => {
    const again = { reinvocationPolicy: 'IfNeeded' };
    for (const letter of ['a', 'b']) hooks.at(`/${letter}`, writes(letter));
    await configure(server.client, 'mutating', 'one', [hookAt('a', again), hookAt('b', again)]);
    expect(await traceOf()).toBe('abab');
  });

  it('that change nothing change nothing', async () => {
    hooks.at('/x', () =>
      patching({ op: 'replace', path: '/data/a', value: 'b' }, { op: 'add', path: '/binaryData', value: {} }),
    );
    await one({ reinvocationPolicy: 'IfNeeded' });
    expect((await done(create(map({ data: { a: 'b' } })))).data).toEqual({ a: 'b' });
    expect(hooks.asked('/x')).toHaveLength(1);
  });

  it('leave 1 MiB as it is', async () => {
    for (const letter of ['a', 'b', 'c']) {
      hooks.at(`/${letter}`, () => patching({ op: 'add', path: `/data/${letter}`, value: letter }));
    }
    await configure(server.client, 'mutating', 'one', [hookAt('a'), hookAt('b'), hookAt('c')]);
    const big = 'x\u00e9"\\'.repeat(160 * 1024);
    const { data } = await done(create(map({ data: { big } })));
    expect(data).toEqual({ big, a: 'a', b: 'b', c: 'c' });
  });

  it('see all digits of numbers, and may change them', async () => {
    const quota = '/api/v1/namespaces/default/services';
    hooks.at('/x', (asked) =>
      patching({ op: 'replace', path: '/spec/ports/0/port', value: asked.object.spec.ports[0].port + 1 }),
    );
    await one({ rules: [rule(['services'])] });
    const service = { metadata: { name: 'counted' }, spec: { ports: [{ port: 80, protocol: 'TCP' }] } };
    expect((await done(server.client.post(quota, service))).spec.ports[0].port).toBe(81);
  });

  it('change updates, patches and statuses', async () => {
    const created = await done(create());
    hooks.at('/x', (asked) => patching({ op: 'add', path: '/data', value: { by: asked.options.kind } }));
    await one({ rules: [rule(['configmaps'], ['UPDATE'])] });
    const at = `${maps}/${created.metadata.name}`;
    expect((await done(server.client.put(at, created))).data).toEqual({ by: 'UpdateOptions' });
    const patched = server.client.send('PATCH', at, {
      body: '{"metadata":{"labels":{"a":"b"}}}',
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    expect((await done(patched)).data).toEqual({ by: 'UpdateOptions' });
  });

  it('change the scale of what is scaled', async () => {
    const sets = '/apis/apps/v1/namespaces/default/replicasets';
    const labels = { app: 'scaled' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const spec = { replicas: 1, selector: { matchLabels: labels }, template };
    await done(server.client.post(sets, { metadata: { name: 'scaled' }, spec }));
    hooks.at('/x', () => patching({ op: 'replace', path: '/spec/replicas', value: 3 }));
    await one({ rules: [rule(['*/scale'], ['UPDATE'])] });
    const scale = { metadata: { name: 'scaled', namespace: 'default' }, spec: { replicas: 2 } };
    expect((await done(server.client.put(`${sets}/scaled/scale`, scale))).spec).toEqual({ replicas: 3 });
    expect(hooks.asked('/x')).toMatchObject([
      { kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' }, object: { spec: { replicas: 2 } } },
    ]);
  });

  it('are asked about a dry run, and nothing is kept of it', async () => {
    hooks.at('/x', writes('x'));
    await one({ sideEffects: 'NoneOnDryRun' });
    const dry = map();
    expect((await done(server.client.post(`${maps}?dryRun=All`, dry))).data).toEqual({ trace: 'x' });
    expect((await server.client.get(`${maps}/${dry.metadata.name}`)).status).toBe(404);
  });
});

const internal = (text: string) => [500, `Internal error occurred: ${text}`] as const;
const raw = (text: string) => ({ patchType: 'JSONPatch', patch: base64(text) });
const call = 'failed calling webhook "a.example.com": ';
const received = `${call}received invalid webhook response: `;

describe('a patch', () => {
  it.each<[string, object, readonly [number, string]]>([
    ['is no JSON', raw('[{'), internal('')],
    [
      'is no list',
      raw('{}'),
      internal('json: cannot unmarshal object into Go value of type jsonpatch.Patch'),
    ],
    ['does not apply', patching({ op: 'remove', path: '/data/none' }), internal('')],
    ['is not sure', patching({ op: 'test', path: '/data', value: { a: 'b' } }), internal('')],
    ['has an operation that does not exist', patching({ op: 'shout', path: '/data' }), internal('')],
    [
      'breaks a type',
      patching({ op: 'add', path: '/data', value: 1 }),
      internal('json: cannot unmarshal number into Go struct field ConfigMap.data of type map[string]string'),
    ],
    ['leaves nothing', patching({ op: 'replace', path: '', value: null }), internal('')],
    ['makes something else', patching({ op: 'replace', path: '/kind', value: 'Secret' }), internal('')],
    ['takes the metadata away', patching({ op: 'remove', path: '/metadata' }), [400, '']],
    [
      'breaks a rule of the kind',
      patching({ op: 'add', path: '/data', value: { 'no good': 'x' } }),
      [422, 'ConfigMap "'],
    ],
    [
      'leads into another namespace',
      patching({ op: 'replace', path: '/metadata/namespace', value: 'kube-system' }),
      [400, 'the namespace of the provided object does not match the namespace sent on the request'],
    ],
    [
      'has 10,001 operations',
      patching(...Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/data', value: null }))),
      internal('The allowed maximum operations in a JSON patch is 10000, got 10001'),
    ],
    [
      'is of a type that nobody knows',
      { ...patching({ op: 'remove', path: '/x' }), patchType: 'Merge' },
      internal(`${call}unsupported patch type "Merge"`),
    ],
    [
      'is of no type',
      { patch: base64('[]') },
      internal(`${received}webhook returned response.patch but not response.patchType`),
    ],
    [
      'is not there',
      { patchType: 'JSONPatch' },
      internal(`${received}webhook returned response.patchType but not response.patch`),
    ],
    [
      'has an empty type',
      { patch: base64('[]'), patchType: '' },
      internal(`${received}webhook returned invalid response.patchType of ""`),
    ],
    [
      'is no base64',
      { patchType: 'JSONPatch', patch: '*' },
      internal(`${call}failed to call webhook: illegal base64`),
    ],
  ])('that %s has its request refused', async (_, response, [status, text]) => {
    hooks.at('/x', () => ({ ...response }));
    await one();
    const object = map();
    const answer = await create(object);
    expect(answer.status, answer.text).toBe(status);
    expect(answer.body.message.slice(0, text.length)).toBe(text);
    expect((await server.client.get(`${maps}/${object.metadata.name}`)).status).toBe(404);
  });

  it('is a fault whatever the failure policy, and counted as one', async () => {
    hooks.at('/x', () => patching({ op: 'remove', path: '/data/none' }));
    await one({ name: 'patch.example.com', failurePolicy: 'Ignore' });
    expect((await create()).status).toBe(500);
    const lines = await metricLines(server.client, 'apiserver_admission_webhook_rejection_count');
    expect(lines).toContain(
      'apiserver_admission_webhook_rejection_count{name="patch.example.com",type="admit",operation="CREATE",error_type="apiserver_internal_error",rejection_code="0"} 1',
    );
  });

  it('for what is deleted has nothing to change', async () => {
    const { metadata } = await done(create());
    hooks.at('/x', () => patching({ op: 'add', path: '/data', value: {} }));
    await one({ rules: [rule(['configmaps'], ['DELETE'])] });
    const answer = await server.client.delete(`${maps}/${metadata.name}`);
    expect([answer.status, answer.body.message]).toEqual(
      internal(
        'admission webhook "a.example.com" attempted to modify the object, which is not supported for this operation',
      ),
    );
    expect((await server.client.get(`${maps}/${metadata.name}`)).status).toBe(200);
  });

  it('may bring fields that nobody knows: they are left out', async () => {
    hooks.at('/x', () =>
      patching({ op: 'add', path: '/colour', value: 'red' }, { op: 'add', path: '/data', value: { a: 'b' } }),
    );
    await one();
    const created = await done(create());
    expect(created).not.toHaveProperty('colour');
    expect(created.data).toEqual({ a: 'b' });
  });

  it('does not make the server forget whose fields are whose', async () => {
    hooks.at('/x', () =>
      patching({ op: 'add', path: '/metadata/managedFields', value: [{ manager: 'm', operation: 'Steal' }] }),
    );
    await one();
    const answer = await create();
    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers['warning']).toContain(
      '.metadata.managedFields was in an invalid state after admission',
    );
    expect(JSON.stringify(answer.body.metadata.managedFields ?? [])).not.toContain('Steal');
  });

  it('in v1beta1 is a JSON patch whatever it says', async () => {
    hooks.at('/x', () => ({
      ...patching({ op: 'add', path: '/data', value: { a: 'b' } }),
      patchType: undefined,
    }));
    await one({ admissionReviewVersions: ['v1beta1'] });
    expect((await done(create())).data).toEqual({ a: 'b' });
  });
});
