import type { ApiObject } from '../../src/api/meta/metadata.ts';
import { ResourceClient } from '../../src/client/api/resource-client.ts';
import {
  allNamespaces,
  deploymentName,
  dialect,
  namespaceOf,
  nodeName,
  passwordName,
  podOf,
  runningStatus,
  type StoredObject,
  settingsName,
  types,
} from './cluster-objects.ts';
import { forAll } from './component.ts';
import type { Scene } from './scene.ts';
import { replicasOf } from './settings.ts';

/** Requests under way at once. */
const atOnce = 32;

/** Namespaces with what pods mount, Deployments, and running pods on all nodes: what there is before anybody begins. */
export async function fill(scene: Scene): Promise<void> {
  const { admin, settings } = scene;
  const { nodes, deployments } = settings.profile;
  await allow(scene);
  const namespaces = new ResourceClient<StoredObject>(admin, types.namespaces);
  for (const name of allNamespaces) {
    await namespaces.create('', { metadata: { name } });
    const { secrets, configMaps, services } = types;
    const create = (type: typeof secrets, object: object) =>
      new ResourceClient<StoredObject>(admin, type).create(name, object);
    await create(secrets, { metadata: { name: passwordName }, stringData: { password: 'p' } });
    await create(configMaps, { metadata: { name: settingsName }, data: { 'app.yaml': 'a: 1' } });
    await create(services, { metadata: { name: 'web' }, spec: { ports: [{ port: 80 }] } });
  }
  const numbers = Array.from({ length: deployments }, (_, n) => n);
  await forAll(numbers, atOnce, (n) => makeDeployment(scene, n));
  const pods = Array.from({ length: deployments * replicasOf(settings.profile) }, (_, n) => n);
  await forAll(pods, atOnce, (n) => makePod(scene, n % deployments, nodeName(n % nodes)));
}

/** The controllers and the scheduler may do everything, by a role as components have one. */
async function allow({ admin }: Scene): Promise<void> {
  const type = {
    ...types.leases,
    group: `rbac.authorization.${dialect.api}`,
  };
  const bindings = new ResourceClient<StoredObject>(admin, { ...type, resource: 'clusterrolebindings' });
  await bindings.create('', {
    metadata: { name: 'scale-managers' },
    roleRef: { apiGroup: type.group, kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ apiGroup: type.group, kind: 'User', name: 'system:controllers' }],
  });
}

async function makeDeployment({ admin }: Scene, n: number): Promise<void> {
  const { metadata, spec } = podOf(n, 0) as ApiObject & { spec: object };
  const selector = { matchLabels: { app: deploymentName(n) } };
  const template = { metadata: { labels: metadata.labels }, spec };
  await new ResourceClient<StoredObject>(admin, types.deployments).create(namespaceOf(n), {
    metadata: { name: deploymentName(n) },
    spec: { selector, template: { ...template, spec: { ...spec, terminationGracePeriodSeconds: 30 } } },
  });
}

async function makePod({ admin }: Scene, deployment: number, nodeName: string): Promise<void> {
  const pods = new ResourceClient<StoredObject>(admin, types.pods);
  const pod = podOf(deployment, 0) as ApiObject & { spec: object };
  const made = await pods.create(namespaceOf(deployment), { ...pod, spec: { ...pod.spec, nodeName } });
  const running = { ...made, status: runningStatus(nodeName) };
  await pods.update(namespaceOf(deployment), made.metadata.name, running, 'status');
}
