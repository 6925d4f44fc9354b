import { describe, expect, it } from 'vitest';
import { done, podWith } from '../../support/admission.ts';
import {
  configure,
  patching,
  rule,
  type TestWebhooks,
  unconfigureAll,
  webhook,
  withWebhooks,
} from '../../support/admission-webhooks.ts';
import type { Answer } from '../../support/api-client.ts';
import type { TestServer } from '../../support/server.ts';

let hooks: TestWebhooks;
let server: TestServer;
// The newest release in which Ingress has its old versions and its old group.
withWebhooks({ flags: ['--emulated-version=1.21'] }, (parts) => {
  ({ hooks, server } = parts);
});

const name = 'a.example.com';
const core = '/api/v1/namespaces/default';
let made = 0;
const newName = (): string => `object-${++made}`;
const one = (more: object) =>
  configure(server.client, 'validating', 'one', [webhook(name, hooks.clientConfig('/x'), more)]);

/** What a request is, in a word; acting on a pod makes that first. */
const acts: Record<string, () => Promise<Answer>> = {
  'create pod': () => server.client.post(`${core}/pods`, podWith(newName())),
  'delete pod': async () => {
    const { metadata } = await done(server.client.post(`${core}/pods`, podWith(newName())));
    return server.client.delete(`${core}/pods/${metadata.name}?gracePeriodSeconds=0`);
  },
  'update pod status': async () => {
    const pod = await done(server.client.post(`${core}/pods`, podWith(newName())));
    const status = { ...pod, status: { phase: 'Running' } };
    return server.client.put(`${core}/pods/${pod.metadata.name}/status`, status);
  },
  'create deployment': () => {
    const labels = { app: 'a' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const spec = { selector: { matchLabels: labels }, template };
    return server.client.post('/apis/apps/v1/namespaces/default/deployments', {
      metadata: { name: newName() },
      spec,
    });
  },
  'create namespace': () => server.client.post('/api/v1/namespaces', { metadata: { name: newName() } }),
  'create class': () =>
    server.client.post('/apis/scheduling.k8s.io/v1/priorityclasses', {
      metadata: { name: newName() },
      value: 1,
    }),
};

describe('rules', () => {
  it.each<[string, object, string, boolean]>([
    ['a resource by its name', rule(['pods']), 'create pod', true],
    ['no other resource', rule(['services']), 'create pod', false],
    ['no sub-resource by the name of its resource', rule(['pods'], ['*']), 'update pod status', false],
    ['one sub-resource', rule(['pods/status'], ['*']), 'update pod status', true],
    ['the sub-resources of a resource', rule(['pods/*'], ['UPDATE']), 'update pod status', true],
    ['the resource itself with its sub-resources', rule(['pods/*']), 'create pod', true],
    ['a sub-resource of all resources', rule(['*/status'], ['UPDATE']), 'update pod status', true],
    ['no resource by a sub-resource of all', rule(['*/status']), 'create pod', false],
    ['all resources', rule(['*']), 'create pod', true],
    ['all resources, not their sub-resources', rule(['*'], ['UPDATE']), 'update pod status', false],
    ['everything', rule(['*/*'], ['UPDATE']), 'update pod status', true],
    ['operations', rule(['pods'], ['DELETE']), 'delete pod', true],
    ['no other operation', rule(['pods'], ['CONNECT']), 'create pod', false],
    ['all operations', rule(['pods'], ['*']), 'delete pod', true],
    ['a group', rule(['deployments'], ['CREATE'], ['apps']), 'create deployment', true],
    ['no other group', rule(['*'], ['CREATE'], ['']), 'create deployment', false],
    ['a version', rule(['deployments'], ['CREATE'], ['apps'], ['v1']), 'create deployment', true],
    [
      'no version that is not there',
      rule(['deployments'], ['CREATE'], ['apps'], ['v9']),
      'create deployment',
      false,
    ],
    ['what is in a namespace', { ...rule(['*']), scope: 'Namespaced' }, 'create pod', true],
    ['a namespace as in none', { ...rule(['*']), scope: 'Namespaced' }, 'create namespace', false],
    ['what is in no namespace', { ...rule(['*']), scope: 'Cluster' }, 'create class', true],
    ['a namespace among what is in none', { ...rule(['*']), scope: 'Cluster' }, 'create namespace', true],
    ['nothing in a namespace then', { ...rule(['*']), scope: 'Cluster' }, 'create pod', false],
  ])('mean %s', async (_, given, act, isAsked) => {
    const before = act.startsWith('create') ? [] : ['CREATE'];
    await one({ rules: [given] });
    expect((await acts[act]!()).status).toBeLessThan(300);
    const asked = hooks.asked('/x').filter(({ operation }) => !before.includes(operation));
    expect(asked.length > 0).toBe(isAsked);
  });

  it('are fitted once, however many fit', async () => {
    await one({ rules: [rule(['*']), rule(['pods']), rule(['*/*'])] });
    await acts['create pod']!();
    expect(hooks.asked('/x')).toHaveLength(1);
  });
});

describe('nobody is asked about', () => {
  it('configurations of webhooks, so that a bad one can be taken away', async () => {
    hooks.at('/x', () => ({ allowed: false }));
    await one({ rules: [rule(['*/*'], ['*'])] });
    await configure(server.client, 'mutating', 'two', [
      webhook(name, hooks.clientConfig('/x'), { rules: [rule(['*/*'], ['*'])] }),
    ]);
    expect((await acts['create pod']!()).status).toBe(400);
    hooks.forget();
    await unconfigureAll(server.client);
    expect(hooks.asked('/x')).toEqual([]);
    expect((await acts['create pod']!()).status).toBe(201);
  });
});

it('webhooks are asked about questions about rights and tokens', async () => {
  await one({ rules: [rule(['*/*'], ['*'])] });
  const review = { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } };
  const rights = '/apis/authorization.k8s.io/v1';
  expect((await server.client.post(`${rights}/selfsubjectaccessreviews`, review)).status).toBe(201);
  const local = { ...review, metadata: { namespace: 'default' }, spec: { ...review.spec, user: 'jane' } };
  local.spec.resourceAttributes = { ...local.spec.resourceAttributes, namespace: 'default' } as never;
  const answer = await server.client.post(`${rights}/namespaces/default/localsubjectaccessreviews`, local);
  expect(answer.status).toBe(201);
  const token = { spec: { token: 'secret' } };
  expect((await server.client.post('/apis/authentication.k8s.io/v1/tokenreviews', token)).status).toBe(201);
  expect(hooks.asked('/x').map(({ operation, resource }) => `${operation} ${resource.resource}`)).toEqual([
    'CREATE selfsubjectaccessreviews',
    'CREATE localsubjectaccessreviews',
    'CREATE tokenreviews',
  ]);
});

