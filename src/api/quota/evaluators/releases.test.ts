import { describe, expect, it } from 'vitest';
import { MemoryObjects } from '../../../../test/support/unit/memory-objects.ts';
import { FeatureGates } from '../../gates/feature-gates.ts';
import { dialects } from '../../meta/dialect.ts';
import { textsOf } from '../amounts.ts';
import { isInAllScopes } from './evaluator.ts';
import { type CountedType, Evaluators } from './evaluators.ts';
import { quotaFeatures } from './features.ts';

const kubernetes = dialects.find(({ name }) => name === 'kubernetes')!;
const group = 'resource.k8s.io';
const types: CountedType[] = [
  ...['pods', 'services', 'persistentvolumeclaims'].map((resource) => ({ group: '', resource, aliases: [] })),
  { group, resource: 'resourceclaims', aliases: [] },
];
const evaluatorsOf = (release: string, ...settings: string[]): Evaluators =>
  new Evaluators(types, {
    dialect: kubernetes,
    features: quotaFeatures(new FeatureGates(release, settings)),
    objects: new MemoryObjects(),
  });

type Used = Record<string, string>;
const usedBy = (release: string, resource: string, object: object, of = ''): Used =>
  textsOf(
    evaluatorsOf(release)
      .of({ group: of, resource })!
      .examine({ metadata: { name: 'o' }, ...object }).usage,
  );
const container = (requests: Used, more: object = {}): object => ({
  name: 'a',
  resources: { requests },
  ...more,
});

describe('a pod uses', () => {
  const sidecar = container({ cpu: '1' }, { restartPolicy: 'Always' });
  const given = { containerStatuses: [{ name: 'a', resources: { requests: { cpu: '3' } } }] };
  const infeasible = { conditions: [{ type: 'PodResizePending', reason: 'Infeasible' }] };
  it.each<[string, string, object, string]>([
    ['1.23', 'its containers', { overhead: { cpu: '1' }, containers: [container({ cpu: '1' })] }, '1'],
    ['1.24', 'its overhead too', { overhead: { cpu: '1' }, containers: [container({ cpu: '1' })] }, '2'],
    ['1.36', 'its sidecars', { containers: [container({ cpu: '1' })], initContainers: [sidecar] }, '2'],
    [
      '1.36',
      'an init container beside the sidecars before it',
      { containers: [container({ cpu: '1' })], initContainers: [sidecar, container({ cpu: '2' }), sidecar] },
      '3',
    ],
    [
      '1.36',
      'what it has as a whole',
      { resources: { requests: { cpu: '5' } }, containers: [container({ cpu: '1' })] },
      '5',
    ],
  ])('%s: %s', (release, _, spec, cpu) => {
    expect(usedBy(release, 'pods', { spec })['requests.cpu']).toBe(cpu);
  });

  it.each<[string, string, object, string]>([
    ['1.36', 'what it has, until it has less', given, '3'],
    ['1.36', 'what it has, when more cannot be', { ...given, ...infeasible }, '3'],
    ['1.31', 'what it asks for', given, '2'],
  ])('%s: %s', (release, _, status, cpu) => {
    const pod = { spec: { containers: [container({ cpu: '2' })] }, status };
    expect(usedBy(release, 'pods', pod)['requests.cpu']).toBe(cpu);
  });
});

describe('requests that a quota demands are missing', () => {
  const spec = {
    containers: [
      { name: 'b', resources: {} },
      { name: 'a', resources: { requests: { memory: '1' } } },
    ],
  };
  it.each<[string, object, string | undefined]>([
    ['1.23', spec, 'cpu,memory'],
    ['1.24', spec, 'cpu for: a,b; memory for: b'],
    ['1.36', { ...spec, resources: { limits: { cpu: '1' } } }, undefined],
  ])('%s of %j: %s', (release, given, expected) => {
    const evaluator = evaluatorsOf(release).of({ group: '', resource: 'pods' })!;
    expect(evaluator.missing!({ spec: given }, ['memory', 'cpu', 'pods'])).toBe(expected);
  });
});

