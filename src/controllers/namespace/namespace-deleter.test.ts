import { describe, expect, it } from 'vitest';
import { type Answers, FakeApi, refusal } from '../../../test/support/unit/fake-api.ts';
import { dialects } from '../../api/meta/dialect.ts';
import type { CoreV1Namespace } from '../../api/schema/types.gen.ts';
import { NamespaceDeleter } from './namespace-deleter.ts';

const now = Date.parse('2026-01-02T12:00:05Z');
const ns = '/api/v1/namespaces/ns';

interface Fields {
  metadata?: object;
  finalizers?: string[];
  phase?: string;
}

const namespace = ({ metadata, finalizers = ['orch'], phase = 'Terminating' }: Fields = {}) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name: 'ns',
    uid: 'u',
    resourceVersion: '1',
    deletionTimestamp: '2026-01-02T12:00:00Z',
    ...metadata,
  },
  spec: { finalizers },
  status: { phase },
});
const active = namespace({ metadata: { deletionTimestamp: undefined }, phase: 'Active' });

/** One type, and nothing in it. */
const content: Answers = {
  'GET /api': { versions: ['v1'] },
  'GET /apis': { groups: [] },
  'GET /api/v1': {
    resources: [
      { name: 'tabs', kind: 'Tab', namespaced: true, verbs: ['delete', 'deletecollection', 'list'] },
    ],
  },
  [`DELETE ${ns}/tabs`]: {},
  [`GET ${ns}/tabs`]: { metadata: {}, items: [] },
};
const written = (resourceVersion: string) => (call: { body?: unknown }) => {
  const { metadata, ...rest } = call.body as CoreV1Namespace;
  return { metadata: { ...metadata, resourceVersion }, ...rest };
};
const conflict = refusal(409, 'Conflict');
const usual: Answers = {
  ...content,
  [`GET ${ns}`]: namespace(),
  [`PUT ${ns}/status`]: written('2'),
  [`PUT ${ns}/finalize`]: written('3'),
};

async function run(answers: Answers, endsPodsFirst = false) {
  const api = new FakeApi({ ...usual, ...answers });
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (message: string) => void warnings.push(message) };
  const closing = new AbortController().signal;
  const parts = {
    caller: api,
    closing,
    dialect: dialects[0]!,
    clock: { now: () => now },
    log,
    endsPodsFirst,
  };
  const deleter = new NamespaceDeleter(parts);
  const outcome = await deleter.delete('ns').catch((error: Error) => error.message);
  const bodies = (path: string) =>
    api.calls.filter((call) => call.path === path).map(({ body }) => body as CoreV1Namespace);
  const writes = api.asked.filter((line) => line.startsWith('PUT'));
  return { outcome, warnings, writes, asked: api.asked, finalized: bodies(`${ns}/finalize`), bodies };
}

const [toStatus, toFinalize] = [`PUT ${ns}/status`, `PUT ${ns}/finalize`];

