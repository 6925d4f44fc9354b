import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../support/server.ts';
import { attackServer } from './support/beside.ts';
import { attackWith, copies } from './support/requests.ts';

/** Policies in expressions whose work a client sizes by their number, by an expression, or by what they look at. */

const registration = '/apis/admissionregistration.k8s.io/v1';
const policiesPath = `${registration}/validatingadmissionpolicies`;
const bindingsPath = `${registration}/validatingadmissionpolicybindings`;
const configMaps = '/api/v1/namespaces/default/configmaps?dryRun=All';

let server: TestServer;
let count = 0;
beforeAll(async () => {
  server = await attackServer({ flags: ['--emulated-version=1.36'] });
});
afterAll(() => server?.remove());

const policy = (name: string, expressions: readonly string[]): object => ({
  metadata: { name },
  spec: {
    failurePolicy: 'Ignore',
    matchConstraints: {
      resourceRules: [
        { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] },
      ],
    },
    validations: expressions.map((expression) => ({ expression })),
  },
});
const binding = (name: string): object => ({
  metadata: { name },
  spec: { policyName: name, validationActions: ['Audit'] },
});

/** Puts a policy in force; takes it away when what it is for is done. */
async function inForce(expressions: readonly string[], run: () => Promise<unknown>): Promise<void> {
  const name = `p${++count}`;
  const { status, text } = await server.client.post(policiesPath, policy(name, expressions));
  expect([201, 422], text.slice(0, 300)).toContain(status);
  if (status !== 201) return;
  expect((await server.client.post(bindingsPath, binding(name))).status).toBe(201);
  try {
    await run();
  } finally {
    await server.client.delete(`${bindingsPath}/${name}`);
    await server.client.delete(`${policiesPath}/${name}`);
  }
}

const large = 'a'.repeat(900_000);
const object = (data: object): string => JSON.stringify({ metadata: { name: 'a' }, data });

it.each<[string, string[], object]>([
  [
    'loops in loops',
    ['lists.range(100).all(a, lists.range(100).all(b, lists.range(100).all(c, a + b + c >= 0)))'],
    {},
  ],
  ['a text that grows', [`(${Array(60).fill('object.data.a').join(' + ')}).size() > 0`], { a: large }],
  ['lists that grow', ['lists.range(1000).map(x, lists.range(1000)).size() > 0'], {}],
  ['a pattern that could run back', ["object.data.a.matches('^(a|a)*b$')"], { a: large }],
  [
    'a pattern of the object',
    ['object.data.a.matches(object.data.p)'],
    { a: large.slice(500_000), p: '(a*)*'.repeat(50_000) },
  ],
  ['a text in pieces', ["object.data.a.split('').map(c, c + c).size() > 0"], { a: large }],
  [
    'many members',
    ['object.data.all(k, object.data.all(l, k == l || k != l))'],
    Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, ''])),
  ],
  ['64 costly expressions', Array(64).fill('lists.range(40000).all(x, x >= 0)'), {}],
])('%s', async (_, expressions, data) => {
  await inForce(expressions, () => attackWith(server, [{ path: configMaps, body: object(data) }]));
});

it('policies that are written one after the other', async () => {
  const expression = `object.metadata.name in [${copies("'a'", 4_000)}]`;
  const body = policy('written', Array(20).fill(expression));
  await attackWith(server, [{ path: `${policiesPath}?dryRun=All`, body }]);
});

it('an object that 1,000 policies look at', async () => {
  const names = Array.from({ length: 1_000 }, (_, at) => `many-${at}`);
  for (const name of names) {
    await server.client.post(
      policiesPath,
      policy(name, ['object.metadata.name.size() < 100', 'true', '1 < 2']),
    );
    await server.client.post(bindingsPath, binding(name));
  }
  await attackWith(server, [{ path: configMaps, body: object({ a: 'b' }) }]);
}, 120_000);
