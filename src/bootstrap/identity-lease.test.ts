import { expect, it, vi } from 'vitest';
import { dialects } from '../api/meta/dialect.ts';
import type { CoordinationV1Lease } from '../api/schema/types.gen.ts';
import { IdentityLease, serverIdentity } from './identity-lease.ts';

const dialect = dialects.find(({ name }) => name === 'kubernetes')!;
const host = { uuid: 'f7a0', hostname: 'node-1' };
const now = Date.parse('2026-11-24T03:00:00Z');
const label = { 'k8s.io/component': 'kube-apiserver' };

it.each([
  ['1.20', 'kube-apiserver-f7a0', 'k8s.io/component'],
  ['1.25', 'kube-apiserver-f7a0', 'k8s.io/component'],
  ['1.26', expect.stringMatching(/^apiserver-[a-z2-7]{26}$/), 'apiserver.kubernetes.io/identity'],
])('the identity in %s', (release, name, labelName) => {
  const identity = serverIdentity(dialect, release, host);
  expect(identity).toMatchObject({
    namespace: 'kube-system',
    name,
    label: { name: labelName, value: 'kube-apiserver' },
  });
});

it('from 1.26 on the Lease names the host, the run of the server, and its address for other servers', () => {
  const identity = serverIdentity(dialect, '1.36', { ...host, peerAddress: '192.0.2.1:6443' });
  expect(identity.holder).toBe(`${identity.name}_f7a0`);
  expect(identity.labels).toEqual({ 'kubernetes.io/hostname': 'node-1' });
  expect(identity.annotations).toEqual({ 'kubernetes.io/peer-advertise-address': '192.0.2.1:6443' });
});

it('from 1.26 on a host has one identity, whatever its starts', () => {
  const identity = (uuid: string, hostname: string) =>
    serverIdentity(dialect, '1.26', { uuid, hostname }).name;
  expect(identity('a', 'node-1')).toBe(identity('b', 'node-1'));
  expect(identity('a', 'node-1')).not.toBe(identity('a', 'node-2'));
});

const lease = (name: string, spec: object, labels: object = label) =>
  ({ metadata: { name, labels, resourceVersion: '7' }, spec }) as unknown as CoordinationV1Lease;

function made(
  stored: CoordinationV1Lease[],
  newest = stored,
  identity = serverIdentity(dialect, '1.23', host),
) {
  const keep = vi.fn(async () => {});
  const changed: boolean[] = [];
  const alter = async (_: string, __: string, name: string, change: (object: any) => unknown) => {
    for (const one of stored) if (one.metadata.name === name) changed.push((await change(one)) as boolean);
  };
  const remove = vi.fn(async () => {});
  const leases = {
    list: () => stored,
    getFresh: async (_: string, name: string) => newest.find(({ metadata }) => metadata.name === name),
  };
  const clock = { now: () => now };
  const leaseType = 'leases.coordination.k8s.io';
  const options = { objects: { alter, keep }, leaseType, leases, remove, identity, duration: 3600, clock };
  return { lease: new IdentityLease(options), keep, remove, changed };
}

it('says who lives, for how long, and since when that is known', async () => {
  const { lease: own, keep } = made([]);
  await own.renew();
  expect(keep).toHaveBeenCalledExactlyOnceWith('leases.coordination.k8s.io', 'kube-system', {
    metadata: { name: 'kube-apiserver-f7a0', labels: label },
    spec: {
      holderIdentity: 'kube-apiserver-f7a0',
      leaseDurationSeconds: 3600,
      renewTime: '2026-11-24T03:00:00.000000Z',
    },
  });
});

it('of a host that has one says at once where the new run is', async () => {
  const identity = serverIdentity(dialect, '1.36', { ...host, peerAddress: '192.0.2.2:6443' });
  const known = lease(identity.name, {});
  const peer = 'kubernetes.io/peer-advertise-address';
  known.metadata.annotations = { [peer]: '192.0.2.1:6443', other: 'stays' };
  const { lease: own, changed } = made([known], [known], identity);
  await own.renew();
  await own.renew();
  expect(known.metadata.annotations).toEqual({ [peer]: '192.0.2.2:6443', other: 'stays' });
  expect(changed).toEqual([true, false]);
});

const at = (renewTime: string) => ({ renewTime, leaseDurationSeconds: 60 });

it.each([
  ['expired', lease('a', at('2026-11-24T02:58:59.000000Z')), true],
  ['alive', lease('a', at('2026-11-24T02:59:30.000000Z')), false],
  ['without a time', lease('a', { leaseDurationSeconds: 60 }), true],
  ['without a duration', lease('a', { renewTime: '2026-11-24T02:59:30.000000Z' }), true],
  ['without a spec', lease('a', undefined as never), true],
  ["somebody else's", lease('a', at('2020-11-24T02:58:59.000000Z'), {}), false],
])('a Lease that is %s: removed: %s', async (_, stored, isRemoved) => {
  const { lease: own, remove } = made([stored]);
  await own.collect();
  expect(remove.mock.calls).toEqual(isRemoved ? [['a', '7']] : []);
});

it.each([
  ['was renewed', [lease('a', at('2026-11-24T02:59:59.000000Z'))]],
  ['has gone', []],
])('one that %s meanwhile is left alone', async (_, newest) => {
  const { lease: own, remove } = made([lease('a', at('2020-11-24T02:58:59.000000Z'))], newest);
  await own.collect();
  expect(remove).not.toHaveBeenCalled();
});