describe('a namespace', () => {
  it.each<[string, Answers[string]]>([
    ['that is gone', refusal(404)],
    ['that is not being deleted', active],
    ['that holds nothing any more', namespace({ finalizers: [] })],
  ])('%s is left alone', async (_, found) => {
    const { outcome, asked } = await run({ [`GET ${ns}`]: found });
    expect(outcome).toBe(0);
    expect(asked).toEqual([`GET ${ns}`]);
  });

  it('is emptied, says so, and loses the finalizer', async () => {
    const { outcome, asked, finalized } = await run({
      [`GET ${ns}`]: namespace({ finalizers: ['z.example/z', 'orch', 'a.example/a'] }),
    });
    expect(outcome).toBe(0);
    const deletion = [`DELETE ${ns}/tabs`, `GET ${ns}/tabs`];
    expect(asked).toEqual([
      ...[`GET ${ns}`, 'GET /api', 'GET /apis', 'GET /api/v1'],
      ...[...deletion, toStatus, toFinalize],
    ]);
    expect(finalized[0]).toEqual({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { ...namespace().metadata, resourceVersion: '2' },
      spec: { finalizers: ['a.example/a', 'z.example/z'] },
    });
  });

  it('is marked first, where the server has not done that', async () => {
    const found = namespace({ phase: 'Active' });
    const { outcome, writes, bodies } = await run({ [`GET ${ns}`]: found });
    expect(outcome).toBe(0);
    expect(writes).toEqual([toStatus, toStatus, toFinalize]);
    expect(bodies(`${ns}/status`)[0]).toEqual(namespace());
  });

  it('is marked as it is then, when others write at the same time', async () => {
    const later = namespace({ phase: 'Active', metadata: { resourceVersion: '9' } });
    const { writes, bodies } = await run({
      [`GET ${ns}`]: [namespace({ phase: 'Active' }), later],
      [toStatus]: [conflict, written('10')],
    });
    expect(writes).toEqual([toStatus, toStatus, toStatus, toFinalize]);
    expect(bodies(`${ns}/status`)[1]?.metadata.resourceVersion).toBe('9');
  });

  it('is left alone when it turns out not to be deleted', async () => {
    const { outcome, writes } = await run({
      [`GET ${ns}`]: [namespace({ phase: 'Active' }), active],
      [toStatus]: conflict,
    });
    expect(outcome).toBe(0);
    expect(writes).toEqual([toStatus]);
  });

  it('of the same name, but another, is not touched', async () => {
    const { outcome } = await run({
      [`GET ${ns}`]: [namespace(), namespace({ metadata: { uid: 'other' } })],
      [toFinalize]: conflict,
    });
    expect(outcome).toBe('namespace uid has changed across retries');
  });

  it.each<[string, Answers]>([
    ['when the finalizer is taken off', { [toFinalize]: refusal(404) }],
    ['when it is read again', { [`GET ${ns}`]: [namespace(), refusal(404)], [toFinalize]: conflict }],
    ['when it is marked', { [`GET ${ns}`]: namespace({ phase: 'Active' }), [toStatus]: refusal(404) }],
  ])('may be gone %s', async (_, answers) => {
    expect((await run(answers)).outcome).toBe(0);
  });

  it('goes without the conditions when they cannot be written', async () => {
    const { outcome, warnings, finalized } = await run({ [toStatus]: refusal(403) });
    expect(outcome).toBe(0);
    expect(warnings).toEqual(['couldn\'t update status condition for namespace "ns": refused with 403']);
    expect(finalized[0]?.metadata.resourceVersion).toBe('1');
  });

  it('stays while content remains', async () => {
    const items = [{ metadata: { name: 'a', finalizers: ['f'] } }];
    const { outcome, writes } = await run({ [`GET ${ns}/tabs`]: { metadata: {}, items } });
    expect(outcome).toBe(15);
    expect(writes).toEqual([toStatus]);
  });

  it('stays when something went wrong, also while other content needs time', async () => {
    const types = ['tabs', 'boxes'].map((name) => ({ name, namespaced: true, verbs: ['delete', 'list'] }));
    const { outcome, writes } = await run({
      'GET /api/v1': { resources: types },
      [`GET ${ns}/tabs`]: { metadata: {}, items: [{ metadata: { name: 'a', finalizers: ['f'] } }] },
      [`DELETE ${ns}/tabs/a`]: {},
      [`GET ${ns}/boxes`]: refusal(500),
    });
    expect(outcome).toBe('refused with 500');
    expect(writes).toEqual([toStatus]);
  });

  it('is emptied of the types that are known, and stays for the others', async () => {
    const version = { groupVersion: 'down.example/v1', version: 'v1' };
    const { outcome, asked, writes } = await run({
      'GET /apis': { groups: [{ name: 'down.example', versions: [version], preferredVersion: version }] },
      'GET /apis/down.example/v1': refusal(503),
    });
    expect(outcome).toBe(
      'unable to retrieve the complete list of server APIs: down.example/v1: refused with 503',
    );
    expect(asked).toContain(`DELETE ${ns}/tabs`);
    expect(writes).toEqual([toStatus]);
  });

  it.each<[string, Answers, string]>([
    ['cannot be read', { 'GET /apis': refusal(500) }, 'refused with 500'],
    [
      'may not be read',
      { 'GET /api': refusal(403), 'GET /apis': refusal(403) },
      'unable to get any supported resources from server',
    ],
  ])('stays when the list of types %s', async (_, answers, message) => {
    const { outcome, writes, bodies } = await run(answers);
    expect(outcome).toBe(message);
    expect(writes).toEqual([toStatus]);
    const condition = { status: 'True', reason: 'DiscoveryFailed', message };
    expect(bodies(`${ns}/status`)[0]?.status.conditions?.[0]).toMatchObject(condition);
  });
});

describe('where pods end first', () => {
  const types = ['pods', 'tabs'].map((name) => ({
    name,
    namespaced: true,
    verbs: ['delete', 'deletecollection', 'list'],
  }));
  const pods = (...items: object[]): Answers => ({
    'GET /api/v1': { resources: types },
    [`DELETE ${ns}/pods`]: {},
    [`GET ${ns}/pods`]: { metadata: {}, items },
  });
  const pod = { metadata: { name: 'a' }, spec: { terminationGracePeriodSeconds: 30 }, status: {} };

  it('nothing else is deleted while there are pods, and the conditions say which remain', async () => {
    const { outcome, asked, bodies } = await run(pods(pod), true);
    expect(outcome).toBe(30);
    expect(asked).not.toContain(`DELETE ${ns}/tabs`);
    expect(bodies(`${ns}/status`)[0]?.status.conditions).toMatchObject([
      { status: 'False', reason: 'ResourcesDiscovered' },
      { status: 'False', reason: 'ParsedGroupVersions' },
      { status: 'False', reason: 'ContentDeleted' },
      {
        status: 'True',
        reason: 'SomeResourcesRemain',
        message: 'Some resources are remaining: pods. has 1 resource instances',
      },
      { status: 'False', reason: 'ContentHasNoFinalizers' },
    ]);
  });

  it('everything goes at a time in earlier releases', async () => {
    const { asked } = await run(pods(pod), false);
    expect(asked).toContain(`DELETE ${ns}/tabs`);
  });

  it('the rest follows when no pods are left', async () => {
    const { outcome, asked, writes } = await run(pods(), true);
    expect(outcome).toBe(0);
    expect(asked.indexOf(`DELETE ${ns}/tabs`)).toBeGreaterThan(asked.lastIndexOf(`GET ${ns}/pods`));
    expect(writes).toEqual([toStatus, toFinalize]);
  });

  it('an error about pods says so, and the rest is deleted all the same', async () => {
    const answers = { ...pods(), [`DELETE ${ns}/pods`]: refusal(500) };
    const { outcome, asked } = await run(answers, true);
    expect(outcome).toBe('failed to delete pods for namespace: ns, err: refused with 500');
    expect(asked).toContain(`DELETE ${ns}/tabs`);
  });
});
