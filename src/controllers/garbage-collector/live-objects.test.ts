import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../client/api/api-client.ts';
import type { DiscoveredResource } from '../../client/api/discovery.ts';
import type { WireCall } from '../../client/api/wire.ts';
import { systemRandom } from '../../util/random.ts';
import { typeName } from './graph/coordinates.ts';
import { LiveObjects } from './live-objects.ts';
import { unblocking, withoutOwners } from './patches.ts';

type Answer = [status: number, body: object];

const path = '/api/v1/namespaces/ns/pods/web';
const web = { type: typeName('v1', 'Pod'), namespace: 'ns', name: 'web', uid: 'u1' };
const owner = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u2', blockOwnerDeletion: true };
const other = { apiVersion: 'v1', kind: 'Node', name: 'm', uid: 'u3', controller: true };
const pod: Answer = [
  200,
  {
    metadata: {
      uid: 'u1',
      resourceVersion: '7',
      ownerReferences: [owner, other],
      finalizers: ['orphan', 'x'],
    },
  },
];
const status = (code: number, reason: string, details: object = {}): Answer => [
  code,
  { kind: 'Status', code, reason, message: `${reason}!`, details },
];
const gone = status(404, 'NotFound', { name: 'web', kind: 'pods' });
const unknownPath = status(404, 'NotFound');
const conflict = status(409, 'Conflict');
const unsupported = status(415, 'UnsupportedMediaType');
const done: Answer = [200, {}];

/** Objects behind a server that answers so, in this order, and the requests to it. */
function live(...answers: Answer[]): { objects: LiveObjects; sent: string[]; pauses: number[] } {
  const sent: string[] = [];
  const pauses: number[] = [];
  const wire = {
    async send(call: WireCall) {
      expect(call.path).toBe(path);
      const type = String(call.headers['content-type'] ?? '').replace(/^application\/|\+json$/g, '');
      sent.push([call.method, ...(call.body === undefined ? [] : [type, call.body])].join(' '));
      const [code, body] = answers.shift()!;
      return { status: code, headers: {}, body: Readable.from([Buffer.from(JSON.stringify(body))]) };
    },
    [Symbol.dispose]() {},
  };
  const pause = async (milliseconds: number): Promise<void> => void pauses.push(milliseconds);
  const client = new ApiClient({ wire, userAgent: 'test', random: systemRandom, pause });
  const resource: DiscoveredResource = {
    group: '',
    version: 'v1',
    resource: 'pods',
    kind: 'Pod',
    namespaced: true,
    verbs: [],
    isPreferred: true,
  };
  const types = { resourceOf: () => resource };
  return { objects: new LiveObjects(client, types, { random: systemRandom, pause }), sent, pauses };
}

describe('the metadata of an object', () => {
  it.each<[string, Answer, boolean]>([
    ['are there', pod, true],
    ['are not there when it is gone', gone, false],
    ['are not there when another has its name', [200, { metadata: { uid: 'u9' } }], false],
  ])('%s', async (_, answer, isThere) => {
    expect((await live(answer).objects.metadata(web)) !== undefined).toBe(isThere);
  });

  it.each<[string, Answer]>([
    ['that its type is not served', unknownPath],
    ['nothing of the object', [404, { message: 'page not found' }]],
    ['that it must not be seen', status(403, 'Forbidden', { name: 'web' })],
    ['that something is broken', status(500, 'InternalError')],
  ])('are not known when the server says %s', async (_, answer) => {
    await expect(live(answer).objects.metadata(web)).rejects.toThrow();
  });

  it('of a namespaced type cannot be asked for without a namespace', async () => {
    const { objects, sent } = live();
    await expect(objects.metadata({ ...web, namespace: '' })).rejects.toThrow(
      'cannot refer to namespaced owners',
    );
    expect(sent).toEqual([]);
  });
});

describe('a deletion', () => {
  it('names the uid and what is to become of dependents', async () => {
    const { objects, sent } = live(done);
    await objects.delete(web, 'Foreground');
    const options = { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid: 'u1' } };
    expect(sent).toEqual([`DELETE json ${JSON.stringify({ ...options, propagationPolicy: 'Foreground' })}`]);
  });

  it('succeeds for what is gone, and fails for another object and for a type that is not served', async () => {
    await live(gone).objects.delete(web, 'Background');
    await expect(live(conflict).objects.delete(web, 'Background')).rejects.toThrow('Conflict!');
    await expect(live(unknownPath).objects.delete(web, 'Background')).rejects.toThrow('NotFound!');
  });
});

