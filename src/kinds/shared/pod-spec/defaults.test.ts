import { describe, expect, test } from 'vitest';
import { fillMessage } from '../../../../test/support/unit/message-rules.ts';
import { servedApi } from '../../../../test/support/unit/pod-specs.ts';
import type { CoreV1PodSpec, CoreV1PodTemplateSpec, CoreV1Volume } from '../../../api/schema/types.gen.ts';
import { applyPodSpecDefaults, applyPodTemplateDefaults } from './defaults.ts';
import { imageTag } from './image-tag.ts';

const defaulted = (spec: CoreV1PodSpec): CoreV1PodSpec => {
  fillMessage('core.v1.PodSpec', spec);
  applyPodSpecDefaults(spec, servedApi);
  const once = structuredClone(spec);
  applyPodSpecDefaults(spec, servedApi);
  expect(spec, 'repeatable').toEqual(once);
  return spec;
};

const plain = { name: 'a', image: 'nginx', resources: {} };

test('of an empty pod', () => {
  expect(defaulted({ containers: [structuredClone(plain)] })).toEqual({
    containers: [
      {
        ...plain,
        imagePullPolicy: 'Always',
        terminationMessagePath: '/dev/termination-log',
        terminationMessagePolicy: 'File',
      },
    ],
    dnsPolicy: 'ClusterFirst',
    restartPolicy: 'Always',
    securityContext: {},
    terminationGracePeriodSeconds: 30,
    schedulerName: 'default-scheduler',
  });
});

test('of every kind of container', () => {
  const spec = defaulted({
    containers: [],
    initContainers: [{ ...plain }],
    ephemeralContainers: [{ ...plain, image: 'nginx:1' }],
  });
  expect(spec.initContainers?.[0]?.imagePullPolicy).toBe('Always');
  expect(spec.ephemeralContainers?.[0]?.imagePullPolicy).toBe('IfNotPresent');
});

test('of ports, probes and hooks', () => {
  const [container] = defaulted({
    containers: [
      {
        ...plain,
        ports: [{ containerPort: 80 }],
        livenessProbe: { httpGet: { port: 80 } },
        readinessProbe: { grpc: { port: 80, service: null }, periodSeconds: 5 },
        lifecycle: {
          preStop: { httpGet: { port: 80, path: '/x', scheme: 'HTTPS' } },
          postStart: { httpGet: { port: 1 } },
        },
        env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
      },
    ],
  }).containers!;
  const numbers = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 };
  expect(container).toMatchObject({
    ports: [{ containerPort: 80, protocol: 'TCP' }],
    livenessProbe: { httpGet: { port: 80, path: '/', scheme: 'HTTP' }, ...numbers },
    readinessProbe: { grpc: { port: 80, service: '' }, ...numbers, periodSeconds: 5 },
    lifecycle: {
      preStop: { httpGet: { port: 80, path: '/x', scheme: 'HTTPS' } },
      postStart: { httpGet: { port: 1, path: '/', scheme: 'HTTP' } },
    },
    env: [{ valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } }],
  });
});

test('resources are kept to the milli, rounded up', () => {
  const spec = defaulted({
    containers: [{ ...plain, resources: { limits: { cpu: '1500u' }, requests: { cpu: '1n' } } }],
    overhead: { cpu: '100u' },
  });
  expect(spec.containers?.[0]?.resources).toEqual({ limits: { cpu: '2m' }, requests: { cpu: '1m' } });
  expect(spec.overhead).toEqual({ cpu: '1m' });
});

test('in the network of the node ports are its ports', () => {
  const ports = () => [{ containerPort: 80 }, { containerPort: 81, hostPort: 82 }];
  const spec = {
    hostNetwork: true,
    containers: [{ ...plain, ports: ports() }],
    initContainers: [{ ...plain, ports: ports() }],
  };
  const expected = [{ hostPort: 80 }, { hostPort: 82 }];
  expect(defaulted(spec)).toMatchObject({
    containers: [{ ports: expected }],
    initContainers: [{ ports: expected }],
  });
});

