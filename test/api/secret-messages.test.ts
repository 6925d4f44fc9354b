import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEvents, auditPolicy } from '../support/audit.ts';
import { TestServer } from '../support/server.ts';

const directory = mkdtempSync(join(tmpdir(), 'secret-messages-'));
const log = join(directory, 'audit.log');
const secrets = '/api/v1/namespaces/default/secrets';

/** In the stored object, and in what is sent. */
const [stored, sent] = ['stored-marker', 'sent-marker'];
const base64 = (text: string): string => Buffer.from(text).toString('base64');
/** As text, as base64, and as the hexadecimal digits of both. */
const formsOf = (marker: string): string[] => {
  const forms = [marker, base64(marker).slice(0, -4)];
  return [...forms, ...forms.map((form) => Buffer.from(form).toString('hex').slice(0, 16))];
};

let server: TestServer;
beforeAll(async () => {
  const policy = auditPolicy(directory, { rules: [{ level: 'Metadata' }] });
  server = await TestServer.start({
    flags: [`--audit-policy-file=${policy}`, `--audit-log-path=${log}`, '--audit-log-mode=blocking'],
  });
  const secret = { metadata: { name: 'one' }, data: { k: base64(stored) } };
  expect((await server.client.post(secrets, secret)).status).toBe(201);
});
afterAll(async () => {
  await server.remove();
  rmSync(directory, { recursive: true, force: true });
});

const data = { k: base64(sent) };
const one = `${secrets}/one`;
const strict = `${one}?fieldValidation=Strict`;
const applied = `${one}?fieldManager=m`;
const types = {
  json: 'application/json',
  yaml: 'application/yaml',
  protobuf: 'application/vnd.kubernetes.protobuf',
  jsonPatch: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
};
const config = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'one' } };
const named = (more: object) => ({ metadata: { name: 'one' }, ...more });
const field = (number: number, content: string): string =>
  String.fromCharCode(number * 8 + 2, content.length) + content;

