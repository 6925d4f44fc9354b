import { afterAll, beforeAll, expect, it } from 'vitest';
import { container, done, serverWith } from '../../support/admission.ts';
import type { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

let server: TestServer;

beforeAll(async () => {
  server = await serverWith({
    off: ['ServiceAccount'],
    mode: 'RBAC',
    flags: [
      '--controllers=*',
      '--emulated-version=1.36',
      '--feature-gates=GenericWorkload=true',
      '--runtime-config=scheduling.k8s.io/v1alpha2=true',
    ],
  });
});
afterAll(() => server?.remove());

const classes = '/apis/storage.k8s.io/v1/volumeattributesclasses';
const claims = '/api/v1/namespaces/default/persistentvolumeclaims';
const get = async (path: string): Promise<any> => done(server.client.get(path));
const isGone = async (path: string): Promise<boolean> => (await server.client.get(path)).status === 404;
const make = (name: string): Promise<any> =>
  done(
    server.client.post(classes, {
      metadata: { name },
      driverName: 'disk.example.com',
      parameters: { speed: 'fast' },
    }),
  );

it('a class goes when it is deleted and nothing uses it', async () => {
  expect((await make('free')).metadata.finalizers).toEqual(['kubernetes.io/vac-protection']);
  await done(server.client.delete(`${classes}/free`));
  await until(() => isGone(`${classes}/free`));
});

it('a class stays while a claim asks for it, and goes with the claim', async () => {
  await make('used');
  const spec = {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
    volumeAttributesClassName: 'used',
  };
  await done(server.client.post(claims, { metadata: { name: 'data' }, spec }));
  await done(server.client.delete(`${classes}/used`));
  // Another class goes meanwhile, so this one was looked at.
  await make('witness');
  await done(server.client.delete(`${classes}/witness`));
  await until(() => isGone(`${classes}/witness`));
  expect((await get(`${classes}/used`)).metadata.finalizers).toEqual(['kubernetes.io/vac-protection']);
  await done(server.client.delete(`${claims}/data`));
  await until(() => isGone(`${classes}/used`));
});

it('a group of pods stays while one of its pods is there, and goes with it', async () => {
  const groups = '/apis/scheduling.k8s.io/v1alpha2/namespaces/default/podgroups';
  const pods = '/api/v1/namespaces/default/pods';
  const spec = { schedulingPolicy: { basic: {} } };
  const made = await done(server.client.post(groups, { metadata: { name: 'train' }, spec }));
  expect(made.metadata.finalizers).toEqual(['scheduling.k8s.io/podgroup-protection']);
  const podSpec = { schedulingGroup: { podGroupName: 'train' }, containers: [container('c')] };
  await done(server.client.post(pods, { metadata: { name: 'worker' }, spec: podSpec }));
  await done(server.client.delete(`${groups}/train`));
  await done(server.client.post(groups, { metadata: { name: 'witness' }, spec }));
  await done(server.client.delete(`${groups}/witness`));
  await until(() => isGone(`${groups}/witness`));
  expect((await get(`${groups}/train`)).metadata.deletionTimestamp).toBeDefined();
  await done(server.client.send('DELETE', `${pods}/worker`, { body: { gracePeriodSeconds: 0 } }));
  await until(() => isGone(`${groups}/train`));
});
