import { describe, expect, it } from 'vitest';
import { type Answers, FakeApi, refusal } from '../../../test/support/unit/fake-api.ts';
import { mayPass, rewriteAll } from './migration.ts';

const type = {
  group: 'example.com',
  version: 'v2',
  resource: 'tabs',
  kind: 'Tab',
  namespaced: true,
  verbs: [],
  isPreferred: true,
};
const path = '/apis/example.com/v2';
const item = (name: string, resourceVersion: string) => ({
  metadata: { name, namespace: 'ns', uid: `uid-${name}`, resourceVersion },
});

async function run(answers: Answers) {
  const api = new FakeApi({
    [`GET ${path}/tabs`]: { metadata: {}, items: [item('old', '5'), item('new', '11')] },
    [`PATCH ${path}/namespaces/ns/tabs/old`]: {},
    ...answers,
  });
  const outcome = await rewriteAll(api, type, '10').catch((error: unknown) => error);
  return { outcome, calls: api.calls };
}

describe('the objects of a type', () => {
  it('are applied with nothing but their identity, unless they changed after the beginning', async () => {
    const { calls } = await run({});
    expect(calls.slice(1)).toMatchObject([
      {
        method: 'PATCH',
        path: `${path}/namespaces/ns/tabs/old`,
        contentType: 'application/apply-patch+yaml',
        query: { fieldManager: 'storage-version-migrator-controller' },
        body: {
          apiVersion: 'example.com/v2',
          kind: 'Tab',
          metadata: { name: 'old', uid: 'uid-old', resourceVersion: '5' },
        },
      },
    ]);
  });

  it.each<[string, number, string | undefined, unknown]>([
    ['was changed meanwhile', 409, 'Conflict', undefined],
    ['was deleted meanwhile', 404, 'NotFound', undefined],
    ['cannot be written now', 503, undefined, true],
    ['cannot be written', 422, 'Invalid', false],
  ])('one that %s: %i', async (_, code, reason, passes) => {
    const { outcome } = await run({
      [`PATCH ${path}/namespaces/ns/tabs/old`]: refusal(code, reason as never),
    });
    expect(outcome === undefined ? undefined : mayPass(outcome)).toBe(passes);
  });
});
