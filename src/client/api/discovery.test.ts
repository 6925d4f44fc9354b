import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { systemRandom } from '../../util/random.ts';
import { ApiClient } from './api-client.ts';
import {
  type DiscoveredResource,
  nothingKnown,
  preferredResources,
  readDiscovery,
  withKept,
} from './discovery.ts';

type Answers = Record<string, { status?: number; body: unknown }>;

/** A client of a server that answers so, and the paths that it was asked for. */
function clientOf(answers: Answers): { client: ApiClient; asked: string[] } {
  const asked: string[] = [];
  const wire = {
    async send({ path }: { path: string }) {
      asked.push(path);
      const { status = 200, body } = answers[path] ?? { status: 404, body: 'no such path' };
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return { status, headers: {}, body: Readable.from([Buffer.from(text)]) };
    },
    [Symbol.dispose]() {},
  };
  const pause = async (): Promise<void> => {};
  return { client: new ApiClient({ wire, userAgent: 'test', random: systemRandom, pause }), asked };
}

const list = (...names: string[]): { body: unknown } => ({
  body: { resources: names.map((name) => ({ name, kind: 'K', namespaced: true, verbs: ['list'] })) },
});

const group = (name: string, preferred: string, ...versions: string[]): unknown => {
  const entry = (version: string): unknown => ({ groupVersion: `${name}/${version}`, version });
  return { name, versions: versions.map(entry), preferredVersion: entry(preferred) };
};

const found = (resources: readonly DiscoveredResource[]): string[] =>
  resources.map(({ group, version, resource }) => `${group}/${version} ${resource}`);

const served: Answers = {
  '/api': { body: { kind: 'APIVersions', versions: ['v1'] } },
  '/api/v1': list('pods', 'pods/log', 'services'),
  '/apis': { body: { groups: [group('a.example', 'v1', 'v2alpha1', 'v1'), group('b.example', 'v1', 'v1')] } },
  '/apis/a.example/v1': list('shoes'),
  '/apis/a.example/v2alpha1': list('shoes', 'boots'),
  '/apis/b.example/v1': list('shoes'),
};

describe('readDiscovery', () => {
  it('reads every group version, the preferred one of a group first, without subresources', async () => {
    const { resources, failures } = await readDiscovery(clientOf(served).client);
    expect(found(resources)).toEqual([
      '/v1 pods',
      '/v1 services',
      'a.example/v1 shoes',
      'a.example/v2alpha1 shoes',
      'a.example/v2alpha1 boots',
      'b.example/v1 shoes',
    ]);
    expect(resources[0]).toEqual({
      group: '',
      version: 'v1',
      resource: 'pods',
      kind: 'K',
      namespaced: true,
      verbs: ['list'],
      isPreferred: true,
      singular: '',
      shortNames: [],
      categories: [],
    });
    expect(resources.filter(({ isPreferred }) => !isPreferred)).toHaveLength(2);
    expect(failures.size).toBe(0);
  });

  it.each<[string, Answers[string], string]>([
    ['that is not answered', { status: 503, body: 'service unavailable' }, 'service unavailable'],
    ['that this user may not see', { status: 403, body: 'no' }, 'has prevented the request'],
    ['that is no JSON', { body: '<html>' }, 'JSON'],
    ['that is no object', { body: [] }, 'must be an object'],
    ['of lists in lists', { body: '['.repeat(1_000_000) }, 'has more than 20 levels'],
    ['of very many types', { body: `{"resources":[${'{},'.repeat(100_000)}{}]}` }, 'values in one place'],
    ['that is too long', { body: `{"a":"${'x'.repeat(9_000_000)}"}` }, 'has more than 8388608 bytes'],
    ['with a type without a name', { body: { resources: [{}] } }, 'resources[0].name: must be given'],
  ])('names a group version %s, after two tries, and reads the rest', async (_, answer, message) => {
    const { client, asked } = clientOf({ ...served, '/apis/a.example/v1': answer });
    const { resources, failures } = await readDiscovery(client);
    expect([...failures.keys()]).toEqual(['a.example/v1']);
    expect(failures.get('a.example/v1')?.message).toContain(message);
    expect(found(resources)).toContain('b.example/v1 shoes');
    expect(asked.filter((path) => path === '/apis/a.example/v1')).toHaveLength(2);
  });

  it('takes what the second try gives', async () => {
    let isDown = true;
    const flaky = {
      ...served,
      get '/apis/b.example/v1'() {
        const answer = isDown ? { status: 502, body: 'bad gateway' } : list('shoes');
        isDown = false;
        return answer;
      },
    };
    expect((await readDiscovery(clientOf(flaky).client)).failures.size).toBe(0);
  });

  it.each([404, 403])('finds nothing in a list of groups that is answered with %i', async (status) => {
    const { resources } = await readDiscovery(clientOf({ ...served, '/api': { status, body: 'no' } }).client);
    expect(found(resources)[0]).toBe('a.example/v1 shoes');
    const { client } = clientOf({ ...served, '/apis': { status, body: 'no' } });
    expect(found((await readDiscovery(client)).resources)).toEqual(['/v1 pods', '/v1 services']);
  });

  it('rejects when the list of groups is not answered, or is none', async () => {
    const withGroups = (answer: Answers[string]) =>
      readDiscovery(clientOf({ ...served, '/apis': answer }).client);
    await expect(withGroups({ status: 500, body: 'broken' })).rejects.toThrow('broken');
    await expect(withGroups({ body: { groups: [{ versions: [{}] }] } })).rejects.toThrow('groups[0]');
  });

  it('rejects when it is broken off', async () => {
    const closing = AbortSignal.abort(new Error('closing'));
    const answers = { ...served, '/api/v1': { status: 500, body: 'broken' } };
    await expect(readDiscovery(clientOf(answers).client, closing)).rejects.toThrow('closing');
  });
});

