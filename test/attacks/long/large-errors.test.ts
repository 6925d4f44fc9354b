import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer } from '../../support/api-client.ts';
import { auditPolicy } from '../../support/audit.ts';
import { configMaps } from '../../support/objects.ts';
import type { TestServer } from '../../support/server.ts';
import { attackSeconds, attackServer, beside, expectHarmless } from '../support/beside.ts';

const directory = mkdtempSync(join(tmpdir(), 'large-errors-'));
const log = join(directory, 'audit.log');
let server: TestServer;
beforeAll(async () => {
  const policy = auditPolicy(directory, { rules: [{ level: 'Metadata' }] });
  server = await attackServer({ flags: [`--audit-policy-file=${policy}`, `--audit-log-path=${log}`] });
  await server.client.post(configMaps, {
    metadata: { name: 'large' },
    data: { text: 'x'.repeat(1_000_000) },
  });
  const apply = { headers: { 'content-type': 'application/apply-patch+yaml' }, body: wide('wide', '1') };
  await server.client.send('PATCH', `${configMaps}/wide?fieldManager=one`, apply);
});
afterAll(async () => {
  await server.remove();
  rmSync(directory, { recursive: true, force: true });
});

const long = (character = 'x'): string => character.repeat(1_400_000);
const pods = '/api/v1/namespaces/default/pods';
const services = '/api/v1/namespaces/default/services';
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));
const entries = (count: number, value: unknown): object =>
  Object.fromEntries(times(count, (index) => [`key-${index}`, value]));
const wide = (name: string, value: unknown) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: entries(14_000, value),
});
const podOf = (spec: object) => ({
  metadata: { name: 'p' },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
});
const selector = {
  matchExpressions: times(700, (n) => ({ key: `k${n}`, operator: 'In', values: times(10, String) })),
};

const types = {
  json: 'application/json',
  jsonPatch: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
};

