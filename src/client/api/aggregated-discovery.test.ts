import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { systemRandom } from '../../util/random.ts';
import { acceptedForms, readTypes } from './aggregated-discovery.ts';
import { ApiClient } from './api-client.ts';

type Answers = Record<string, { status?: number; body: unknown }>;

/** A client of a server that answers so; the paths that it was asked for; the forms that were asked for at the first. */
function clientOf(answers: Answers) {
  const asked: string[] = [];
  const accepted: (string | string[] | undefined)[] = [];
  const wire = {
    async send({ path, headers }: { path: string; headers: Readonly<Record<string, string | string[]>> }) {
      asked.push(path);
      accepted.push(headers['accept']);
      const { status = 200, body } = answers[path] ?? { status: 404, body: 'no such path' };
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return { status, headers: {}, body: Readable.from([Buffer.from(text)]) };
    },
    [Symbol.dispose]() {},
  };
  const pause = async (): Promise<void> => {};
  return { client: new ApiClient({ wire, userAgent: 'test', random: systemRandom, pause }), asked, accepted };
}

const pods = {
  resource: 'pods',
  responseKind: { group: '', version: '', kind: 'Pod' },
  scope: 'Namespaced',
  singularResource: 'pod',
  verbs: ['get', 'list'],
  shortNames: ['po'],
  categories: ['all'],
  subresources: [{ subresource: 'log', verbs: ['get'] }],
};
const shoes = { resource: 'shoes', responseKind: { kind: 'Shoe' }, scope: 'Cluster', verbs: ['list'] };
const parentOnly = { resource: 'laces', subresources: [{ subresource: 'status', verbs: ['get'] }] };

const listOf = (...items: unknown[]): { body: unknown } => ({
  body: { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', metadata: {}, items },
});
const core = listOf({ metadata: {}, versions: [{ version: 'v1', freshness: 'Current', resources: [pods] }] });
const groups = listOf(
  {
    metadata: { name: 'a.example' },
    versions: [
      { version: 'v1', freshness: 'Current', resources: [shoes, parentOnly] },
      { version: 'v1beta1', resources: [shoes] },
    ],
  },
  { metadata: { name: 'b.example' }, versions: [{ version: 'v1', freshness: 'Stale', resources: [shoes] }] },
);

const oldCore = { body: { kind: 'APIVersions', versions: ['v1'] } };
const version = { groupVersion: 'a.example/v1', version: 'v1' };
const oldGroups = {
  body: { groups: [{ name: 'a.example', versions: [version], preferredVersion: version }] },
};
const oldVersions: Answers = {
  '/api/v1': { body: { resources: [{ name: 'pods', kind: 'Pod', namespaced: true, verbs: ['list'] }] } },
  '/apis/a.example/v1': { body: { resources: [{ name: 'shoes', kind: 'Shoe', verbs: ['list'] }] } },
};

async function namesFrom(answers: Answers) {
  const { client, asked } = clientOf(answers);
  const { resources, failures } = await readTypes(client);
  const names = resources.map(({ group, version, resource }) => `${group}/${version} ${resource}`);
  return { names, failures: [...failures.values()].map(({ message }) => message), asked };
}

describe('readTypes', () => {
  it('reads all types from two documents', async () => {
    const { names, failures, asked } = await namesFrom({ '/api': core, '/apis': groups });
    expect(names).toEqual(['/v1 pods', 'a.example/v1 shoes', 'a.example/v1beta1 shoes']);
    expect(failures).toEqual(['stale GroupVersion discovery: b.example/v1']);
    expect(asked).toEqual(['/api', '/apis']);
  });

  it('tells of a type what its own document tells', async () => {
    const { resources } = await readTypes(clientOf({ '/api': core, '/apis': groups }).client);
    expect(resources[0]).toEqual({
      group: '',
      version: 'v1',
      resource: 'pods',
      isPreferred: true,
      kind: 'Pod',
      namespaced: true,
      verbs: ['get', 'list'],
      singular: 'pod',
      shortNames: ['po'],
      categories: ['all'],
    });
    expect(resources.map(({ isPreferred }) => isPreferred)).toEqual([true, true, false]);
    expect(resources[1]?.namespaced).toBe(false);
  });

  it('asks for the newest form first, in the words of each dialect', async () => {
    const { client, accepted } = clientOf({ '/api': core, '/apis': groups });
    await readTypes(client);
    expect(accepted).toEqual([acceptedForms, acceptedForms]);
    const forms = acceptedForms.split(',').map((form) => /;v=(\w+);/.exec(form)?.[1] ?? form);
    expect(forms).toEqual(['v2', 'v2', 'v2beta1', 'v2beta1', 'application/json']);
    expect(acceptedForms).toContain('application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,');
  });

  const old = ['/v1 pods', 'a.example/v1 shoes'];
  const both = ['/api/v1', '/apis/a.example/v1'];
  it.each<[string, Answers, string[], string[]]>([
    ['has the old documents only', { '/api': oldCore, '/apis': oldGroups }, old, both],
    ['has one of the two', { '/api': core, '/apis': oldGroups }, old, ['/apis/a.example/v1']],
    ['has no list of groups', { '/api': oldCore }, ['/v1 pods'], ['/api/v1']],
    [
      'shows no core group',
      { '/api': { status: 403, body: 'no' }, '/apis': groups },
      ['a.example/v1 shoes', 'a.example/v1beta1 shoes'],
      [],
    ],
  ])('reads version by version from a server that %s', async (_, answers, expected, documents) => {
    const { names, asked } = await namesFrom({ ...oldVersions, ...answers });
    expect(names).toEqual(expected);
    expect(asked.slice(2)).toEqual(documents);
  });

  it.each<[string, Answers[string]]>([
    ['is too large', { body: 'x'.repeat(17 * 1_048_576) }],
    ['has too many levels', { body: '['.repeat(100) }],
    ['is no JSON', { body: '<html>' }],
    ['is of another form', listOf({ versions: [{}] })],
    ['is refused', { status: 406, body: 'only the following media types are accepted' }],
  ])('reads version by version where the document %s', async (_, answer) => {
    let times = 0;
    const answers: Answers = {
      ...oldVersions,
      '/api': core,
      get '/apis'() {
        return times++ === 0 ? answer : oldGroups;
      },
    };
    expect((await namesFrom(answers)).names).toEqual(old);
  });

  it('rejects when the server answers with an error, and when it is broken off', async () => {
    const broken = { '/api': core, '/apis': { status: 500, body: 'broken' } };
    await expect(readTypes(clientOf(broken).client)).rejects.toThrow('broken');
    const closing = AbortSignal.abort(new Error('closing'));
    const unreadable = { '/api': core, '/apis': { body: '<html>' } };
    await expect(readTypes(clientOf(unreadable).client, closing)).rejects.toThrow('closing');
  });
});