describe('selectors', () => {
  const inNamespace = async (labels: object): Promise<string> => {
    const namespace = newName();
    await done(server.client.post('/api/v1/namespaces', { metadata: { name: namespace, labels } }));
    return namespace;
  };
  const chosen = { matchLabels: { team: 'red' } };
  const createIn = (namespace: string, labels?: object) =>
    server.client.post(`/api/v1/namespaces/${namespace}/configmaps`, {
      metadata: { name: newName(), labels },
    });

  it('of namespaces choose what is in them', async () => {
    const [red, blue] = [await inNamespace({ team: 'red' }), await inNamespace({ team: 'blue' })];
    await one({ namespaceSelector: chosen });
    await createIn(red);
    await createIn(blue);
    expect(hooks.asked('/x').map(({ namespace }) => namespace)).toEqual([red]);
  });

  it('of namespaces choose namespaces by what they are about to be', async () => {
    await one({ namespaceSelector: chosen, rules: [rule(['namespaces'], ['*'])] });
    const [red, blue] = [await inNamespace({ team: 'red' }), await inNamespace({ team: 'blue' })];
    const at = `/api/v1/namespaces/${blue}`;
    const turned = { metadata: { name: blue, labels: { team: 'red' } } };
    await done(server.client.put(at, turned));
    await server.client.delete(at);
    expect(hooks.asked('/x').map((asked) => [asked.operation, asked.name, asked.namespace])).toEqual([
      ['CREATE', red, red],
      ['UPDATE', blue, blue],
      ['DELETE', blue, blue],
    ]);
  });

  it('of namespaces leave out nothing that is in none', async () => {
    await one({ namespaceSelector: chosen, rules: [rule(['priorityclasses'])] });
    await acts['create class']!();
    expect(hooks.asked('/x')).toHaveLength(1);
  });

  it('of objects choose by the new state or by the old one', async () => {
    await one({ objectSelector: chosen, rules: [rule(['configmaps'], ['*'])] });
    const red = (await done(createIn('default', { team: 'red' }))).metadata.name;
    const blue = (await done(createIn('default', { team: 'blue' }))).metadata.name;
    const turn = (which: string, team: string) =>
      done(server.client.put(`${core}/configmaps/${which}`, { metadata: { name: which, labels: { team } } }));
    await turn(red, 'blue');
    await turn(blue, 'green');
    await turn(blue, 'red');
    await server.client.delete(`${core}/configmaps/${blue}`);
    await server.client.delete(`${core}/configmaps/${red}`);
    expect(hooks.asked('/x').map((asked) => [asked.operation, asked.name])).toEqual([
      ['CREATE', red],
      ['UPDATE', red],
      ['UPDATE', blue],
      ['DELETE', blue],
    ]);
  });

  it('of objects choose nothing that has no labels', async () => {
    await one({ objectSelector: chosen, rules: [rule(['pods/exec'], ['CONNECT'])] });
    await server.client.post(`${core}/pods/a/exec?command=ls`, undefined);
    expect(hooks.asked('/x')).toEqual([]);
  });

  it('of objects see what other webhooks have made of them', async () => {
    hooks.at('/paint', () => patching({ op: 'add', path: '/metadata/labels', value: { team: 'red' } }));
    await configure(server.client, 'mutating', 'a', [
      webhook('paint.example.com', hooks.clientConfig('/paint')),
      webhook('red.example.com', hooks.clientConfig('/red'), { objectSelector: chosen }),
    ]);
    await createIn('default');
    expect(hooks.asked('/red')).toHaveLength(1);
  });
});