/** What is sent, and the code of the answer; all of it repeats a large value, or a small one thousands of times. */
const refused: [
  what: string,
  code: number,
  method: string,
  path: string,
  type: keyof typeof types,
  body: unknown,
][] = [
  ['a name', 422, 'POST', configMaps, 'json', { metadata: { name: long() } }],
  [
    'a name of control characters',
    422,
    'POST',
    configMaps,
    'json',
    { metadata: { name: long('\u0001').slice(0, 400_000) } },
  ],
  ['a kind', 400, 'POST', configMaps, 'json', { kind: long() }],
  ['a version', 400, 'POST', configMaps, 'json', { apiVersion: long(), kind: 'ConfigMap' }],
  ['a number', 400, 'POST', configMaps, 'json', `{"immutable":${'1'.repeat(2_900_000)}}`],
  ['an unknown field', 400, 'POST', `${configMaps}?fieldValidation=Strict`, 'json', { [long()]: 1 }],
  ['unknown fields', 400, 'POST', `${configMaps}?fieldValidation=Strict`, 'json', entries(14_000, 1)],
  [
    'a field given twice',
    400,
    'POST',
    `${configMaps}?fieldValidation=Strict`,
    'json',
    `{"${long()}":1,"${long()}":1}`,
  ],
  [
    'keys',
    422,
    'POST',
    configMaps,
    'json',
    { metadata: { name: 'k' }, data: entries(14_000, 'x'), binaryData: entries(50, '') },
  ],
  [
    'bad keys',
    422,
    'POST',
    configMaps,
    'json',
    { metadata: { name: 'k' }, data: Object.fromEntries(times(14_000, (n) => [`/${n}`, ''])) },
  ],
  [
    'labels',
    422,
    'POST',
    configMaps,
    'json',
    { metadata: { name: 'l', labels: Object.fromEntries(times(10_000, (n) => [`/${n}`, '//'])) } },
  ],
  ['a label', 422, 'POST', configMaps, 'json', { metadata: { name: 'l', labels: { a: long() } } }],
  [
    'finalizers',
    422,
    'POST',
    configMaps,
    'json',
    { metadata: { name: 'f', finalizers: times(20_000, () => '//') } },
  ],
  [
    'owners',
    422,
    'POST',
    configMaps,
    'json',
    { metadata: { name: 'o', ownerReferences: times(5_000, () => ({ kind: '/' })) } },
  ],
  ['containers', 422, 'POST', pods, 'json', podOf({ containers: times(3_000, () => ({ name: '_' })) })],
  [
    'one image name',
    422,
    'POST',
    pods,
    'json',
    podOf({ containers: times(20, () => ({ name: long().slice(0, 70_000), image: ' ' })) }),
  ],
  [
    'tolerations',
    422,
    'POST',
    pods,
    'json',
    podOf({ tolerations: times(8_000, () => ({ key: '//', operator: 'x', effect: 'y' })) }),
  ],
  [
    'a selector in each of two constraints',
    422,
    'POST',
    pods,
    'json',
    podOf({ topologySpreadConstraints: times(2, () => ({ maxSkew: -1, labelSelector: selector })) }),
  ],
  [
    'ports',
    422,
    'POST',
    services,
    'json',
    { metadata: { name: 's' }, spec: { ports: times(5_000, () => ({ port: 0, name: '//' })) } },
  ],
  ['a Secret that is merged', 422, 'PATCH', `${configMaps}/large?fieldValidation=Strict`, 'merge', { x: 1 }],
  [
    'an object that a JSON patch breaks',
    422,
    'PATCH',
    `${configMaps}/large`,
    'jsonPatch',
    [{ op: 'add', path: '/data', value: [] }],
  ],
  [
    'a JSON patch of unknown fields',
    422,
    'PATCH',
    `${configMaps}/large?fieldValidation=Strict`,
    'jsonPatch',
    times(9_000, () => ({ op: 'test', path: '/kind', value: 'ConfigMap', foo: 1, bar: 2 })),
  ],
  [
    'a strategic patch',
    422,
    'PATCH',
    `${configMaps}/large`,
    'strategic',
    { data: times(14_000, (n) => `value-${n}`) },
  ],
  [
    'an unknown directive in a list that the object has not',
    422,
    'PATCH',
    `${configMaps}/large`,
    'strategic',
    { metadata: { ownerReferences: [{ $patch: long(), uid: 'x' }] } },
  ],
  [
    'an order',
    500,
    'PATCH',
    `${configMaps}/large`,
    'strategic',
    {
      metadata: {
        finalizers: times(10_000, String),
        '$setElementOrder/finalizers': times(10_000, (n) => `x${n}`),
      },
    },
  ],
  ['values of a configuration', 500, 'PATCH', `${configMaps}/new?fieldManager=m`, 'apply', wide('new', 1)],
  [
    'a value of a configuration',
    500,
    'PATCH',
    `${configMaps}/new?fieldManager=m`,
    'apply',
    { ...wide('new', '1'), data: times(20_000, String) },
  ],
  ['conflicts', 409, 'PATCH', `${configMaps}/wide?fieldManager=two`, 'apply', wide('wide', '2')],
  ['options', 422, 'DELETE', `${configMaps}/large`, 'json', { propagationPolicy: long() }],
  ['a precondition', 409, 'DELETE', `${configMaps}/large`, 'json', { preconditions: { uid: long() } }],
];

const accepted = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'];

/** Bytes of an answer: the message, the causes, and what JSON adds to both. */
const maxAnswer = 300_000;

it('no error repeats megabytes of what was sent, to the client or into the audit log', async () => {
  const jane = server.connect({ token: 'user-token' });
  const wrong: string[] = [];
  const slow: { what: string; ms: number }[] = [];
  const harm = await beside(server, attackSeconds(), async (signal) => {
    for (let round = 0; round < accepted.length || !signal.aborted; round++) {
      const accept = accepted[round % accepted.length]!;
      for (const [what, code, method, path, type, body] of refused) {
        const started = performance.now();
        const headers = { accept, 'content-type': types[type] };
        const answer: Answer = await jane.send(method, path, { headers, body });
        slow.push({ what: `${what} as ${accept}`, ms: Math.round(performance.now() - started) });
        if (answer.status !== code) wrong.push(`${what}: ${answer.status} ${answer.text.slice(0, 120)}`);
        if (answer.bytes.length > maxAnswer) wrong.push(`${what}: ${answer.bytes.length} bytes as ${accept}`);
      }
    }
  });
  console.log(slow.sort((a, b) => b.ms - a.ms).slice(0, 8));
  expect(wrong).toEqual([]);
  const lines = readFileSync(log, 'utf8').split('\n');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(maxAnswer);
  expectHarmless(harm);
});
