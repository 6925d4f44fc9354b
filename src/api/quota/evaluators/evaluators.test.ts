import { describe, expect, it } from 'vitest';
import { MemoryObjects } from '../../../../test/support/unit/memory-objects.ts';
import { dialects } from '../../meta/dialect.ts';
import { textsOf } from '../amounts.ts';
import { type CountedType, Evaluators } from './evaluators.ts';
import { newestFeatures } from './features.ts';

const core = (resource: string): CountedType => ({ group: '', resource, aliases: [] });
const types: CountedType[] = [
  ...['pods', 'services', 'persistentvolumeclaims', 'configmaps', 'endpoints'].map(core),
  { group: 'new.example', resource: 'roads', aliases: [{ group: 'old.example', resource: 'roads' }] },
];
const kubernetes = dialects.find(({ name }) => name === 'kubernetes')!;
const evaluators = new Evaluators(types, {
  dialect: kubernetes,
  features: newestFeatures,
  objects: new MemoryObjects(),
  isOpen: (group) => group === 'open.example',
});

type Used = Record<string, string>;
const usedBy = (resource: string, object: object, group = ''): Used =>
  textsOf(evaluators.of({ group, resource })!.examine({ metadata: { name: 'o' }, ...object }).usage);

const container = (requests: Used, limits: Used = {}): object => ({ resources: { requests, limits } });
const onlyCounted = { 'count/pods': '1' };

describe('a pod uses', () => {
  it.each<[string, object, Used]>([
    ['itself', { spec: { containers: [container({})] } }, { 'count/pods': '1', pods: '1' }],
    [
      'what all its containers ask for, and their limits',
      { spec: { containers: [container({ cpu: '1' }, { cpu: '2' }), container({ cpu: '500m' })] } },
      { cpu: '1500m', 'requests.cpu': '1500m', 'limits.cpu': '2', 'count/pods': '1', pods: '1' },
    ],
    [
      'as much as the largest of those that run before, if that is more',
      {
        spec: {
          containers: [container({ memory: '1Gi' })],
          initContainers: [container({ memory: '3Gi' }), container({ memory: '2Gi' })],
        },
      },
      { memory: '3Gi', 'requests.memory': '3Gi', 'count/pods': '1', pods: '1' },
    ],
    [
      'huge pages and devices',
      { spec: { containers: [container({ 'hugepages-2Mi': '4Mi', 'example.com/gpu': '2' })] } },
      {
        'hugepages-2Mi': '4Mi',
        'requests.hugepages-2Mi': '4Mi',
        'requests.example.com/gpu': '2',
        'count/pods': '1',
        pods: '1',
      },
    ],
    [
      'only its object when it has succeeded',
      { spec: { containers: [container({ cpu: '1' })] }, status: { phase: 'Succeeded' } },
      onlyCounted,
    ],
    [
      '… or failed',
      { spec: { containers: [container({ cpu: '1' })] }, status: { phase: 'Failed' } },
      onlyCounted,
    ],
  ])('%s', (_, pod, used) => {
    expect(usedBy('pods', pod)).toEqual(used);
  });

  it('only its object when the time to end is over', () => {
    const metadata = { name: 'p', deletionTimestamp: '1970-01-01T00:01:00Z', deletionGracePeriodSeconds: 30 };
    const { ending } = evaluators.of(core('pods'))!.examine({ metadata, spec: { containers: [] } });
    expect(ending!.at).toBe(90_000);
    expect(textsOf(ending!.usage)).toEqual(onlyCounted);
  });
});

describe('a service uses', () => {
  const ports = [{ port: 80 }, { port: 443 }];
  it.each([
    ['ClusterIP', '0', '0'],
    ['ExternalName', '0', '0'],
    ['NodePort', '2', '0'],
    ['LoadBalancer', '2', '1'],
  ])('as %s ports of nodes: %s, load balancers: %s', (type, nodePorts, loadBalancers) => {
    expect(usedBy('services', { spec: { type, ports } })).toEqual({
      'count/services': '1',
      services: '1',
      'services.nodeports': nodePorts,
      'services.loadbalancers': loadBalancers,
    });
  });
});

describe('a claim uses', () => {
  const some = { 'count/persistentvolumeclaims': '1', persistentvolumeclaims: '1' };
  const ofGold = { 'gold.storageclass.storage.k8s.io/persistentvolumeclaims': '1' };
  const resources = { requests: { storage: '2Gi' } };
  const storage = { 'requests.storage': '2Gi' };
  const goldStorage = { 'gold.storageclass.storage.k8s.io/requests.storage': '2Gi' };
  it.each<[string, object, Used]>([
    ['itself', { spec: {} }, some],
    ['storage', { spec: { resources } }, { ...some, ...storage }],
    [
      'storage of its class',
      { spec: { resources, storageClassName: 'gold' } },
      { ...some, ...storage, ...ofGold, ...goldStorage },
    ],
    [
      'storage of the class in its annotation',
      {
        metadata: { annotations: { 'volume.beta.kubernetes.io/storage-class': 'gold' } },
        spec: { storageClassName: 'lead' },
      },
      { ...some, ...ofGold },
    ],
    [
      'whole bytes',
      { spec: { resources: { requests: { storage: '1500m' } } } },
      { ...some, 'requests.storage': '2' },
    ],
  ])('%s', (_, claim, used) => {
    expect(usedBy('persistentvolumeclaims', claim)).toEqual(used);
  });
});

it.each<[string, string, string, Used]>([
  ['with an old name', '', 'configmaps', { 'count/configmaps': '1', configmaps: '1' }],
  ['without one', '', 'endpoints', { 'count/endpoints': '1' }],
  [
    'of two groups',
    'old.example',
    'roads',
    { 'count/roads.new.example': '1', 'count/roads.old.example': '1' },
  ],
  ['of a group with any types', 'open.example', 'boots', { 'count/boots.open.example': '1' }],
])('an object %s is counted', (_, group, resource, used) => {
  expect(usedBy(resource, {}, group)).toEqual(used);
});

it.each<[string, string[]]>([
  ['requests.cpu', ['pods']],
  ['count/pods', ['pods']],
  ['gold.storageclass.storage.k8s.io/requests.storage', ['persistentvolumeclaims']],
  ['services.nodeports', ['services']],
  ['count/roads.old.example', ['roads']],
  ['count/boots.open.example', ['boots']],
  ['count/boots.other.example', []],
  ['example.com/love', []],
])('%s is used by objects of these types: %s', (name, expected) => {
  const found = evaluators.concerning(new Set([name]));
  expect(found.map(({ type }) => type.resource)).toEqual(expected);
});
