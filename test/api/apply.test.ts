import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configMap, configMaps, deployment, deployments } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.remove());

const yaml = { 'content-type': 'application/apply-patch+yaml' };

const apply = (path: string, manager: string, body: unknown, query = '') =>
  server.client.send('PATCH', `${path}?fieldManager=${manager}${query}`, { headers: yaml, body });

const read = async (path: string): Promise<any> => (await server.client.get(path)).body;

const config = (name: string, data: Record<string, unknown>, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
  data,
});

/**
 * Who owns what, without times: [manager, operation, subresource, fields]. Appliers first, as they are served, and then
 * by manager: they are served by time before that, and a second may end in the middle of a test.
 */
const owners = (object: any): unknown[] =>
  (object.metadata.managedFields ?? [])
    .toSorted((a: any, b: any) => (a.operation + a.manager < b.operation + b.manager ? -1 : 1))
    .map(({ manager, operation, subresource, fieldsV1 }: any) => [
      manager,
      operation,
      subresource ?? '',
      fieldsV1,
    ]);

const data = (...keys: string[]) => ({ 'f:data': Object.fromEntries(keys.map((key) => [`f:${key}`, {}])) });

describe('apply', () => {
  it('creates what does not exist, from YAML', async () => {
    const path = `${configMaps}/new`;
    const answer = await apply(
      path,
      'a',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: new}\ndata: {x: "1"}\n',
    );
    expect(answer.status).toBe(201);
    expect(owners(answer.body)).toEqual([['a', 'Apply', '', data('x')]]);
    expect(answer.body.metadata.managedFields[0]).toMatchObject({ apiVersion: 'v1', fieldsType: 'FieldsV1' });
    expect(await read(path)).toEqual(answer.body);
  });

  it('that changes nothing writes nothing', async () => {
    const path = `${configMaps}/same`;
    const first = await apply(path, 'a', config('same', { x: '1' }));
    const second = await apply(path, 'a', config('same', { x: '1' }));
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
  });

  it('that is said again and again is worked out again when something changed', async () => {
    const path = `${configMaps}/again`;
    const first = await apply(path, 'a', config('again', { x: '1' }));
    for (let n = 0; n < 3; n++) {
      expect((await apply(path, 'a', config('again', { x: '1' }))).body).toEqual(first.body);
    }
    const other = await apply(path, 'b', config('again', { x: '1' }));
    expect(owners(other.body)).toHaveLength(2);
    const changed = await apply(path, 'b', config('again', { x: '2' }), '&force=true');
    expect(changed.body.data).toEqual({ x: '2' });
    const conflict = await apply(path, 'a', config('again', { x: '1' }));
    expect(conflict.body.message).toBe('Apply failed with 1 conflict: conflict with "b": .data.x');
    await apply(path, 'a', config('again', { x: '1' }), '&force=true');
    const { status, body } = await apply(path, 'a', config('again', { x: '1' }));
    expect([status, body.data]).toEqual([200, { x: '1' }]);
    await server.client.delete(path);
    expect((await apply(path, 'a', config('again', { x: '1' }))).status).toBe(201);
  });

  it('that changes nothing is still warned of what is said twice in it', async () => {
    const path = `${configMaps}/twice`;
    const text =
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"twice"},"data":{"x":"1","x":"2"}}';
    const warnings = ['299 - "line 1: key \\"x\\" already set in map"'];
    for (let n = 0; n < 3; n++) {
      const { headers } = await apply(path, 'a', text, '&fieldValidation=Warn');
      expect([headers['warning']].flat()).toEqual(warnings);
    }
  });

  it('takes out what it does not list any more, unless another manager owns it', async () => {
    const path = `${configMaps}/fewer`;
    await apply(path, 'a', config('fewer', { x: '1', y: '2', z: '3' }));
    await apply(path, 'b', config('fewer', { y: '2' }));
    const { body } = await apply(path, 'a', config('fewer', { z: '3' }));
    expect(body.data).toEqual({ y: '2', z: '3' });
    expect(owners(body)).toEqual([
      ['a', 'Apply', '', data('z')],
      ['b', 'Apply', '', data('y')],
    ]);
  });

  it('conflicts with whoever owns what it would change, field by field', async () => {
    const path = `${configMaps}/fought`;
    await apply(path, 'a', config('fought', { x: '1', y: '1' }));
    expect((await apply(path, 'b', config('fought', { x: '1' }))).status).toBe(200);
    const one = await apply(path, 'c', config('fought', { y: '2' }));
    expect(one).toMatchObject({ status: 409, body: { reason: 'Conflict', code: 409 } });
    expect(one.body.message).toBe('Apply failed with 1 conflict: conflict with "a": .data.y');
    expect(one.body.details).toEqual({
      causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "a"', field: '.data.y' }],
    });
    const more = await apply(path, 'c', config('fought', { x: '2', y: '2' }));
    expect(more.body.message).toBe(
      'Apply failed with 3 conflicts: conflicts with "a":\n- .data.x\n- .data.y\nconflicts with "b":\n- .data.x',
    );
    const forced = await apply(path, 'c', config('fought', { x: '2' }), '&force=true');
    expect(owners(forced.body)).toEqual([
      ['a', 'Apply', '', data('y')],
      ['c', 'Apply', '', data('x')],
    ]);
  });

  it('conflicts with an update, in the words that users know', async () => {
    await server.client.post(`${deployments}?fieldManager=a`, deployment('known', 1));
    const replicas = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'known' },
      spec: { replicas: 2 },
    };
    expect((await apply(`${deployments}/known`, 'b', replicas)).body.message).toBe(
      'Apply failed with 1 conflict: conflict with "a" using apps/v1: .spec.replicas',
    );
  });

  it('merges lists by their keys and takes single items out again', async () => {
    const path = `${deployments}/lists`;
    const of = (containers: object[]) => {
      const object = deployment('lists');
      delete object.spec.replicas;
      object.spec.template.spec.containers = containers;
      return object;
    };
    const main = {
      name: 'main',
      image: 'i:1',
      ports: [{ containerPort: 80 }, { containerPort: 80, protocol: 'UDP' }],
    };
    await apply(path, 'a', of([main]));
    const sidecar = { name: 'side', image: 's:1' };
    const both = await apply(path, 'b', of([sidecar]));
    expect(both.body.spec.template.spec.containers.map(({ name }: any) => name)).toEqual(['main', 'side']);
    const fewer = await apply(path, 'a', of([{ ...main, ports: [{ containerPort: 80 }] }]));
    const { containers } = fewer.body.spec.template.spec;
    expect(containers[0].ports).toEqual([{ containerPort: 80, protocol: 'TCP' }]);
    expect(containers[1]).toMatchObject(sidecar);
    expect((await apply(path, 'b', of([]))).body.spec.template.spec.containers).toHaveLength(1);
  });

  const binding = (name: string, subject: object) => ({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
    subjects: [subject],
  });
  const quota = (name: string, cpu: unknown) => ({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name },
    spec: { hard: { cpu } },
  });
  const bindings = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings';
  const quotas = '/api/v1/namespaces/default/resourcequotas';
  const jane = { kind: 'User', name: 'jane' };

  it.each<[string, string, object, object, string]>([
    [
      'an atomic list without its defaults',
      bindings,
      binding('plain', { ...jane, apiGroup: 'rbac.authorization.k8s.io' }),
      binding('plain', jane),
      '.subjects',
    ],
    ['another word for a quantity', quotas, quota('words', '1'), quota('words', '1000m'), '.spec.hard.cpu'],
    ['null for what is there', quotas, quota('nulls', '1'), quota('nulls', null), '.spec.hard.cpu'],
    [
      'a zero that objects leave out',
      deployments,
      { ...deployment('zero'), spec: { ...deployment('zero').spec, minReadySeconds: 0 } },
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'zero' },
        spec: { minReadySeconds: 0 },
      },
      '.spec.minReadySeconds',
    ],
    [
      'an empty map that objects leave out',
      configMaps,
      config('hollow', {}),
      config('hollow', { x: '1' }),
      '.data',
    ],
  ])(
    'counts as it is written: %s is a conflict, also when it comes to the same',
    async (_case, path, first, second, field) => {
      const { name } = (first as any).metadata;
      const created = await apply(`${path}/${name}`, 'a', first);
      expect(created.status).toBe(201);
      const answer = await apply(`${path}/${name}`, 'b', second);
      expect(answer.body.message).toBe(`Apply failed with 1 conflict: conflict with "a": ${field}`);
      const forced = await apply(`${path}/${name}`, 'b', second, '&force=true');
      expect(forced.status).toBe(200);
      expect(owners(forced.body).map(([manager]: any) => manager)).toContain('b');
    },
  );

  it('that only says the same in other words writes nothing, whatever the time', async () => {
    const path = `${deployments}/words`;
    const limited = (cpu: string) => {
      const object = deployment('words');
      object.spec.template.spec.containers[0].resources = { limits: { cpu } };
      return object;
    };
    const first = await apply(path, 'a', limited('1000m'));
    expect(first.body.spec.template.spec.containers[0].resources).toEqual({ limits: { cpu: '1' } });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await apply(path, 'a', limited('1.0'))).body).toEqual(first.body);
    expect((await apply(path, 'a', limited('1'))).body).toEqual(first.body);
  });

  it('keeps what never stood in the object, also when what it would have stood in is gone', async () => {
    const path = `${deployments}/kept`;
    const first = deployment('kept');
    first.spec.template.spec.containers.push({ name: 'side', image: 's:1', args: [] });
    await apply(path, 'a', first);
    const { body } = await server.client.send('PATCH', `${path}?fieldManager=b`, {
      headers: { 'content-type': 'application/strategic-merge-patch+json' },
      body: { spec: { template: { spec: { containers: [{ $patch: 'delete', name: 'side' }] } } } },
    });
    const fields = body.metadata.managedFields[0].fieldsV1['f:spec']['f:template']['f:spec'];
    expect(fields['f:containers']['k:{"name":"side"}']).toEqual({ 'f:args': {} });
  });

  it('that takes out the last of a map leaves the map itself to whoever owns it', async () => {
    const path = `${configMaps}/emptied`;
    await server.client.post(
      `${configMaps}?fieldManager=a`,
      configMap('emptied', { x: '1' }, { annotations: { n: '1' } }),
    );
    await apply(path, 'b', config('emptied', { y: '1' }, { annotations: { n: '2' } }), '&force=true');
    const { body } = await apply(path, 'b', config('emptied', { y: '1' }));
    expect(body.metadata).not.toHaveProperty('annotations');
    expect(owners(body)).toEqual([
      ['b', 'Apply', '', data('y')],
      ['a', 'Update', '', { 'f:data': { '.': {}, 'f:x': {} }, 'f:metadata': { 'f:annotations': {} } }],
    ]);
  });

  it('owns references to owners and other small things as one', async () => {
    const path = `${configMaps}/owned`;
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u' };
    const { body } = await apply(path, 'a', config('owned', { x: '1' }, { ownerReferences: [owner] }));
    const one = { 'k:{"uid":"u"}': {} };
    expect(owners(body)).toEqual([
      ['a', 'Apply', '', { ...data('x'), 'f:metadata': { 'f:ownerReferences': one } }],
    ]);
    const other = config('owned', {}, { ownerReferences: [{ ...owner, controller: true }] });
    expect((await apply(path, 'b', other)).body.message).toBe(
      'Apply failed with 1 conflict: conflict with "a": .metadata.ownerReferences[uid="u"]',
    );
    const made = await server.client.post(configMaps, configMap('made', {}, { ownerReferences: [owner] }), {
      headers: { 'user-agent': 'one/1' },
    });
    expect(owners(made.body)).toEqual([
      ['one', 'Update', '', { 'f:metadata': { 'f:ownerReferences': { '.': {}, ...one } } }],
    ]);
  });

  it('on the status owns the status, under its own entry', async () => {
    const path = `${deployments}/status`;
    await server.client.post(`${deployments}?fieldManager=a`, deployment('status'));
    const status = { replicas: 3 };
    const body = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'status' },
      spec: { replicas: 9 },
      status,
    };
    const answer = await apply(`${path}/status`, 'a', body);
    expect(answer).toMatchObject({ status: 200, body: { spec: { replicas: 1 }, status } });
    expect(owners(answer.body)[0]).toEqual(['a', 'Apply', 'status', { 'f:status': { 'f:replicas': {} } }]);
    const missing = await apply(`${deployments}/none/status`, 'a', { ...body, metadata: { name: 'none' } });
    expect(missing.status).toBe(404);
  });

  it('on the status owns none of the metadata that stays as it is stored', async () => {
    const path = `${deployments}/labelled`;
    const labelled = deployment('labelled');
    labelled.metadata.labels = { x: '1' };
    await apply(path, 'a', labelled);
    const merge = { 'content-type': 'application/merge-patch+json' };
    const metadata = { labels: { x: '2', y: '2' }, annotations: { n: '2' } };
    const { body } = await server.client.send('PATCH', `${path}/status?fieldManager=b`, {
      headers: merge,
      body: { metadata, status: { replicas: 1 } },
    });
    expect(body.metadata).toMatchObject({ labels: { x: '1' }, annotations: { n: '2' } });
    const [first, second] = owners(body) as any[];
    expect(first[3]['f:metadata']).toEqual({ 'f:labels': { 'f:x': {} } });
    expect(second).toEqual([
      'b',
      'Update',
      'status',
      {
        'f:metadata': { 'f:annotations': { '.': {}, 'f:n': {} } },
        'f:status': { 'f:replicas': {} },
      },
    ]);
    const status = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'labelled', labels: { x: '3' } },
      status: { readyReplicas: 1 },
    };
    const applied = await apply(`${path}/status`, 'c', status);
    expect(applied).toMatchObject({ status: 200, body: { metadata: { labels: { x: '1' } } } });
    expect(owners(applied.body)).toContainEqual([
      'c',
      'Apply',
      'status',
      { 'f:status': { 'f:readyReplicas': {} } },
    ]);
  });

  it('on the scale owns the replicas of the object', async () => {
    const path = `${deployments}/scaled`;
    await server.client.post(`${deployments}?fieldManager=a`, deployment('scaled'));
    const scale = (replicas: number) => ({
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'scaled' },
      spec: { replicas },
    });
    expect((await apply(`${path}/scale`, 'hpa', scale(4))).body.message).toBe(
      'Apply failed with 1 conflict: conflict with "a" using apps/v1: .spec.replicas',
    );
    expect((await apply(`${path}/scale`, 'hpa', scale(4), '&force=true')).body).toMatchObject({
      kind: 'Scale',
      spec: { replicas: 4 },
    });
    const replicas = { 'f:spec': { 'f:replicas': {} } };
    expect(owners(await read(path))[0]).toEqual(['hpa', 'Apply', 'scale', replicas]);
    await server.client.put(`${path}/scale?fieldManager=me`, scale(5));
    expect(owners(await read(path))).toContainEqual(['me', 'Update', 'scale', replicas]);
  });

  it('on the scale leaves alone what a client remembers of the object', async () => {
    const path = `${deployments}/remembered`;
    const remembered = deployment('remembered');
    const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
    remembered.metadata.annotations = { [annotation]: JSON.stringify(deployment('remembered')) };
    await server.client.post(`${deployments}?fieldManager=a`, remembered);
    const scale = {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'remembered' },
      spec: { replicas: 4 },
    };
    expect((await apply(`${path}/scale`, 'kubectl', scale)).body.message).toBe(
      'Apply failed with 1 conflict: conflict with "a" using apps/v1: .spec.replicas',
    );
    expect((await apply(`${path}/scale`, 'kubectl', scale, '&force=true')).status).toBe(200);
    const object = await read(path);
    expect(object.spec.replicas).toBe(4);
    expect(object.metadata.annotations).toEqual(remembered.metadata.annotations);
  });

  it('in one version meets what was set in another', async () => {
    const older = '/apis/batch/v1beta1/namespaces/default/cronjobs/tick';
    const newer = '/apis/batch/v1/namespaces/default/cronjobs/tick';
    const containers = [{ name: 'c', image: 'i' }];
    const job = (apiVersion: string, schedule: string) => ({
      apiVersion,
      kind: 'CronJob',
      metadata: { name: 'tick' },
      spec: {
        schedule,
        jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', containers } } } },
      },
    });
    expect((await apply(older, 'a', job('batch/v1beta1', '1 * * * *'))).status).toBe(201);
    const answer = await apply(newer, 'b', job('batch/v1', '2 * * * *'));
    expect(answer.body.message).toBe('Apply failed with 1 conflict: conflict with "a": .spec.schedule');
    const again = await apply(newer, 'a', job('batch/v1', '2 * * * *'));
    expect(again.body.metadata.managedFields).toMatchObject([{ manager: 'a', apiVersion: 'batch/v1' }]);
    const { schedule: _, ...rest } = job('batch/v1beta1', '').spec;
    const partial = { apiVersion: 'batch/v1beta1', kind: 'CronJob', metadata: { name: 'tick' }, spec: rest };
    expect((await apply(older, 'a', { ...partial, spec: { ...rest, suspend: true } })).status).toBe(422);
  });

  it('with dryRun does everything but the write', async () => {
    const path = `${configMaps}/dry`;
    expect((await apply(path, 'a', config('dry', { x: '1' }), '&dryRun=All')).status).toBe(201);
    expect((await read(path)).code).toBe(404);
    await apply(path, 'a', config('dry', { x: '1' }));
    const before = await read(path);
    expect((await apply(path, 'a', config('dry', { x: '2' }), '&dryRun=All')).body.data).toEqual({ x: '2' });
    expect(await read(path)).toEqual(before);
  });

  it('holds to the uid and the resourceVersion that it names', async () => {
    const path = `${configMaps}/guarded`;
    const uid = '00000000-0000-0000-0000-000000000000';
    expect((await apply(path, 'a', config('guarded', {}, { uid }))).body.message).toBe(
      `Operation cannot be fulfilled on configmaps "guarded": uid mismatch: the provided object specified uid ${uid}, and no existing object was found`,
    );
    const { body } = await apply(path, 'a', config('guarded', { x: '1' }));
    const other = await apply(path, 'a', config('guarded', { x: '2' }, { uid }));
    expect(other.status).toBe(422);
    expect(other.body.message).toContain(`metadata.uid: Invalid value: "${uid}": field is immutable`);
    expect((await apply(path, 'a', config('guarded', { x: '2' }, { resourceVersion: '1' }))).status).toBe(
      409,
    );
    const { resourceVersion } = body.metadata;
    expect((await apply(path, 'a', config('guarded', { x: '2' }, { resourceVersion }))).status).toBe(200);
  });

  it('by many at once leaves each its own', async () => {
    const path = `${configMaps}/crowd`;
    const names = Array.from({ length: 20 }, (_, index) => `m${index}`);
    const answers = await Promise.all(
      names.map((name) => apply(path, name, config('crowd', { [name]: name }))),
    );
    expect(answers.every(({ status }) => status === 200 || status === 201)).toBe(true);
    const object = await read(path);
    expect(Object.keys(object.data).sort()).toEqual([...names].sort());
    expect(owners(object)).toHaveLength(20);
  });
});

