import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import type { Attributes, Ruling } from '../../access/authorization/authorizer.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { ErrorTexts } from '../../api/meta/error-texts.ts';
import { stateOf } from '../request-state.ts';
import { authorization, authorizationRules } from './authorization.ts';
import { requestInfo } from './request-info.ts';

const ann = { name: 'ann', uid: '', groups: [], extra: {} };

/** The answer to a client when the authorizer decides so, at once or later; `asked` receives the attributes. */
async function answerOf(
  path: string,
  answer: (attributes: Attributes) => Ruling | Promise<Ruling>,
  asked: Attributes[] = [],
  release = '1.23',
): Promise<{ status: number; text: string; nosniff: boolean }> {
  const application = express();
  const filters = [
    requestInfo({ now: () => 0 }, { uuid: () => 'id' } as never, new ErrorTexts('1.23')),
    authorization(
      {
        authorize: (attributes) => {
          asked.push(attributes);
          return answer(attributes);
        },
      },
      authorizationRules(new FeatureGates(release)),
    ),
  ];
  application.use(filters[0]!.handle, (request, _, next) => {
    stateOf(request).user = ann;
    next();
  });
  application.use(filters[1]!.handle, (_, response) => void response.end('done'));
  const server = createServer(application).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } });
  const nosniff = response.headers.get('x-content-type-options') === 'nosniff';
  return { status: response.status, text: await response.text(), nosniff };
}

const pods = '/api/v1/namespaces/a/pods/b';
const no: Ruling = { verdict: 'no-opinion', reason: '' };
const yes: Ruling = { verdict: 'allow', reason: '' };
const refusal = 'User \\"ann\\" cannot get resource \\"pods\\" in API group \\"\\" in the namespace \\"a\\"';

test.each<[string, Ruling, number, string]>([
  ['what is allowed passes', yes, 200, 'done'],
  ['whatever went wrong on the way', { ...yes, error: 'no answer' }, 200, 'done'],
  ['what nobody knows about does not', no, 403, `pods \\"b\\" is forbidden: ${refusal}"`],
  ['nor what is denied', { verdict: 'deny', reason: 'so it is' }, 403, `${refusal}: so it is"`],
  [
    'what might have been allowed, had nothing gone wrong, is a problem',
    { ...no, reason: 'unheard', error: 'no <answer>' },
    500,
    `Internal Server Error: "${pods}": no &lt;answer&gt;\n`,
  ],
])('%s', async (_, ruling, status, text) => {
  for (const answer of [() => ruling, async () => ruling]) {
    const given = await answerOf(pods, answer);
    expect([given.status, given.nosniff]).toEqual([status, status !== 200]);
    if (status === 403) expect(given.text).toContain(text);
    else expect(given.text).toBe(text);
  }
});

test('all that a request is about is asked', async () => {
  const asked: Attributes[] = [];
  await answerOf('/apis/apps/v1/namespaces/a/deployments/b/scale', () => yes, asked);
  await answerOf('/logs/x', () => yes, asked);
  await answerOf('/api/v1/pods?watch=1&fieldSelector=metadata.name%3Dc', () => yes, asked);
  expect(asked).toEqual([
    {
      user: ann,
      verb: 'get',
      isResourceRequest: true,
      namespace: 'a',
      group: 'apps',
      version: 'v1',
      resource: 'deployments',
      subresource: 'scale',
      name: 'b',
      path: '/apis/apps/v1/namespaces/a/deployments/b/scale',
    },
    {
      user: ann,
      verb: 'get',
      isResourceRequest: false,
      namespace: '',
      group: '',
      version: '',
      resource: '',
      subresource: '',
      name: '',
      path: '/logs/x',
    },
    {
      user: ann,
      verb: 'watch',
      isResourceRequest: true,
      namespace: '',
      group: '',
      version: 'v1',
      resource: 'pods',
      subresource: '',
      name: 'c',
      path: '/api/v1/pods',
    },
  ]);
});

test.each(['exec', 'attach', 'portforward'])('a GET of %s is more than reading', async (subresource) => {
  const asked: Attributes[] = [];
  const reading = ({ verb }: Attributes): Ruling => (verb === 'get' ? yes : no);
  const { status, text } = await answerOf(`${pods}/${subresource}`, reading, asked);
  expect([status, asked.map(({ verb }) => verb)]).toEqual([403, ['get', 'create']]);
  expect(text).toContain(`cannot create resource \\"pods/${subresource}\\"`);
  expect((await answerOf(`${pods}/log`, reading)).status).toBe(200);
});

test.each<[string, string, object]>([
  [
    '1.36',
    '/api/v1/pods?fieldSelector=spec.nodeName%3Dn1&labelSelector=a%20in%20(c,b),!d,e%3E5',
    {
      fieldSelector: [{ key: 'spec.nodeName', operator: 'In', values: ['n1'] }],
      labelSelector: [
        { key: 'a', operator: 'In', values: ['b', 'c'] },
        { key: 'd', operator: 'DoesNotExist' },
      ],
    },
  ],
  ['1.36', '/api/v1/pods?fieldSelector=a%20b', { fieldSelector: undefined }],
  ['1.36', `${pods}?fieldSelector=a%3Db`, { fieldSelector: undefined }],
  ['1.31', '/api/v1/pods?fieldSelector=spec.nodeName%3Dn1', { fieldSelector: undefined }],
])('in %s the selectors of %s are seen by authorizers', async (release, path, expected) => {
  const asked: Attributes[] = [];
  await answerOf(path, () => yes, asked, release);
  const { fieldSelector, labelSelector } = asked[0]!;
  expect({ fieldSelector, labelSelector }).toMatchObject(expected);
});

test('from 1.35 on the refusal of a connection by GET is about the pod', async () => {
  const answer = ({ verb }: Attributes): Ruling => (verb === 'get' ? yes : { ...no, reason: 'so it is' });
  const { status, text } = await answerOf(`${pods}/exec`, answer, [], '1.35');
  expect(status).toBe(403);
  expect(JSON.parse(text)).toMatchObject({
    message: 'pods "b" is forbidden: so it is',
    details: { name: 'b', kind: 'pods' },
  });
});