/** Everything here is refused. */
const writes: [what: string, method: string, path: string, type: keyof typeof types, body: unknown][] = [
  ['create: an unknown field', 'POST', `${secrets}?fieldValidation=Strict`, 'json', named({ data, x: sent })],
  ['create: a value of another type', 'POST', secrets, 'json', named({ data: [sent] })],
  ['create: no base64', 'POST', secrets, 'json', named({ data: { k: `${sent}!` } })],
  ['create: no object', 'POST', secrets, 'json', JSON.stringify(sent)],
  ['create: no JSON', 'POST', secrets, 'json', `{"data":{"k":"${sent}"`],
  ['create: no JSON at the beginning', 'POST', secrets, 'json', `{"k":"${sent}",,}`],
  ['create: another kind', 'POST', secrets, 'json', { kind: 'Other', ...named({ data }) }],
  ['create: a bad name', 'POST', secrets, 'json', { metadata: { name: '_' }, data }],
  ['create: a bad key', 'POST', secrets, 'json', named({ data: { 'a/b': data.k } })],
  [
    'create: a file that is none',
    'POST',
    secrets,
    'json',
    {
      metadata: { name: 'd' },
      type: 'kubernetes.io/dockerconfigjson',
      data: { '.dockerconfigjson': data.k },
    },
  ],
  ['create: no YAML', 'POST', secrets, 'yaml', `stringData: {k: "${sent}`],
  ['create: YAML with an alias', 'POST', secrets, 'yaml', `stringData:\n  k: *${sent}\n`],
  ['create: YAML with a text in vain', 'POST', secrets, 'yaml', `stringData:\n  k: "x" ${sent}\n`],
  ['create: YAML that is a text', 'POST', secrets, 'yaml', sent],
  [
    'create: a large text that is no YAML',
    'POST',
    secrets,
    'yaml',
    `stringData:\n${'  a: b\n'.repeat(1_000)}  k: "x" ${sent}\n`,
  ],
  ['create: no Protobuf', 'POST', secrets, 'protobuf', `k8s\0${sent}`],
  [
    'create: Protobuf that ends early',
    'POST',
    secrets,
    'protobuf',
    `k8s\0${field(1, field(1, 'v1') + field(2, 'Secret'))}${field(2, field(2, field(1, 'k') + field(2, sent)) + String.fromCharCode(0x0a, 9))}`,
  ],
  ['update: an unknown field', 'PUT', strict, 'json', named({ data, x: sent })],
  ['update: another uid', 'PUT', one, 'json', { metadata: { name: 'one', uid: 'x' }, data }],
  ['update: another type', 'PUT', one, 'json', named({ data, type: 'Other' })],
  ['update: no JSON', 'PUT', one, 'json', `{"data":{"k":"${sent}"`],
  ['JSON patch: a test', 'PATCH', one, 'jsonPatch', [{ op: 'test', path: '/data/k', value: sent }]],
  ['JSON patch: an unknown field', 'PATCH', strict, 'jsonPatch', [{ op: 'add', path: '/x', value: sent }]],
  ['JSON patch: another type', 'PATCH', one, 'jsonPatch', [{ op: 'add', path: '/data', value: [sent] }]],
  [
    'JSON patch: data copied into the kind',
    'PATCH',
    one,
    'jsonPatch',
    [{ op: 'copy', from: '/data/k', path: '/kind' }],
  ],
  [
    'JSON patch: data copied into the name',
    'PATCH',
    one,
    'jsonPatch',
    [{ op: 'copy', from: '/data/k', path: '/metadata/name' }],
  ],
  [
    'JSON patch: data moved into a label',
    'PATCH',
    one,
    'jsonPatch',
    [
      { op: 'add', path: '/metadata/labels', value: {} },
      { op: 'move', from: '/data/k', path: '/metadata/labels/~1' },
    ],
  ],
  ['JSON patch: no patch', 'PATCH', one, 'jsonPatch', { value: sent }],
  ['merge patch: an unknown field', 'PATCH', strict, 'merge', { data, x: sent }],
  ['merge patch: another type', 'PATCH', one, 'merge', { data: { k: [sent] } }],
  ['merge patch: a list', 'PATCH', one, 'merge', [sent]],
  ['merge patch: bad labels', 'PATCH', one, 'merge', { metadata: { labels: sent } }],
  ['strategic patch: an unknown field', 'PATCH', strict, 'strategic', { data, x: sent }],
  ['strategic patch: another type', 'PATCH', one, 'strategic', { data: [sent] }],
  ['strategic patch: a directive', 'PATCH', one, 'strategic', { data: { $patch: 'x', k: sent } }],
  ['strategic patch: a text for labels', 'PATCH', one, 'strategic', { data, metadata: { labels: 'x' } }],
  ['apply: a value of another type', 'PATCH', applied, 'apply', { ...config, data: { k: { a: sent } } }],
  ['apply: a number', 'PATCH', applied, 'apply', { ...config, stringData: { k: 12345678 }, data }],
  ['apply: an unknown field', 'PATCH', applied, 'apply', { ...config, data, x: sent }],
  [
    'apply: no YAML',
    'PATCH',
    applied,
    'apply',
    `apiVersion: v1\nkind: Secret\nstringData:\n  k: "x" ${sent}\n`,
  ],
  ['apply: no base64', 'PATCH', applied, 'apply', { ...config, data: { k: `${sent}!` } }],
  ['apply: another kind', 'PATCH', applied, 'apply', { ...config, kind: 'Other', data }],
];

describe.each(writes)('a refused %s', (_, method, path, type, body) => {
  it('shows nothing of the stored data, and puts none of the sent data into the audit log', async () => {
    const before = readFileSync(log).length;
    const answer = await server.client.send(method, path, { headers: { 'content-type': types[type] }, body });
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
    for (const form of formsOf(stored)) expect(answer.text).not.toContain(form);
    const logged = readFileSync(log).subarray(before).toString();
    expect(logged).toContain('"stage":"ResponseComplete"');
    for (const form of [...formsOf(stored), ...formsOf(sent)]) expect(logged).not.toContain(form);
    expect(server.output).not.toContain(sent);
  });
});

it('messages that say nothing of the content are recorded', async () => {
  await server.client.get(`${secrets}/none`);
  expect(auditEvents(log).at(-1)?.['responseStatus']).toMatchObject({ message: 'secrets "none" not found' });
});