describe('the order of items', () => {
  const withFinalizers = (name: string, letters: string) =>
    config(name, { x: '1' }, { finalizers: [...letters].map((letter) => `x.example/${letter}`) });
  const orderOf = ({ body }: { body: any }): string =>
    body.metadata.finalizers.map((one: string) => one.slice(-1)).join('');

  it('is that of what is applied', async () => {
    const path = `${configMaps}/ordered`;
    await apply(path, 'a', withFinalizers('ordered', 'abc'));
    expect(orderOf(await apply(path, 'b', withFinalizers('ordered', 'nb')))).toBe('anbc');
    const turned = await apply(path, 'a', withFinalizers('ordered', 'cba'));
    expect(orderOf(turned)).toBe('ncba');
    expect((await read(path)).metadata).toEqual(turned.body.metadata);
  });

  it('is not written again when it is the same', async () => {
    const path = `${configMaps}/in-order`;
    await apply(path, 'a', withFinalizers('in-order', 'abc'));
    const turned = await apply(path, 'a', withFinalizers('in-order', 'cba'));
    // Other bytes, so that the server looks at them.
    const again = await apply(path, 'a', JSON.stringify(withFinalizers('in-order', 'cba'), null, 1));
    expect(again.body.metadata).toEqual(turned.body.metadata);
  });
});

