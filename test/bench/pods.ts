import { createHash } from 'node:crypto';

/** Where a pod of a load is. */
export interface PodPlace {
  readonly namespace: string;
  readonly name: string;
}

export const loadNamespaces = ['bench-0', 'bench-1', 'bench-2', 'bench-3', 'bench-4'];
/** Where pods come and go while writes are measured, so that the lists stay what they were. */
export const scratchNamespace = 'bench-scratch';

const nodes = 100;
const shards = 100;
const tiers = ['frontend', 'backend', 'cache', 'jobs'];

export const digits = (i: number, width = 6): string => String(i).padStart(width, '0');

/** The i-th pod of the load. Neighbours share a namespace and are on different nodes. */
export function placeOf(i: number): PodPlace {
  const namespace = loadNamespaces[Math.floor(i / nodes) % loadNamespaces.length]!;
  return { namespace, name: `web-${digits(i)}` };
}

/** One pod in a hundred is on it. */
export const nodeOf = (i: number): string => `node-${digits(i % nodes, 3)}`;

/** One pod in a hundred has it as the value of its label `shard`; independent of the node. */
const shardOf = (i: number): string => `s${digits((i * 7 + Math.floor(i / nodes)) % shards, 3)}`;

export const someNode = nodeOf(42);
export const someShard = shardOf(42);

export const collectionPath = (namespace: string): string => `/api/v1/namespaces/${namespace}/pods`;
export const podPath = ({ namespace, name }: PodPlace): string => `${collectionPath(namespace)}/${name}`;

/** A pod as a deployment's controller would make it, bound to a node: 6 KB once defaults, status and managedFields are in. */
export function pod(i: number, { namespace, name } = placeOf(i)): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace,
      labels: {
        app: `web-${digits(i % 50, 2)}`,
        tier: tiers[i % tiers.length],
        shard: shardOf(i),
        'pod-template-hash': noise(`template ${i % 50}`, 10),
      },
      annotations: {
        'example.com/config-checksum': noise(`config ${i % 50}`, 64),
        'example.com/touched': '00000000',
      },
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'ReplicaSet',
          name: `web-${noise(`template ${i % 50}`, 10)}`,
          uid: uid(`owner ${i % 50}`),
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    spec: specOf(i, namespace),
  };
}

/** What the node reports of the i-th pod once it runs. */
export function podStatus(i: number): object {
  const time = '2024-05-01T10:00:00Z';
  const conditions = ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
    type,
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: time,
  }));
  const containerStatuses = ['server', 'proxy'].map((name) => ({
    name,
    state: { running: { startedAt: time } },
    lastState: {},
    ready: true,
    restartCount: 0,
    image: `registry.example.com/shop/${name}:1.${i % 20}.0`,
    imageID: `registry.example.com/shop/${name}@sha256:${noise(`image ${name} ${i % 20}`, 64)}`,
    containerID: `containerd://${noise(`container ${name} ${i}`, 64)}`,
    started: true,
  }));
  const podIP = `10.${i % nodes}.${Math.floor(i / nodes / 250) % 250}.${Math.floor(i / nodes) % 250}`;
  const hostIP = `192.168.0.${i % nodes}`;
  return {
    phase: 'Running',
    conditions,
    hostIP,
    podIP,
    podIPs: [{ ip: podIP }],
    startTime: time,
    containerStatuses,
    qosClass: 'Burstable',
  };
}

function specOf(i: number, namespace: string): object {
  return {
    nodeName: nodeOf(i),
    serviceAccountName: 'default',
    containers: [
      containerOf('server', 8080, i, namespace),
      {
        ...containerOf('proxy', 15001, i, namespace),
        args: ['--upstream=127.0.0.1:8080'],
        // Of two containers of the same kind, only one needs everything.
        env: undefined,
        readinessProbe: undefined,
      },
    ],
    volumes: [
      {
        name: 'config',
        configMap: { name: `web-${digits(i % 50, 2)}`, items: [{ key: 'app.yaml', path: 'app.yaml' }] },
      },
    ],
    securityContext: { runAsNonRoot: true, runAsUser: 10_001, fsGroup: 10_001 },
  };
}

function containerOf(name: string, port: number, i: number, namespace: string): object {
  const probe = {
    httpGet: { path: '/healthz', port: 'http', scheme: 'HTTP' },
    periodSeconds: 10,
    timeoutSeconds: 2,
  };
  return {
    name,
    image: `registry.example.com/shop/${name}:1.${i % 20}.0`,
    ports: [{ name: 'http', containerPort: port }],
    env: [
      { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
      {
        name: 'PASSWORD',
        valueFrom: { secretKeyRef: { name: `web-${digits(i % 50, 2)}`, key: 'password' } },
      },
      {
        name: 'DATABASE_URL',
        value: `postgres://db-${i % 20}.${namespace}.svc:5432/shop`,
      },
    ],
    resources: { requests: { cpu: '100m', memory: '128Mi' } },
    volumeMounts: [{ name: 'config', mountPath: '/etc/app', readOnly: true }],
    readinessProbe: { ...probe, successThreshold: 1 },
  };
}

/** Text that does not compress, the same for the same seed. */
const noise = (seed: string, length: number): string =>
  createHash('sha256').update(seed).digest('hex').slice(0, length);

function uid(seed: string): string {
  const hex = noise(seed, 32);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}