describe('preferredResources', () => {
  it('has the preferred version where that has the type, else the first listed', async () => {
    const result = await readDiscovery(clientOf(served).client);
    expect(found(preferredResources(result))).toEqual([
      '/v1 pods',
      '/v1 services',
      'a.example/v1 shoes',
      'a.example/v2alpha1 boots',
      'b.example/v1 shoes',
    ]);
  });

  it('has another version of a type while the preferred one cannot be read', async () => {
    const { client } = clientOf({ ...served, '/apis/a.example/v1': { status: 503, body: 'down' } });
    expect(found(preferredResources(await readDiscovery(client)))).toContain('a.example/v2alpha1 shoes');
  });
});

describe('withKept', () => {
  const down: Answers[string] = { status: 503, body: 'down' };
  const typesAfter = async (then: Answers): Promise<string[]> => {
    const known = withKept(nothingKnown, await readDiscovery(clientOf(served).client));
    return found(preferredResources(withKept(known, await readDiscovery(clientOf(then).client))));
  };
  const { '/apis/b.example/v1': _, ...withoutB } = served;

  it.each<[string, Answers, string[]]>([
    ['a version that cannot be read', { ...served, '/apis/a.example/v1': down }, ['a.example/v1 shoes']],
    ['a group that cannot be read', { ...served, '/apis/b.example/v1': down }, ['b.example/v1 shoes']],
    ['the core group that cannot be read', { ...served, '/api/v1': down }, ['/v1 pods', '/v1 services']],
    ['a server that lists no group', {}, ['/v1 pods', 'a.example/v1 shoes', 'b.example/v1 shoes']],
    [
      'a version that another one has taken the place of, which cannot be read',
      {
        ...served,
        '/apis': { body: { groups: [group('b.example', 'v2', 'v2'), group('a.example', 'v1', 'v1')] } },
        '/apis/b.example/v2': down,
      },
      ['b.example/v1 shoes'],
    ],
  ])('keeps the types of %s', async (_, then, kept) => {
    expect(await typesAfter(then)).toEqual(expect.arrayContaining(kept));
  });

  it('has what is read now, and nothing twice', async () => {
    const then = { ...served, '/apis/a.example/v1': down, '/apis/a.example/v2alpha1': list('shoes') };
    expect(await typesAfter(then)).toEqual([
      '/v1 pods',
      '/v1 services',
      'a.example/v1 shoes',
      'b.example/v1 shoes',
    ]);
  });

  it('keeps no types of a group that is gone, whatever else cannot be read', async () => {
    const groups = { body: { groups: [group('a.example', 'v1', 'v1')] } };
    expect(await typesAfter({ ...withoutB, '/apis': groups, '/apis/a.example/v1': down })).not.toContain(
      'b.example/v1 shoes',
    );
  });

  it('keeps them however often the group cannot be read', async () => {
    const broken = { ...served, '/apis/b.example/v1': down };
    let known = withKept(nothingKnown, await readDiscovery(clientOf(served).client));
    for (let look = 0; look < 3; look++)
      known = withKept(known, await readDiscovery(clientOf(broken).client));
    expect(found(known.resources).filter((name) => name === 'b.example/v1 shoes')).toHaveLength(1);
    expect([...known.failures.keys()]).toEqual(['b.example/v1']);
  });
});
