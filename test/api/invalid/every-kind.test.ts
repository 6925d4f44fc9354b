import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Change, changed } from '../../support/changed.ts';
import { invalid, required, tooLong } from '../../support/invalid.ts';
import { type Resource, resourcesOf } from '../../support/resources.ts';
import { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';
import { validObject } from '../../support/valid-objects.ts';

/** What no kind takes, in every version of every kind. */

const owner = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u' };
const long = 'x'.repeat(64);

type Causes = readonly (readonly [string, string])[];

/** Their finalizers have names of any sort, as those of custom resources. */
const extensions = ['APIService', 'CustomResourceDefinition'];

/** `except`: kinds that do take it. */
const metadata: [what: string, change: Change, causes: Causes, except?: string[]][] = [
  ['no name', { 'metadata.name': undefined }, [['metadata.name', required]], ['LimitRange']],
  ['a slash in its name', { 'metadata.name': 'a/b' }, [['metadata.name', invalid]]],
  ['a percent sign in its name', { 'metadata.name': 'a%b' }, [['metadata.name', invalid]]],
  ['a dot as its name', { 'metadata.name': '.' }, [['metadata.name', invalid]]],
  ['a label with a space', { "metadata.labels['a b']": 'c' }, [['metadata.labels', invalid]]],
  ['a long label', { 'metadata.labels.a': long }, [['metadata.labels', invalid]]],
  ['a label without a name', { "metadata.labels['example.com/']": 'c' }, [['metadata.labels', invalid]]],
  ['a label with two slashes', { "metadata.labels['a/b/c']": 'c' }, [['metadata.labels', invalid]]],
  ['an annotation with a space', { "metadata.annotations['a b']": 'c' }, [['metadata.annotations', invalid]]],
  [
    'annotations of 257 KiB',
    { 'metadata.annotations.a': 'x'.repeat(257 * 1024) },
    [['metadata.annotations', tooLong]],
  ],
  [
    'a finalizer without a domain',
    { 'metadata.finalizers': ['mine'] },
    [['metadata.finalizers[0]', invalid]],
    extensions,
  ],
  [
    'a finalizer of two words',
    { 'metadata.finalizers': ['a b'] },
    [
      ['metadata.finalizers', invalid],
      ['metadata.finalizers[0]', invalid],
    ],
    extensions,
  ],
  [
    'finalizers that contradict',
    { 'metadata.finalizers': ['orphan', 'foregroundDeletion'] },
    [['metadata.finalizers', invalid]],
  ],
  [
    'an owner without a name',
    { 'metadata.ownerReferences': [{ ...owner, name: '' }] },
    [['metadata.ownerReferences.name', invalid]],
  ],
  [
    'an owner without a uid',
    { 'metadata.ownerReferences': [{ ...owner, uid: '' }] },
    [['metadata.ownerReferences.uid', invalid]],
  ],
  [
    'an owner without a kind',
    { 'metadata.ownerReferences': [{ ...owner, kind: '' }] },
    [['metadata.ownerReferences.kind', invalid]],
  ],
  [
    'an Event as its owner',
    { 'metadata.ownerReferences': [{ ...owner, kind: 'Event' }] },
    [['metadata.ownerReferences', invalid]],
  ],
  [
    'two controllers',
    { 'metadata.ownerReferences': [1, 2].map((n) => ({ ...owner, uid: `u${n}`, controller: true })) },
    [['metadata.ownerReferences', invalid]],
  ],
];

const bodies: [what: string, change: Change, code: number, message: RegExp][] = [
  ['another kind', { kind: 'Toaster' }, 400, /cannot be handled as a/],
  [
    'another version',
    { apiVersion: 'v99' },
    400,
    /(does not match the expected API version|cannot be handled as a)/,
  ],
  ['a number as its name', { 'metadata.name': 5 }, 400, /cannot unmarshal number/],
  ['a text as its labels', { 'metadata.labels': 'a=b' }, 400, /cannot unmarshal string/],
  ['a number as a label', { 'metadata.labels': { a: 1 } }, 400, /cannot unmarshal number/],
  ['a text as metadata', { metadata: 'sample' }, 400, /cannot unmarshal string/],
  ['a time that is none', { 'metadata.creationTimestamp': 'yesterday' }, 400, /parsing time/],
  [
    'a resource version',
    { 'metadata.resourceVersion': '5' },
    500,
    /resourceVersion should not be set on objects to be created/,
  ],
];

/** Virtual kinds are answered, not stored. */
const isStored = ({ verbs }: Resource): boolean => verbs.includes('list') && verbs.includes('create');

describe.each(['1.23', '1.21'])('at release %s', (release) => {
  let server: TestServer;
  let all: Resource[];
  const collection = ({ path, name, namespaced }: Resource, namespace = 'default'): string =>
    `${path}/${namespaced ? `namespaces/${namespace}/` : ''}${name}`;

  beforeAll(async () => {
    server = await TestServer.start({
      flags: [`--emulated-version=${release}`, '--runtime-config=api/all=true'],
    });
    all = [...(await resourcesOf(server.client)).values()].filter(isStored);
  });
  afterAll(() => server.remove());

  /** Tries one change on each kind; tells of each answer that is not the right one. */
  async function strange(
    change: Change,
    isRight: (body: any, resource: Resource) => boolean,
  ): Promise<string[]> {
    const found: string[] = [];
    for (const resource of all) {
      const object = changed(validObject(resource.apiVersion, resource.kind), change);
      const { status, body } = await server.client.post(collection(resource), object);
      if (status >= 400 && isRight(body, resource)) continue;
      found.push(`${resource.apiVersion} ${resource.kind}: ${status} ${body.message ?? ''}`);
    }
    return found;
  }

  /** What was accepted after all; no finalizer may keep it. */
  async function remove(resource: Resource): Promise<void> {
    const { metadata: given } = validObject(resource.apiVersion, resource.kind);
    const path = `${collection(resource)}/${given.name}`;
    const headers = { 'content-type': 'application/merge-patch+json' };
    const body = { metadata: { finalizers: null } };
    const { status } = await server.client.send('PATCH', path, { headers, body });
    if (status === 404) return;
    await server.client.delete(path);
    await until(async () => (await server.client.get(path)).status === 404);
  }

  it('every valid object is valid', async () => {
    const refused: string[] = [];
    for (const resource of all) {
      const object = validObject(resource.apiVersion, resource.kind);
      const { status, body } = await server.client.post(`${collection(resource)}?dryRun=All`, object);
      if (status !== 201) refused.push(`${resource.apiVersion} ${resource.kind}: ${body.message}`);
    }
    expect(refused).toEqual([]);
  });

  it.each(metadata)('no kind takes %s', async (_, change, causes, except = []) => {
    const wanted = causes.map(([field, reason]) => `${field} ${reason}`);
    const found = await strange(change, (body, { kind }) => {
      const got: string[] = (body.details?.causes ?? []).map(
        ({ field, reason }: any) => `${field} ${reason}`,
      );
      // Kinds may have more to say of names.
      return body.code === 422 && wanted.every((cause) => got.includes(cause)) && !except.includes(kind);
    });
    const names = found.map((line) => line.slice(0, line.indexOf(':')).split(' ')[1]);
    if (except.length === 0) expect(found).toEqual([]);
    else expect([...new Set(names)].sort()).toEqual(except);
    for (const resource of all) if (except.includes(resource.kind)) await remove(resource);
  });

  it.each(bodies)('no kind takes %s', async (_, change, code, message) => {
    expect(await strange(change, (body) => body.code === code && message.test(body.message))).toEqual([]);
  });

  it('no kind takes an object for another namespace, or for one that is not there', async () => {
    for (const resource of all.filter(({ namespaced }) => namespaced)) {
      const object = validObject(resource.apiVersion, resource.kind);
      const other = changed(object, { 'metadata.namespace': 'other' });
      expect(await server.client.post(collection(resource), other)).toMatchObject({
        status: 400,
        body: {
          message: 'the namespace of the provided object does not match the namespace sent on the request',
        },
      });
    }
  });

  it('nothing was stored by all this', async () => {
    const found: string[] = [];
    for (const { path, name } of all) {
      for (const { metadata } of (await server.client.get(`${path}/${name}`)).body.items) {
        if (metadata.name.startsWith('sample') || metadata.name === 'apps.deployments')
          found.push(`${name} ${metadata.name}`);
      }
    }
    expect(found).toEqual([]);
    expect((await server.client.get('/livez')).text).toBe('ok');
  });
});