describe('a rule for one version of an object', () => {
  const backend = { serviceName: 's', servicePort: 80 };
  const old = () => ({ metadata: { name: newName() }, spec: { backend } });
  const createOld = () => server.client.post('/apis/extensions/v1beta1/namespaces/default/ingresses', old());
  const ingress = (group: string, version: string) => ({
    kind: { group, version, kind: 'Ingress' },
    resource: { group, version, resource: 'ingresses' },
  });
  const ofNew = rule(['ingresses'], ['*'], ['networking.k8s.io'], ['v1']);

  it('means that version alone when it says so', async () => {
    await one({ matchPolicy: 'Exact', rules: [ofNew] });
    expect((await createOld()).status).toBe(201);
    expect(hooks.asked('/x')).toEqual([]);
  });

  it('means the object in all its versions and groups otherwise, and sees it in its own', async () => {
    await one({ matchPolicy: 'Equivalent', rules: [rule(['pods']), ofNew] });
    const { metadata } = await done(createOld());
    await server.client.delete(
      `/apis/networking.k8s.io/v1beta1/namespaces/default/ingresses/${metadata.name}`,
    );
    const { kind, resource } = ingress('networking.k8s.io', 'v1');
    const asOld = ingress('extensions', 'v1beta1');
    const asBeta = ingress('networking.k8s.io', 'v1beta1');
    const shown = {
      kind: 'Ingress',
      apiVersion: 'networking.k8s.io/v1',
      spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } },
    };
    expect(hooks.asked('/x')).toMatchObject([
      { kind, resource, requestKind: asOld.kind, requestResource: asOld.resource, object: shown },
      { kind, resource, requestKind: asBeta.kind, requestResource: asBeta.resource, oldObject: shown },
    ]);
  });

  it('prefers the version of the request', async () => {
    const both = rule(['ingresses'], ['*'], ['networking.k8s.io', 'extensions'], ['v1', 'v1beta1']);
    await one({ matchPolicy: 'Equivalent', rules: [ofNew, both] });
    await createOld();
    expect(hooks.asked('/x')).toMatchObject([
      {
        kind: ingress('extensions', 'v1beta1').kind,
        object: { apiVersion: 'extensions/v1beta1', spec: { backend } },
      },
    ]);
  });

  it('has its patches applied to what it saw', async () => {
    const seen: string[] = [];
    hooks.at('/new', ({ object }) => {
      seen.push(object.apiVersion);
      return patching({ op: 'replace', path: '/spec/defaultBackend/service/name', value: 'other' });
    });
    hooks.at('/old', ({ object }) => {
      seen.push(object.apiVersion, object.spec.backend.serviceName);
      return patching({ op: 'replace', path: '/spec/backend/servicePort', value: 81 });
    });
    const ofOld = rule(['ingresses'], ['*'], ['extensions'], ['v1beta1']);
    await configure(server.client, 'mutating', 'one', [
      webhook('new.example.com', hooks.clientConfig('/new'), { rules: [ofNew] }),
      webhook('old.example.com', hooks.clientConfig('/old'), { rules: [ofOld] }),
    ]);
    const created = await done(createOld());
    expect(seen).toEqual(['networking.k8s.io/v1', 'extensions/v1beta1', 'other']);
    expect(created).toMatchObject({
      apiVersion: 'extensions/v1beta1',
      spec: { backend: { serviceName: 'other', servicePort: 81 } },
    });
  });

  it('means the sub-resources of the object as well', async () => {
    await one({
      matchPolicy: 'Equivalent',
      rules: [rule(['ingresses/status'], ['*'], ['extensions'], ['v1beta1'])],
    });
    const ofNewVersion = {
      metadata: { name: newName() },
      spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } },
    };
    const at = '/apis/networking.k8s.io/v1/namespaces/default/ingresses';
    const created = await done(server.client.post(at, ofNewVersion));
    await done(server.client.put(`${at}/${created.metadata.name}/status`, created));
    expect(hooks.asked('/x')).toMatchObject([
      { subResource: 'status', requestSubResource: 'status', object: { apiVersion: 'extensions/v1beta1' } },
    ]);
  });
});

