import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { define, definition, tabs } from '../../support/custom-resources.ts';
import { configMaps } from '../../support/objects.ts';
import type { TestServer } from '../../support/server.ts';
import { attackServer } from '../support/beside.ts';
import { listForms } from '../support/lists.ts';
import { attackWith, copies, maxBodyBytes, objectBytes } from '../support/requests.ts';

/** Bodies in JSON whose smallest parts are as many as a body has room for. */

const pods = '/api/v1/namespaces/default/pods';
const policies = '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies';
const roomForValues = maxBodyBytes - 300;

let server: TestServer;
beforeAll(async () => {
  server = await attackServer();
  await define(server, definition());
});
afterAll(() => server?.remove());

const custom = (list: string): string =>
  `{"kind":"Tab","apiVersion":"g.example/v1","metadata":{"name":"t"},"spec":{"list":[${list}]}}`;
const pod = (spec: string): string => `{"metadata":{"name":"p"},"spec":{${spec}}}`;
const values = (text: string, bytes = roomForValues): string => copies(text, bytes);

const bodies: [string, string, string][] = [
  ...[
    ...['1e1', '1e-1', '1E5', '-0.0e0', '1.5e300', '1e400', '1e-400', '12345678901234567890', '1e19'],
    ...['0.1', '-0', '100000e-5', '1.0', `1${'0'.repeat(300)}`, `1e${'0'.repeat(300)}1`],
  ].map((text): [string, string, string] => [
    `numbers like ${text.slice(0, 20)}`,
    tabs,
    custom(values(text)),
  ]),
  ['one number of 3 MB', tabs, custom('1'.repeat(roomForValues))],
  ['one number with an exponent of 3 MB', tabs, custom(`1e${'1'.repeat(roomForValues - 2)}`)],
  ['numbers in a pod', pods, pod(`"priority":1e0,"containers":[${values('{"stdin":1e1}')}]`)],
  ['empty items', tabs, custom(values('{}'))],
  ['empty items as many as an object may have', tabs, custom(values('{}', objectBytes))],
  ['empty lists', tabs, custom(values('[]'))],
  ['empty texts', tabs, custom(values('""'))],
  ['nulls', tabs, custom(values('null'))],
  ['empty containers', pods, pod(`"containers":[${values('{}')}]`)],
  ['empty volumes', pods, pod(`"volumes":[${values('{}')}]`)],
  ['null containers', pods, pod(`"containers":[${values('null')}]`)],
  ['empty ports of a container', pods, pod(`"containers":[{"name":"c","ports":[${values('{}')}]}]`)],
  ['empty environment of a container', pods, pod(`"containers":[{"name":"c","env":[${values('{}')}]}]`)],
  ['empty owners', configMaps, `{"metadata":{"name":"o","ownerReferences":[${values('{}')}]}}`],
  ['empty managers', configMaps, `{"metadata":{"name":"o","managedFields":[${values('{}')}]}}`],
  ['empty finalizers', configMaps, `{"metadata":{"name":"o","finalizers":[${values('""')}]}}`],
  [
    'empty rules',
    policies,
    `{"metadata":{"name":"n"},"spec":{"podSelector":{},"ingress":[${values('{}', objectBytes)}]}}`,
  ],
  [
    'empty expressions',
    policies,
    `{"metadata":{"name":"n"},"spec":{"podSelector":{"matchExpressions":[${values('{}')}]}}}`,
  ],
  ['one key again and again', configMaps, `{"metadata":{"name":"k"},"data":{${values('"a":"b"')}}}`],
  ['fields that nobody knows', pods, pod(values('"x":0'))],
  ['nested lists', tabs, custom(`${'['.repeat(1_400_000)}${']'.repeat(1_400_000)}`)],
  [
    'amounts with exponents',
    pods,
    pod(`"containers":[${values('{"name":"c","resources":{"limits":{"cpu":"1e9"}}}')}]`),
  ],
];

it.each(bodies)('%s', async (_, path, body) => {
  expect(body.length).toBeLessThanOrEqual(maxBodyBytes);
  await attackWith(server, [{ path: `${path}?dryRun=All`, body }]);
});

describe('an object of 466,000 empty items', () => {
  beforeAll(async () => {
    const body = `{"metadata":{"name":"empties"},"spec":{"podSelector":{},"ingress":[${values('{}', objectBytes)}]}}`;
    const made = await server.client.post(policies, body);
    expect([201, 413, 422], made.text.slice(0, 300)).toContain(made.status);
  });

  it.each(listForms)('is listed as $name', async ({ accept, query }) => {
    const statuses = await attackWith(server, [
      { method: 'GET', path: `${policies}?${query}`, headers: { accept } },
    ]);
    expect(statuses).toEqual([200]);
  });

  it('is changed', async () => {
    const headers = { 'content-type': 'application/merge-patch+json' };
    const body = '{"metadata":{"labels":{"a":"b"}}}';
    const path = `${policies}/empties?dryRun=All`;
    await attackWith(server, [
      { method: 'PATCH', path, headers, body },
      { method: 'PATCH', path, headers: { 'content-type': 'application/strategic-merge-patch+json' }, body },
    ]);
  });
});