describe('a patch', () => {
  const deletion =
    'PATCH strategic-merge-patch {"metadata":{"uid":"u1","ownerReferences":[{"$patch":"delete","uid":"u2"}]}}';

  it('that takes owners away names their uids and the object’s', async () => {
    const { objects, sent } = live(done);
    await objects.patch(web, withoutOwners(web, ['u2']));
    expect(sent).toEqual([deletion]);
  });

  it('of a type without strategic merge patch has the references that stay', async () => {
    const { objects, sent } = live(unsupported, pod, done);
    await objects.patch(web, withoutOwners(web, ['u2']));
    const merge = { metadata: { resourceVersion: '7', ownerReferences: [other] } };
    expect(sent).toEqual([deletion, 'GET', `PATCH merge-patch ${JSON.stringify(merge)}`]);
  });

  it.each<[string, Answer[]]>([
    ['when it is gone', [gone]],
    ['when it is gone meanwhile', [unsupported, gone]],
    ['when it was replaced meanwhile', [unsupported, [200, { metadata: { uid: 'u9' } }]]],
  ])('is not needed %s', async (_, answers) => {
    const { objects, sent } = live(...answers);
    await objects.patch(web, withoutOwners(web, ['u2']));
    expect(sent).toHaveLength(answers.length);
  });

  it('that unblocks owners says so of those that wait', async () => {
    const references = [owner, other].map(({ apiVersion, kind, name, uid, ...flags }) => ({
      type: typeName(apiVersion, kind),
      name,
      uid,
      controller: undefined,
      isBlocking: 'blockOwnerDeletion' in flags,
    }));
    const { objects, sent } = live(unsupported, pod, done);
    await objects.patch(web, unblocking(web, references));
    const unblocked = { ...owner, blockOwnerDeletion: false };
    const all = [unblocked, { ...other, blockOwnerDeletion: false }];
    expect(sent).toEqual([
      `PATCH strategic-merge-patch ${JSON.stringify({ metadata: { uid: 'u1', ownerReferences: [unblocked] } })}`,
      'GET',
      `PATCH merge-patch ${JSON.stringify({ metadata: { resourceVersion: '7', ownerReferences: all } })}`,
    ]);
  });
});

describe('a finalizer', () => {
  const patch = 'PATCH merge-patch {"metadata":{"resourceVersion":"7","finalizers":["x"]}}';

  it('is taken away from the newest state, also when others are faster', async () => {
    const { objects, sent, pauses } = live(pod, conflict, pod, conflict, pod, done);
    await objects.removeFinalizer(web, 'orphan');
    expect(sent).toEqual(['GET', patch, 'GET', patch, 'GET', patch]);
    expect(pauses.map((pause) => Math.round(pause / 10))).toEqual([1, 5]);
  });

  it('is tried to take away four times', async () => {
    const { objects } = live(pod, conflict, pod, conflict, pod, conflict, pod, conflict);
    await expect(objects.removeFinalizer(web, 'orphan')).rejects.toThrow(
      'updateMaxRetries(4) has reached. The garbage collector will retry later for owner [v1/Pod, namespace: ns, name: web, uid: u1]',
    );
  });

  it.each<[string, Answer[]]>([
    ['is not there', [[200, { metadata: { uid: 'u1', finalizers: ['x'] } }]]],
    ['went with the object', [gone]],
    ['went with the object meanwhile', [pod, gone]],
  ])('that %s need not be taken away', async (_, answers) => {
    const { objects, sent } = live(...answers);
    await objects.removeFinalizer(web, 'orphan');
    expect(sent).toHaveLength(answers.length);
  });

  it('that is the last leaves none', async () => {
    const { objects, sent } = live(pod, done);
    await objects.removeFinalizer(web, 'orphan');
    expect(sent[1]).toBe(patch);
    const last = live([200, { metadata: { uid: 'u1', resourceVersion: '7', finalizers: ['orphan'] } }], done);
    await last.objects.removeFinalizer(web, 'orphan');
    expect(last.sent[1]).toBe('PATCH merge-patch {"metadata":{"resourceVersion":"7","finalizers":null}}');
  });
});
