import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { done, expectAnswer, type Sentence, serverWith } from '../../support/admission.ts';
import type { TestServer } from '../../support/server.ts';

const map = (name: string): object => ({ metadata: { name } });
const maps = (namespace: string): string => `/api/v1/namespaces/${namespace}/configmaps`;
const missing = (namespace: string) => ({
  status: 404,
  message: `namespaces "${namespace}" not found`,
  shows: { reason: 'NotFound', details: { name: namespace, kind: 'namespaces' } },
});

/** A namespace that was deleted and that something of it still keeps. */
async function terminating({ client }: TestServer, name: string): Promise<void> {
  await done(client.post('/api/v1/namespaces', { metadata: { name } }));
  await done(client.post(maps(name), map('before')));
  await done(client.delete(`/api/v1/namespaces/${name}`));
}

describe('NamespaceLifecycle, on by default', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await serverWith({});
    await terminating(server, 'going');
    await done(server.client.post('/api/v1/namespaces', { metadata: { name: 'there' } }));
  });
  afterAll(() => server?.remove());
  const immortal = (name: string) => ({
    status: 403,
    message: `namespaces "${name}" is forbidden: this namespace may not be deleted`,
  });

  const rows: Sentence[] = [
    ...['default', 'kube-system', 'kube-public'].map(
      (name): Sentence => [
        `${name} may not be deleted`,
        () => server.client.delete(`/api/v1/namespaces/${name}`),
        immortal(name),
      ],
    ),
    [
      'kube-node-lease may, and is made again by the server',
      () => server.client.delete('/api/v1/namespaces/kube-node-lease?dryRun=All'),
      { status: 200 },
    ],
    [
      'nothing is created in a namespace that is missing',
      () => server.client.post(maps('nowhere'), map('a')),
      missing('nowhere'),
    ],
    [
      'nor by an update that may create',
      () =>
        server.client.put('/apis/coordination.k8s.io/v1/namespaces/nowhere/leases/a', {
          metadata: { name: 'a' },
          spec: {},
        }),
      missing('nowhere'),
    ],
    [
      'a question about a missing namespace is answered',
      () =>
        server.client.post('/apis/authorization.k8s.io/v1/namespaces/nowhere/localsubjectaccessreviews', {
          spec: { user: 'jane', resourceAttributes: { namespace: 'nowhere', verb: 'get', resource: 'pods' } },
        }),
      { status: 201 },
    ],
    [
      'nothing new comes into a namespace that is being terminated',
      () => server.client.post(maps('going'), map('a')),
      {
        status: 403,
        message:
          'configmaps "a" is forbidden: unable to create new content in namespace going because it is being terminated',
        shows: {
          details: {
            name: 'a',
            kind: 'configmaps',
            causes: [
              {
                reason: 'NamespaceTerminating',
                message: 'namespace going is being terminated',
                field: 'metadata.namespace',
              },
            ],
          },
        },
      },
    ],
    [
      'what is in it can be updated',
      () => server.client.put(`${maps('going')}/before`, { ...map('before'), data: { a: 'b' } }),
      { status: 200 },
    ],
    ['and deleted', () => server.client.delete(`${maps('going')}/before`), { status: 200 }],
    [
      'the namespace itself can be labelled',
      async () => {
        const { body } = await server.client.get('/api/v1/namespaces/going');
        return server.client.put('/api/v1/namespaces/going', {
          ...body,
          metadata: { ...body.metadata, labels: { ...body.metadata.labels, a: 'b' } },
        });
      },
      { status: 200 },
    ],
    [
      'everywhere else things are created',
      () => server.client.post(maps('there'), map('a')),
      { status: 201 },
    ],
    [
      'also right after the namespace itself',
      async () => {
        await done(server.client.post('/api/v1/namespaces', { metadata: { name: 'fresh' } }));
        return server.client.post(maps('fresh'), map('a'));
      },
      { status: 201 },
    ],
    [
      'and what is in no namespace',
      () => server.client.post('/api/v1/nodes', { metadata: { name: 'n' } }),
      { status: 201 },
    ],
  ];
  it.each(rows)('%s', async (_, act, expected) => expectAnswer(await act(), expected));

  it('takes nothing once the deletion is answered, however many create in it at that time', async () => {
    const { client } = server;
    for (let round = 0; round < 5; round++) {
      const name = `race-${round}`;
      await done(client.post('/api/v1/namespaces', { metadata: { name } }));
      const creations = Array.from({ length: 20 }, (_, n) => client.post(maps(name), map(`m${n}`)));
      await done(client.delete(`/api/v1/namespaces/${name}`));
      const after = await client.post(maps(name), map('late'));
      expect([403, 404]).toContain(after.status);
      for (const { status } of await Promise.all(creations)) expect([201, 403, 404]).toContain(status);
    }
  });
});

describe('NamespaceExists', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await serverWith({ on: ['NamespaceExists'], off: ['NamespaceLifecycle'] });
  });
  afterAll(() => server?.remove());

  const rows: Sentence[] = [
    [
      'nothing is created in a namespace that is missing',
      () => server.client.post(maps('nowhere'), map('a')),
      missing('nowhere'),
    ],
    ['elsewhere it is', () => server.client.post(maps('default'), map('a')), { status: 201 }],
    ['namespaces are in none', () => server.client.post('/api/v1/namespaces', map('new')), { status: 201 }],
    [
      'what was left in a namespace that has gone is not deleted either',
      async () => {
        await done(server.client.post('/api/v1/namespaces', { metadata: { name: 'gone' } }));
        await done(server.client.post(maps('gone'), map('left')));
        const { body } = await server.client.delete('/api/v1/namespaces/gone');
        await done(
          server.client.put('/api/v1/namespaces/gone/finalize', { ...body, spec: { finalizers: [] } }),
        );
        return server.client.delete(`${maps('gone')}/left`);
      },
      missing('gone'),
    ],
  ];
  it.each(rows)('%s', async (_, act, expected) => expectAnswer(await act(), expected));
});

describe('NamespaceAutoProvision', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await serverWith({ on: ['NamespaceAutoProvision'] });
  });
  afterAll(() => server?.remove());

  const rows: Sentence[] = [
    [
      'a dry run does not create a namespace',
      () => server.client.post(`${maps('made')}?dryRun=All`, map('a')),
      missing('made'),
    ],
    [
      'what is created in a missing namespace creates that first',
      () => server.client.post(maps('made'), map('a')),
      { status: 201 },
    ],
    [
      'with all that a namespace has',
      () => server.client.get('/api/v1/namespaces/made'),
      { status: 200, shows: { spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } } },
    ],
    [
      'a name that no namespace can have is refused',
      () => server.client.post(maps('Bad_Name'), map('a')),
      {
        status: 403,
        message: /^configmaps "a" is forbidden: Namespace "Bad_Name" is invalid: metadata.name: /,
      },
    ],
  ];
  it.each(rows)('%s', async (_, act, expected) => expectAnswer(await act(), expected));

  it('creates it once for all who need it at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => server.client.post(maps('at-once'), map(`m${n}`))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
  });
});
