import { dialects } from '../../src/api/meta/dialect.ts';
import type { ApiObject, ObjectMeta } from '../../src/api/meta/metadata.ts';
import type { ResourceType } from '../../src/client/api/resource-client.ts';

/** Names and objects of the simulated cluster, on which all its processes agree. */

export const dialect = dialects[0]!;
export const leaseNamespace = `${dialect.prefix}-node-lease`;

const namespaces = 10;

const core = (resource: string): ResourceType => ({ group: '', version: 'v1', resource });
export const types = {
  namespaces: core('namespaces'),
  nodes: core('nodes'),
  pods: core('pods'),
  services: core('services'),
  secrets: core('secrets'),
  configMaps: core('configmaps'),
  events: core('events'),
  leases: { group: `coordination.${dialect.api}`, version: 'v1', resource: 'leases' },
  deployments: { group: 'apps', version: 'v1', resource: 'deployments' },
  csiDrivers: { group: `storage.${dialect.api}`, version: 'v1', resource: 'csidrivers' },
  runtimeClasses: { group: `node.${dialect.api}`, version: 'v1', resource: 'runtimeclasses' },
} as const satisfies Record<string, ResourceType>;

export const allNamespaces: readonly string[] = Array.from({ length: namespaces }, (_, n) => `scale-${n}`);
export const nodeName = (n: number): string => `node-${String(n).padStart(5, '0')}`;
export const nodeToken = (name: string): string => `token-of-${name}`;
/** Of the components: privileged, and bounded by flow control as such components are. */
export const managerToken = 'scale-managers';

/** A simulated Deployment, by its number. */
export const deploymentName = (n: number): string => `web-${String(n).padStart(4, '0')}`;
export const namespaceOf = (deployment: number): string => allNamespaces[deployment % namespaces]!;
/** What the pods of a namespace mount. */
export const settingsName = 'settings';
export const passwordName = 'password';

/** When a pod was made, and bound; milliseconds of the clock that all processes share. */
export const madeAt = 'example.com/made-at';
export const boundAt = 'example.com/bound-at';

/** An object that the server has, or has had. */
export interface StoredObject extends ApiObject {
  metadata: ObjectMeta & { name: string; uid: string };
}

export interface Pod extends StoredObject {
  metadata: ObjectMeta & { name: string; namespace: string; uid: string };
  spec: { nodeName?: string };
  status: { phase?: string };
}

/** `round`: of the template, which a rolling update raises. */
export function podOf(deployment: number, round: number): ApiObject {
  const name = deploymentName(deployment);
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      generateName: `${name}-`,
      namespace: namespaceOf(deployment),
      labels: { app: name, round: String(round) },
      annotations: { [madeAt]: String(Date.now()) },
    },
    spec: {
      containers: [
        {
          name: 'server',
          image: `registry.example.com/shop/server:1.${round}.0`,
          ports: [{ name: 'http', containerPort: 8080 }],
          env: [
            { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
            { name: 'PASSWORD', valueFrom: { secretKeyRef: { name: passwordName, key: 'password' } } },
          ],
          resources: { requests: { cpu: '100m', memory: '128Mi' } },
          volumeMounts: [{ name: 'settings', mountPath: '/etc/app', readOnly: true }],
          readinessProbe: { httpGet: { path: '/healthz', port: 'http' }, periodSeconds: 10 },
        },
      ],
      volumes: [{ name: 'settings', configMap: { name: settingsName } }],
      terminationGracePeriodSeconds: 1,
    },
  } as unknown as ApiObject;
}

/** What a node reports of a pod of its own. */
export function runningStatus(node: string): object {
  const lastTransitionTime = new Date().toISOString().replace(/\.\d+/, '');
  const conditions = ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
    type,
    status: 'True',
    lastTransitionTime,
  }));
  const running = { startedAt: lastTransitionTime };
  const server = { name: 'server', state: { running }, ready: true, started: true, restartCount: 0 };
  const image = {
    image: 'registry.example.com/shop/server:1',
    imageID: 'sha256:1',
    containerID: `sim://${node}`,
  };
  return {
    phase: 'Running',
    conditions,
    startTime: lastTransitionTime,
    hostIP: '192.0.2.1',
    podIP: '198.51.100.1',
    podIPs: [{ ip: '198.51.100.1' }],
    containerStatuses: [{ ...server, ...image }],
  };
}

/** What a node reports of itself. */
export function nodeStatus(isReady: boolean): object {
  const now = new Date().toISOString().replace(/\.\d+/, '');
  const status = isReady ? 'True' : 'Unknown';
  const quantities = { cpu: '16', memory: '64Gi', pods: '110', 'ephemeral-storage': '200Gi' };
  const conditions = ['MemoryPressure', 'DiskPressure', 'PIDPressure'].map((type) => ({
    type,
    status: 'False',
    reason: 'Sufficient',
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  }));
  const ready = { type: 'Ready', status, reason: 'Posting', lastHeartbeatTime: now, lastTransitionTime: now };
  return {
    capacity: quantities,
    allocatable: quantities,
    conditions: [...conditions, ready],
    addresses: [{ type: 'InternalIP', address: '192.0.2.1' }],
  };
}