test.each<[Partial<CoreV1PodSpec>, Partial<CoreV1PodSpec>]>([
  [{ serviceAccount: 'a' }, { serviceAccountName: 'a', serviceAccount: 'a' }],
  [
    { serviceAccountName: 'b', serviceAccount: 'a' },
    { serviceAccountName: 'b', serviceAccount: 'b' },
  ],
  [{ serviceAccountName: 'b' }, { serviceAccountName: 'b', serviceAccount: 'b' }],
])('the older name of the service account mirrors the newer: %j', (fields, expected) => {
  expect(defaulted({ containers: [], ...fields })).toMatchObject(expected);
});

test.each<[Omit<CoreV1Volume, 'name'>, Omit<CoreV1Volume, 'name'>]>([
  [{}, { emptyDir: {} }],
  [{ hostPath: { path: '/a' } }, { hostPath: { path: '/a', type: '' } }],
  [{ secret: { secretName: 's' } }, { secret: { secretName: 's', defaultMode: 420 } }],
  [{ configMap: { name: 'c', defaultMode: 0 } }, { configMap: { name: 'c', defaultMode: 0 } }],
  [
    { downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: 'metadata.name' } }] } },
    {
      downwardAPI: {
        items: [{ path: 'p', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } }],
        defaultMode: 420,
      },
    },
  ],
  [
    { projected: { sources: [{ serviceAccountToken: { path: 't' } }] } },
    {
      projected: {
        sources: [{ serviceAccountToken: { path: 't', expirationSeconds: 3600 } }],
        defaultMode: 420,
      },
    },
  ],
  [
    {
      ephemeral: { volumeClaimTemplate: { metadata: { creationTimestamp: null }, spec: { resources: {} } } },
    },
    {
      ephemeral: {
        volumeClaimTemplate: {
          metadata: { creationTimestamp: null },
          spec: { resources: {}, volumeMode: 'Filesystem' },
        },
      },
    },
  ],
])('of volume %j', (source, expected) => {
  const { volumes } = defaulted({ containers: [], volumes: [{ name: 'v', ...source }] });
  expect(volumes).toEqual([{ name: 'v', ...expected }]);
});

test('annotations of old init containers are dropped', () => {
  const template: CoreV1PodTemplateSpec = {
    metadata: {
      creationTimestamp: null,
      annotations: {
        a: 'b',
        'pod.beta.kubernetes.io/init-containers': '[]',
        'pod.alpha.kubernetes.io/init-container-statuses': '[]',
      },
    },
    spec: { containers: [] },
  };
  applyPodTemplateDefaults(template, servedApi);
  expect(template.metadata.annotations).toEqual({ a: 'b' });
});

describe('the tag of an image', () => {
  const digest = `sha256:${'a'.repeat(64)}`;

  test.each<[string, string | undefined]>([
    ['nginx', 'latest'],
    ['nginx:latest', 'latest'],
    ['nginx:1.21', '1.21'],
    ['team/app', 'latest'],
    ['localhost/app:1', '1'],
    ['registry.example.com:5000/team/app', 'latest'],
    ['registry.example.com:5000/team/app:v1', 'v1'],
    [`nginx@${digest}`, undefined],
    [`nginx:latest@${digest}`, 'latest'],
    ['', undefined],
    ['Nginx', undefined],
    ['nginx:', undefined],
    ['nginx:a b', undefined],
    ['a//b', undefined],
    ['a___b', undefined],
    ['a__b--c', 'latest'],
    ['-x.example.com/app', undefined],
    ['nginx@sha256:abc', undefined],
    ['a'.repeat(256), undefined],
    ['a'.repeat(64), undefined],
  ])('%s', (image, tag) => {
    expect(imageTag(image)).toBe(tag);
  });
});
