import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAnswer, type Sentence, serverWith, startFault } from '../../support/admission.ts';
import type { TestServer } from '../../support/server.ts';

const maps = '/api/v1/namespaces/default/configmaps';
const denial = 'admission control is denying all modifications';

describe('AlwaysDeny', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await serverWith({ on: ['AlwaysAdmit', 'AlwaysDeny'] });
  });
  afterAll(() => server?.remove());

  const { post, put, del, get } = {
    post: (path: string, body: object) => server.client.post(path, body),
    put: (path: string, body: object) => server.client.put(path, body),
    del: (path: string) => server.client.delete(path),
    get: (path: string) => server.client.get(path),
  };
  const rows: Sentence[] = [
    [
      'nothing is created, whatever comes before it in the order',
      () => post(maps, { metadata: { name: 'a' } }),
      { status: 403, message: `configmaps "a" is forbidden: ${denial}`, shows: { details: { name: 'a' } } },
    ],
    [
      'of what has no name yet, the refusal shows what it would begin with',
      () => post(maps, { metadata: { generateName: 'a-' } }),
      { status: 403, message: `configmaps "a-" is forbidden: ${denial}` },
    ],
    [
      'nothing is updated',
      async () => {
        const { body } = await get('/api/v1/namespaces/default');
        return put('/api/v1/namespaces/default', {
          ...body,
          metadata: { ...body.metadata, labels: { a: 'b' } },
        });
      },
      { status: 403, message: `namespaces "default" is forbidden: ${denial}` },
    ],
    [
      'nothing is deleted',
      () => del('/apis/flowcontrol.apiserver.k8s.io/v1beta2/flowschemas/exempt'),
      {
        status: 403,
        message: `flowschemas.flowcontrol.apiserver.k8s.io "exempt" is forbidden: ${denial}`,
        shows: { details: { group: 'flowcontrol.apiserver.k8s.io', kind: 'flowschemas', name: 'exempt' } },
      },
    ],
    ['reading is no modification', () => get('/api/v1/namespaces/default'), { status: 200 }],
  ];
  it.each(rows)('%s', async (_, act, expected) => expectAnswer(await act(), expected));
});

describe('AlwaysAdmit', () => {
  it('lets everything pass that others let pass', async () => {
    const server = await serverWith({ on: ['AlwaysAdmit'] });
    try {
      expect((await server.client.post(maps, { metadata: { name: 'a' } })).status).toBe(201);
    } finally {
      await server.remove();
    }
  });
});

describe('a server does not start', () => {
  it.each([
    [{ on: ['NoSuchPlugin'] }, 'enable-admission-plugins plugin "NoSuchPlugin" is unknown'],
    [{ off: ['NoSuchPlugin'] }, 'disable-admission-plugins plugin "NoSuchPlugin" is unknown'],
    [
      { on: ['Priority'], off: ['Priority'] },
      '[Priority] in enable-admission-plugins and disable-admission-plugins',
    ],
    [{ flags: ['--default-not-ready-toleration-seconds=soon'] }, 'default-not-ready-toleration-seconds'],
  ])('with %j', async (options, text) => {
    expect(await startFault(options)).toContain(text);
  });
});
