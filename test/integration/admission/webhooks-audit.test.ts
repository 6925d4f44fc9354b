import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { done, serverWith } from '../../support/admission.ts';
import { configure, patching, rule, TestWebhooks, webhook } from '../../support/admission-webhooks.ts';
import type { TestServer } from '../../support/server.ts';

const api = 'orch.io';
const core = '/api/v1/namespaces/default';
let directory: string;
let hooks: TestWebhooks;
let server: TestServer;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'audit-'));
  const policy = {
    apiVersion: `audit.${api}/v1`,
    kind: 'Policy',
    omitStages: ['RequestReceived'],
    rules: [
      { level: 'Request', resources: [{ group: '', resources: ['configmaps'] }] },
      { level: 'Metadata' },
    ],
  };
  writeFileSync(join(directory, 'policy.json'), JSON.stringify(policy));
  hooks = await TestWebhooks.start();
  server = await serverWith({
    dialect: 'orch',
    flags: [
      `--audit-policy-file=${join(directory, 'policy.json')}`,
      `--audit-log-path=${join(directory, 'log')}`,
      '--audit-log-mode=blocking-strict',
    ],
  });
  const rules = [rule(['configmaps', 'secrets'])];
  const hook = (path: string, more: object = {}) =>
    webhook(`${path}.example.com`, hooks.clientConfig(`/${path}`), { rules, ...more });
  const data = { a: 'Yg==' };
  hooks.at('/patch', ({ object }) =>
    object.data ? {} : patching({ op: 'add', path: '/data', value: data }),
  );
  hooks.at('/look', () => ({ auditAnnotations: { seen: 'yes' } }));
  hooks.at('/broken', () => ({ raw: { status: 500 } }));
  const broken = hook('broken', { failurePolicy: 'Ignore' });
  const again = hook('again', { reinvocationPolicy: 'IfNeeded' });
  const never = hook('never', { rules: [rule(['pods'])] });
  const options = { api };
  await configure(server.client, 'mutating', 'm', [never, again, hook('patch'), broken], options);
  await configure(server.client, 'validating', 'v', [never, hook('look'), broken], options);
});
afterAll(async () => {
  await server?.remove();
  await hooks?.close();
  rmSync(directory, { recursive: true, force: true });
});

/** What the audit event of a create of this kind says beside authorization. */
async function annotationsOf(resource: string): Promise<Record<string, string>> {
  await done(server.client.post(`${core}/${resource}`, { metadata: { name: 'audited' } }));
  const events = readFileSync(join(directory, 'log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const event = events.find(({ verb, objectRef }) => verb === 'create' && objectRef?.resource === resource);
  const told = Object.entries<string>(event.annotations).filter(([key]) => !key.startsWith('authorization.'));
  return Object.fromEntries(told);
}

describe('the audit event of a request that webhooks were asked about', () => {
  const mutation = (round: string, name: string, mutated: boolean) => [
    `mutation.webhook.admission.orch.io/${round}`,
    JSON.stringify({ configuration: 'm', webhook: `${name}.example.com`, mutated }),
  ];
  const atMetadata = {
    ...Object.fromEntries([
      mutation('round_0_index_1', 'again', false),
      mutation('round_0_index_2', 'patch', true),
      mutation('round_0_index_3', 'broken', false),
      mutation('round_1_index_1', 'again', false),
    ]),
    'failed-open.mutation.webhook.admission.orch.io/round_0_index_3': 'broken.example.com',
    'failed-open.validating.webhook.admission.orch.io/round_0_index_1': 'broken.example.com',
    'look.example.com/seen': 'yes',
  };
  const patch = JSON.stringify({
    configuration: 'm',
    webhook: 'patch.example.com',
    patch: [{ op: 'add', path: '/data', value: { a: 'Yg==' } }],
    patchType: 'JSONPatch',
  });

  it('says which of them changed the object, and which could not be asked', async () => {
    expect(await annotationsOf('secrets')).toEqual(atMetadata);
  });

  it('says what they changed, where objects are told', async () => {
    expect(await annotationsOf('configmaps')).toEqual({
      ...atMetadata,
      'patch.webhook.admission.orch.io/round_0_index_2': patch,
    });
  });
});

describe('a webhook', () => {
  it('is spoken to in the words of the dialect', () => {
    const { headers, body } = hooks.server.calls[0]!;
    expect(headers['user-agent']).toBe('orch-apiserver-admission');
    expect(body.apiVersion).toBe('admission.orch.io/v1');
    expect(body.request.options.apiVersion).toBe('meta.orch.io/v1');
  });
});
