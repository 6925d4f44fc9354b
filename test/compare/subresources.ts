import type { RequestOptions } from '../support/api-client.ts';

interface Sender {
  send(method: string, path: string, options?: RequestOptions, note?: string): Promise<{ body: any }>;
}

const parts = ['status', 'scale', 'approval', 'finalize', 'ephemeralcontainers'];
const connections = ['attach', 'exec', 'log', 'portforward', 'proxy'];

const mergePatch = { 'content-type': 'application/merge-patch+json' };
const apply = { 'content-type': 'application/apply-patch+yaml' };

/** The objects that are posted to subresources, valid and not. */
const actions: readonly [name: string, bodies: (name: string) => readonly object[]][] = [
  [
    'binding',
    (name) => [
      { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'another' }, target: { name: 'n' } },
      { apiVersion: 'v1', kind: 'Binding', metadata: { name }, target: { kind: 'Pod' } },
      { apiVersion: 'v1', kind: 'Binding', metadata: { name }, target: { kind: 'Node', name: 'n' } },
    ],
  ],
  [
    'eviction',
    (name) => [
      { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'another' } },
      { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name }, deleteOptions: { dryRun: ['x'] } },
      {
        apiVersion: 'policy/v1beta1',
        kind: 'Eviction',
        metadata: { name },
        deleteOptions: { dryRun: ['All'] },
      },
    ],
  ],
  [
    'token',
    () => [
      { spec: { expirationSeconds: 1 } },
      { spec: { audiences: ['a'], boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'none' } } },
      { spec: { audiences: ['a'] } },
    ],
  ],
];

/** Every subresource that any kind has, of one object: of most kinds most are not served. */
export async function recordSubresources(record: Sender, path: string): Promise<void> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  for (const part of parts) {
    const place = `${path}/${part}`;
    await record.send('GET', place);
    const { body } = await record.send('GET', path);
    await record.send('PUT', `${place}?dryRun=All`, { body: { ...body, spec: null, status: null } });
    await record.send('PUT', place, { body });
    for (const patch of [{ metadata: { labels: { part } } }, { spec: 1 }, { status: { conditions: [{}] } }]) {
      await record.send('PATCH', place, { headers: mergePatch, body: JSON.stringify(patch) });
    }
    await record.send('PATCH', `${place}?fieldManager=recorder`, { headers: apply, body: '{}' });
    await record.send('POST', place, { body: {} });
    await record.send('DELETE', place);
  }
  for (const [action, bodies] of actions) {
    await record.send('GET', `${path}/${action}`);
    for (const body of bodies(name)) await record.send('POST', `${path}/${action}`, { body });
  }
  for (const connection of connections) {
    for (const method of ['GET', 'POST', 'PUT']) await record.send(method, `${path}/${connection}`);
    await record.send('GET', `${path}/${connection}?dryRun=All&ports=x`);
  }
}
