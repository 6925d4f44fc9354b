import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Etcd, startEtcd } from '../../support/etcd.ts';
import { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

const lease = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-apiserver-controllers';
const managerLease = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-controller-manager';

let etcd: Etcd;
const servers: TestServer[] = [];

async function startReplica(): Promise<TestServer> {
  const flags = [`--etcd-servers=${etcd.endpoints.join(',')}`, '--controllers=root-ca-cert-publisher'];
  const server = await TestServer.start({ flags });
  servers.push(server);
  return server;
}

beforeAll(async () => {
  etcd = await startEtcd({ members: 1 });
});
afterAll(async () => {
  for (const server of servers) await server.remove();
  await etcd.stop();
});

it('of several servers one runs the controllers; another one does when it is killed', async () => {
  const first = await startReplica();
  const spec = async (server: TestServer) => (await server.client.get(lease)).body.spec;
  await until(async () => (await spec(first))?.holderIdentity !== undefined);
  const holder = (await spec(first)).holderIdentity;
  const second = await startReplica();
  const published = (server: TestServer, namespace: string) =>
    until(async () => {
      const path = `/api/v1/namespaces/${namespace}/configmaps/kube-root-ca.crt`;
      return (await server.client.get(path)).status === 200;
    }, 40);
  await second.client.post('/api/v1/namespaces', { metadata: { name: 'early' } });
  await published(second, 'early');
  expect((await spec(second)).holderIdentity).toBe(holder);
  first.process.kill('SIGKILL');
  await second.client.post('/api/v1/namespaces', { metadata: { name: 'late' } });
  await published(second, 'late');
  const taken = await spec(second);
  expect(taken.holderIdentity).not.toBe(holder);
  expect(taken.leaseTransitions).toBe(1);
  // A controller manager that runs beside them has a Lease of its own, and need not wait for this one.
  expect((await second.client.get(managerLease)).status).toBe(404);
}, 60_000);