describe('a configuration that is none', () => {
  const path = `${configMaps}/bad`;
  const good = config('bad', { x: '1' });
  it.each<[string, number, string | RegExp, unknown, string?]>([
    ['without a manager', 422, /fieldManager: Required value: is required for apply patch$/, good, ''],
    ['of a long manager', 422, /fieldManager: Too long/, good, 'm'.repeat(129)],
    [
      'with a record of owners',
      400,
      'metadata.managedFields must be nil',
      config('bad', {}, { managedFields: [] }),
    ],
    [
      'of another version',
      400,
      'Incorrect version specified in apply patch. Specified patch version: v2, expected: v1',
      { ...good, apiVersion: 'v2' },
    ],
    ['of another kind', 400, 'invalid object type: /v1, Kind=Secret', { ...good, kind: 'Secret' }],
    ['that is no YAML', 400, /^error decoding YAML: /, 'a: [', 'a'],
    ['that is a list', 400, /^error decoding YAML: .*cannot unmarshal array/, '- a\n', 'a'],
    ['that is a bomb', 400, /^error decoding YAML: /, bomb()],
    [
      'with an unknown field',
      500,
      'failed to create typed patch object: .spec: field not declared in schema',
      { ...good, spec: {} },
    ],
    [
      'with a number for a text',
      500,
      'failed to create typed patch object: .data.x: expected string, got &value.valueUnstructured{Value:1}',
      config('bad', { x: 1 }),
    ],
    [
      'with the same item twice',
      500,
      'failed to create typed patch object: .metadata.ownerReferences: duplicate entries for key [uid="u"]',
      config('bad', {}, { ownerReferences: [{ uid: 'u' }, { uid: 'u' }] }),
    ],
    [
      'with an item without its key',
      500,
      'failed to create typed patch object: .metadata.ownerReferences: element 0: associative list with keys has an element that omits key field "uid" (and doesn\'t have default value)',
      config('bad', {}, { ownerReferences: [{ name: 'u' }] }),
    ],
  ])('%s is refused', async (_case, status, message, body, manager = 'a') => {
    const answer = await apply(path, manager, body);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
    expect((await read(path)).code).toBe(404);
  });

  it.each(['Ignore', 'Warn', 'Strict'])(
    'with a name that is misspelt in a rule of a NetworkPolicy opens nothing, with fieldValidation=%s',
    async (validation) => {
      const policies = '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies/misspelt';
      const answer = await server.client.send(
        'PATCH',
        `${policies}?fieldManager=a&fieldValidation=${validation}`,
        {
          headers: { 'content-type': 'application/apply-patch+yaml' },
          body: {
            apiVersion: 'networking.k8s.io/v1',
            kind: 'NetworkPolicy',
            metadata: { name: 'misspelt' },
            spec: { podSelector: {}, ingress: [{ form: [{ podSelector: {} }] }] },
          },
        },
      );
      expect(answer.status).toBe(500);
      expect(answer.body.message).toBe(
        'failed to create typed patch object: .spec.ingress[0].form: field not declared in schema',
      );
      expect((await read(policies)).code).toBe(404);
    },
  );

  it('with keys that are names elsewhere is data', async () => {
    const text =
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"proto"},"data":{"__proto__":"1","constructor":"2"}}';
    const answer = await apply(`${configMaps}/proto`, 'a', text);
    expect(answer.status).toBe(201);
    expect(answer.text).toContain('"data":{"__proto__":"1","constructor":"2"}');
    expect(answer.text).toContain('{"f:data":{"f:__proto__":{},"f:constructor":{}}}');
    expect((await apply(`${configMaps}/proto`, 'a', text)).text).toBe(answer.text);
  });
});