it.each([
  ['1.32', []],
  ['1.33', ['', 'resize']],
])('%s: updates of pods that are charged: %j', (release, updates) => {
  const pods = evaluatorsOf(release).of({ group: '', resource: 'pods' })!;
  expect(pods.updates).toEqual(updates);
  const [free, bound] = [{ spec: {} }, { spec: { activeDeadlineSeconds: 5 } }];
  expect(pods.isCharged!(bound, free)).toBe(true);
  expect(pods.isCharged!(bound, bound)).toBe(false);
});

it.each([
  ['1.23', '2'],
  ['1.24', '1'],
])('%s: a load balancer without ports of nodes uses those that are set: %s', (release, ports) => {
  const spec = {
    type: 'LoadBalancer',
    allocateLoadBalancerNodePorts: false,
    ports: [{ port: 80 }, { port: 443, nodePort: 30_000 }],
  };
  expect(usedBy(release, 'services', { spec })['services.nodeports']).toBe(ports);
});

describe('a claim of a volume is in the scope of its classes', () => {
  const scope = (operator: string, ...values: string[]) => ({
    scopeName: 'VolumeAttributesClass',
    operator,
    values,
  });
  const claim = {
    metadata: { name: 'c' },
    spec: { volumeAttributesClassName: 'gold' },
    status: { currentVolumeAttributesClassName: 'lead' },
  };
  it.each<[string, ReturnType<typeof scope>, boolean]>([
    ['1.36', scope('In', 'gold'), true],
    ['1.36', scope('In', 'lead'), true],
    ['1.36', scope('In', 'tin'), false],
    ['1.36', scope('Exists'), true],
    ['1.32', scope('Exists'), false],
  ])('%s: %j: %s', (release, asked, expected) => {
    const claims = evaluatorsOf(release).of({ group: '', resource: 'persistentvolumeclaims' })!;
    expect(isInAllScopes(claims.examine(claim), [asked])).toBe(expected);
  });
});

describe('a claim of devices uses as many of each class as it may get', () => {
  const alternatives = [
    { name: 'x', deviceClassName: 'gpu', count: 1 },
    { name: 'y', deviceClassName: 'gpu', count: 4 },
  ];
  const asked = { deviceClassName: 'gpu', count: 2 };
  const all = { deviceClassName: 'nic', allocationMode: 'All' };
  const either = { name: 'c', firstAvailable: alternatives };
  const now = [{ name: 'a', exactly: asked }, { name: 'b', exactly: all }, either];
  const before = [{ name: 'a', ...asked }, { name: 'b', ...all }, either];
  const devices = {
    'count/resourceclaims.resource.k8s.io': '1',
    'gpu.deviceclass.resource.k8s.io/devices': '6',
    'nic.deviceclass.resource.k8s.io/devices': '32',
  };
  const named = {
    'requests.deviceclass.resource.kubernetes.io/gpu': '6',
    'requests.deviceclass.resource.kubernetes.io/nic': '32',
  };
  it.each<[string, string, object[], Used]>([
    ['1.33', 'in versions without `exactly`', before, devices],
    ['1.34', 'in v1', now, devices],
    ['1.36', 'and by the names that containers use', now, { ...devices, ...named }],
  ])('%s: %s', (release, _, requests, expected) => {
    const gates = release === '1.33' ? ['DynamicResourceAllocation=true'] : [];
    const { usage } = evaluatorsOf(release, ...gates)
      .of({ group, resource: 'resourceclaims' })!
      .examine({ metadata: { name: 'c' }, spec: { devices: { requests } } });
    expect(textsOf(usage)).toEqual(expected);
  });
});

it.each([
  ['1.34', ['requests.example.com/gpu']],
  ['1.36', ['requests.deviceclass.resource.kubernetes.io/gpu', 'requests.example.com/gpu']],
])('%s: resources of others that pods are counted by: %j', (release, expected) => {
  const names = new Set(['requests.deviceclass.resource.kubernetes.io/gpu', 'requests.example.com/gpu']);
  const pods = evaluatorsOf(release).of({ group: '', resource: 'pods' })!;
  expect(pods.countable(names).sort()).toEqual(expected);
});