describe('a configuration', () => {
  it('counts from the moment that it is there, and until it is gone', async () => {
    hooks.at('/x', () => ({ allowed: false }));
    for (let round = 0; round < 5; round++) {
      await one({});
      const refused = await server.client.post(`${core}/configmaps`, { metadata: { name: newName() } });
      expect(refused.status).toBe(400);
      await unconfigureAll(server.client);
      const passed = await server.client.post(`${core}/configmaps`, { metadata: { name: newName() } });
      expect(passed.status).toBe(201);
    }
  });

  it('is asked all at once when it validates, and all are waited for', async () => {
    const under = { now: 0, most: 0 };
    const slow = async (): Promise<Record<string, unknown>> => {
      under.most = Math.max(under.most, ++under.now);
      await new Promise((resolve) => setTimeout(resolve, 200));
      under.now--;
      return {};
    };
    for (const path of ['/a', '/b', '/c']) hooks.at(path, slow);
    hooks.at('/d', () => ({ allowed: false, status: { message: 'first' } }));
    const all = ['/a', '/b', '/c', '/d'].map((path) =>
      webhook(`${path.slice(1)}.example.com`, hooks.clientConfig(path)),
    );
    await configure(server.client, 'validating', 'all', all);
    const answer = await server.client.post(`${core}/configmaps`, { metadata: { name: newName() } });
    expect(answer.body.message).toBe('admission webhook "d.example.com" denied the request: first');
    expect(under).toEqual({ now: 0, most: 3 });
  });

  it('is asked about each object of a collection that is deleted', async () => {
    const namespace = newName();
    await done(server.client.post('/api/v1/namespaces', { metadata: { name: namespace } }));
    const maps = `/api/v1/namespaces/${namespace}/configmaps`;
    await done(server.client.post(maps, { metadata: { name: 'gone' } }));
    await done(server.client.post(maps, { metadata: { name: 'kept' } }));
    hooks.at('/x', ({ name: which }) => ({ allowed: which !== 'kept' }));
    await one({ rules: [rule(['configmaps'], ['DELETE'])] });
    expect((await server.client.delete(maps)).status).toBe(400);
    expect((await server.client.get(`${maps}/kept`)).status).toBe(200);
    expect(hooks.asked('/x').map((asked) => asked.name)).toContain('kept');
  });
});