describe('the record of owners', () => {
  const agent = (name: string) => ({ headers: { 'user-agent': `${name}/v1.2 (linux/amd64)` } });

  it('begins with the creation, under the name of the program', async () => {
    const { body } = await server.client.post(configMaps, configMap('begun', { x: '1' }), agent('tool'));
    expect(owners(body)).toEqual([['tool', 'Update', '', { 'f:data': { '.': {}, 'f:x': {} } }]]);
  });

  it('gives a changed field to its writer and a removed one to nobody', async () => {
    const path = `${configMaps}/moved`;
    const { body } = await server.client.post(
      configMaps,
      configMap('moved', { x: '1', y: '1', z: '1' }),
      agent('one'),
    );
    body.data = { x: '2', y: '1' };
    const answer = await server.client.put(path, body, agent('two'));
    expect(owners(answer.body)).toEqual([
      ['one', 'Update', '', { 'f:data': { '.': {}, 'f:y': {} } }],
      ['two', 'Update', '', data('x')],
    ]);
  });

  it('is kept for status and scale apart', async () => {
    const path = `${deployments}/parts`;
    await server.client.post(deployments, deployment('parts'), agent('one'));
    const merge = { 'content-type': 'application/merge-patch+json', 'user-agent': 'two/1' };
    const status = { spec: { replicas: 7 }, status: { observedGeneration: 1 } };
    await server.client.send('PATCH', `${path}/status`, { headers: merge, body: status });
    const scale = { spec: { replicas: 2 } };
    await server.client.send('PATCH', `${path}/scale`, { headers: merge, body: scale });
    const later = owners(await read(path)).slice(1);
    expect(later).toHaveLength(2);
    // By time, in seconds, before subresource: the order depends on the second in which they wrote.
    expect(later).toEqual(
      expect.arrayContaining([
        ['two', 'Update', 'scale', { 'f:spec': { 'f:replicas': {} } }],
        ['two', 'Update', 'status', { 'f:status': { 'f:observedGeneration': {} } }],
      ]),
    );
  });

  it('survives a client that leaves it out, and is dropped by an empty list', async () => {
    const path = `${configMaps}/careless`;
    const before = (await server.client.post(configMaps, configMap('careless', { x: '1' }), agent('one')))
      .body;
    const { managedFields: _, ...metadata } = before.metadata;
    expect((await server.client.put(path, { ...before, metadata }, agent('two'))).body).toEqual(before);
    const { resourceVersion: _version, ...identity } = metadata;
    const empty = { ...before, metadata: { ...identity, managedFields: [] } };
    const dropped = await server.client.put(path, empty, agent('two'));
    expect(dropped.body.metadata).toEqual({ ...metadata, resourceVersion: expect.any(String) });
  });

  it('is dropped by a list of one empty entry, and whoever changes something along with it owns that', async () => {
    const path = `${configMaps}/reset`;
    await server.client.post(configMaps, configMap('reset', { x: '1', y: '1' }), agent('one'));
    const merge = { 'content-type': 'application/merge-patch+json', 'user-agent': 'two/1' };
    const both = { metadata: { managedFields: [{}] }, data: { y: '2' } };
    const reset = await server.client.send('PATCH', path, { headers: merge, body: both });
    expect(owners(reset.body)).toEqual([['two', 'Update', '', data('y')]]);
    const alone = { metadata: { managedFields: [{}] } };
    const bare = await server.client.send('PATCH', path, { headers: merge, body: alone });
    expect(bare.body.metadata).not.toHaveProperty('managedFields');
    const untracked = await server.client.send('PATCH', path, { headers: merge, body: { data: { y: '3' } } });
    expect(untracked.body.metadata).not.toHaveProperty('managedFields');
    const applied = await apply(path, 'a', config('reset', { z: '1' }));
    expect(owners(applied.body)).toEqual([
      ['a', 'Apply', '', data('z')],
      ['before-first-apply', 'Update', '', { 'f:data': { '.': {}, 'f:x': {}, 'f:y': {} } }],
    ]);
  });

  it('remembers ten writers, the oldest of them as one', async () => {
    const path = `${configMaps}/many`;
    await server.client.post(`${configMaps}?fieldManager=w00`, configMap('many', { w00: '' }));
    const merge = { 'content-type': 'application/merge-patch+json' };
    for (let writer = 1; writer <= 12; writer++) {
      const name = `w${String(writer).padStart(2, '0')}`;
      await server.client.send('PATCH', `${path}?fieldManager=${name}`, {
        headers: merge,
        body: { data: { [name]: '' } },
      });
    }
    const entries = (await read(path)).metadata.managedFields;
    expect(entries).toHaveLength(10);
    const bucket = entries.find(({ manager }: any) => manager === 'ancient-changes');
    expect(Object.keys(bucket.fieldsV1['f:data'])).toHaveLength(5);
  });

  it('never has what the system says', async () => {
    const { body } = await server.client.post(deployments, deployment('system'), agent('one'));
    expect(Object.keys(body.metadata.managedFields[0].fieldsV1)).toEqual(['f:spec']);
  });
});

function bomb(): string {
  const lines = ['a: &a0 [x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 9; level++) {
    const alias = `*a${level - 1}`;
    lines.push(`k${level}: &a${level} [${Array.from({ length: 9 }, () => alias).join(', ')}]`);
  }
  return `${lines.join('\n')}\n`;
}
