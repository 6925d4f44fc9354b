import { expect, it } from 'vitest';
import { MemoryObjects } from '../../../test/support/unit/memory-objects.ts';
import type { CoordinationV1Lease } from '../../api/schema/types.gen.ts';
import { PeerLeases } from './peer-leases.ts';

const now = Date.parse('2030-01-01T00:00:00Z');
const lease = (name: string, { labels, address, spec, namespace = 'kube-system' }: any = {}): any => ({
  kind: 'Lease',
  apiVersion: 'coordination.k8s.io/v1',
  metadata: {
    name,
    namespace,
    labels: labels ?? { identity: 'server' },
    annotations: { at: address ?? '10.0.0.1:6443' },
  },
  spec: {
    holderIdentity: `${name}_1`,
    leaseDurationSeconds: 3600,
    renewTime: '2029-12-31T23:30:00.000000Z',
    ...spec,
  },
});

function observed() {
  const objects = new MemoryObjects();
  const lister = objects.lister<CoordinationV1Lease>({ resource: 'leases' } as never) as any;
  const changes: string[] = [];
  const peers = new PeerLeases({
    leases: lister,
    namespace: 'kube-system',
    label: { name: 'identity', value: 'server' },
    addressAnnotation: 'at',
    ownName: 'own',
    clock: { now: () => now },
    changed: (name) => changes.push(name),
  });
  peers.start();
  return { lister, changes, peers };
}

it('other servers are known by their Leases; a renewal is no change, another run or address is', () => {
  const { lister, changes, peers } = observed();
  lister.put(lease('own'));
  lister.put(lease('a'));
  lister.put(lease('b', { labels: {} }));
  lister.put(lease('c', { namespace: 'default' }));
  lister.put(lease('d', { spec: { holderIdentity: '' } }));
  expect([...peers.names]).toEqual(['a']);
  lister.put(lease('a', { spec: { renewTime: '2029-12-31T23:50:00.000000Z' } }));
  expect(changes).toEqual(['a']);
  lister.put(lease('a', { spec: { holderIdentity: 'a_2' } }));
  lister.put(lease('a', { spec: { holderIdentity: 'a_2' }, address: '10.0.0.2:6443' }));
  expect(changes).toEqual(['a', 'a', 'a']);
  lister.remove('kube-system', 'a');
  expect([changes.length, [...peers.names]]).toEqual([4, []]);
});

it.each<[string, object, unknown]>([
  ['10.0.0.1:6443', {}, { host: '10.0.0.1', port: 6443 }],
  ['[fd00::1]:443', {}, { host: 'fd00::1', port: 443 }],
  ['fd00::1:443', {}, undefined],
  ['', {}, undefined],
  ['10.0.0.1', {}, undefined],
  ['10.0.0.1:6443', { renewTime: '2029-12-31T22:59:59.000000Z' }, undefined],
  ['10.0.0.1:6443', { renewTime: null }, undefined],
])('the address %j of a Lease with %j is %j', (address, spec, expected) => {
  const { lister, peers } = observed();
  lister.put(lease('a', { address, spec }));
  expect(peers.addressOf('a')).toEqual(expected);
  expect(peers.addressOf('b')).toBeUndefined();
});
