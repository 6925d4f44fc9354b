import { describe, expect, it } from 'vitest';
import { MemoryObjects } from '../../../test/support/unit/memory-objects.ts';
import { dialects } from '../meta/dialect.ts';
import { textsOf } from './amounts.ts';
import { Evaluators } from './evaluators/evaluators.ts';
import { newestFeatures } from './evaluators/features.ts';
import { UsageTracker } from './usage-tracker.ts';

const types = [
  ...['pods', 'configmaps'].map((resource) => ({ group: '', resource, aliases: [] })),
  { group: `resource.${dialects[0]!.api}`, resource: 'resourceclaims', aliases: [] },
];

function tracked() {
  const objects = new MemoryObjects();
  const clock = { time: 0, now: () => clock.time };
  const changed: string[] = [];
  const problems: string[] = [];
  const tracker = new UsageTracker(
    objects,
    new Evaluators(types, { dialect: dialects[0]!, features: newestFeatures, objects }),
    clock,
    (namespace, isNew) => changed.push(`${namespace}${isNew ? ' (new)' : ''}`),
    (message) => problems.push(message),
  );
  const put = (resource: string, name: string, more: object = {}, metadata: object = {}): void =>
    objects.lister({ resource }).put({ metadata: { namespace: 'a', name, ...metadata }, ...more });
  const quota = (name: string, hard: object, status: object = {}): void =>
    put('resourcequotas', name, { spec: { hard }, status }, { resourceVersion: '1' });
  const target = (name: string) => textsOf(tracker.quotaOf('a', name)!.target(clock.time));
  return { objects, clock, changed, problems, tracker, put, quota, target };
}

const pod = { spec: { containers: [{ resources: { requests: { cpu: '1' } } }] } };

describe('UsageTracker', () => {
  it('counts what is there before a quota, and what comes and goes after it', () => {
    const { objects, put, quota, target, changed } = tracked();
    put('pods', 'p', pod);
    quota('q', { pods: '5', 'requests.cpu': '9', configmaps: '3' });
    expect(target('q')).toEqual({ pods: '1', 'requests.cpu': '1', configmaps: '0' });
    put('pods', 'r', pod);
    put('configmaps', 'c');
    expect(target('q')).toEqual({ pods: '2', 'requests.cpu': '2', configmaps: '1' });
    objects.lister({ resource: 'pods' }).remove('a', 'p');
    expect(target('q')).toEqual({ pods: '1', 'requests.cpu': '1', configmaps: '1' });
    expect(changed).toEqual(['a (new)', 'a', 'a', 'a']);
  });

  it('looks at no type that no quota names', () => {
    const { objects, quota, tracker } = tracked();
    quota('q', { pods: '5' });
    expect(tracker.typesIn('a')).toEqual([{ group: '', resource: 'pods' }]);
    expect(objects.lister({ resource: 'configmaps' }).observed).toBe(false);
  });

  it('counts in a namespace only the types that its own quotas name', () => {
    const { objects, put, quota, tracker } = tracked();
    const elsewhere = (name: string, hard: object): void =>
      put('resourcequotas', name, { spec: { hard } }, { namespace: 'b', resourceVersion: '1' });
    put('configmaps', 'c', {}, { namespace: 'b' });
    quota('q', { pods: '5' });
    elsewhere('q', { configmaps: '5' });
    quota('later', { pods: '6' });
    tracker.recount('a');
    tracker.recount('b');
    expect(objects.lister({ resource: 'configmaps' }).observed).toBe(true);
    expect(tracker.typesIn('a')).toEqual([{ group: '', resource: 'pods' }]);
    expect(tracker.typesIn('b')).toEqual([{ group: '', resource: 'configmaps' }]);
    elsewhere('more', { pods: '1' });
    expect(tracker.typesIn('b').map(({ resource }) => resource)).toEqual(['configmaps', 'pods']);
    expect(textsOf(tracker.quotaOf('b', 'q')!.target(0))).toEqual({ configmaps: '1' });
  });

  it.each<[string, object, object, number]>([
    ['that says something else about itself only', { ...pod, status: { phase: 'Running' } }, {}, 0],
    ['that has ended', { ...pod, status: { phase: 'Failed' } }, {}, 1],
    [
      'that uses more of what no quota limits',
      { spec: { containers: [...pod.spec.containers, ...pod.spec.containers] } },
      {},
      0,
    ],
    [
      'that is going to end',
      pod,
      { deletionTimestamp: '1970-01-01T00:00:10Z', deletionGracePeriodSeconds: 5 },
      1,
    ],
  ])('says what it means for its quotas when there is a pod %s', (_, content, metadata, times) => {
    const { changed, put, quota } = tracked();
    quota('q', { pods: '5' });
    put('pods', 'p', pod);
    const before = changed.length;
    put('pods', 'p', content, metadata);
    expect(changed.slice(before)).toEqual(Array(times).fill('a'));
  });

  it('ends pods when their time is over', () => {
    const { clock, put, quota, target, tracker } = tracked();
    quota('q', { pods: '5' });
    put('pods', 'p', pod, { deletionTimestamp: '1970-01-01T00:00:10Z', deletionGracePeriodSeconds: 5 });
    expect([target('q'), tracker.endObjects('a')]).toEqual([{ pods: '1' }, 15_000]);
    clock.time = 15_000;
    expect(tracker.endObjects('a')).toBeUndefined();
    expect(target('q')).toEqual({ pods: '0' });
  });

  it('counts an object that makes no sense as nothing, and says so', () => {
    const { put, quota, target, problems } = tracked();
    quota('q', { pods: '5' });
    put('pods', 'odd', { spec: { containers: [{ resources: { requests: { cpu: 'much' } } }] } });
    put('pods', 'p', pod);
    expect(target('q')).toEqual({ pods: '1' });
    expect(problems).toEqual([expect.stringMatching(/^pods a\/odd cannot be counted: /)]);
  });

  it('comes to the same when it counts anew', () => {
    const { put, quota, target, tracker } = tracked();
    quota('q', { pods: '5', configmaps: '2' });
    put('pods', 'p', pod);
    tracker.recount('a');
    expect(target('q')).toEqual({ pods: '1', configmaps: '0' });
    tracker.recount('elsewhere');
  });

  it('keeps what is used of resources that are not counted, as long as they are limited', () => {
    const { quota, target } = tracked();
    const used = { pods: '0', 'count/boots.other.example': '2', 'count/gone.other.example': '3' };
    quota('q', { pods: '5', 'count/boots.other.example': '9' }, { used });
    expect(target('q')).toEqual({ pods: '0', 'count/boots.other.example': '2' });
  });
});

describe('claims of devices, by the names that containers use', () => {
  const label = dialects[0]!.label;
  const names = { named: 'requests.example.com/gpu', ofClass: `requests.deviceclass.resource.${label}/gpu` };
  const request = { name: 'r', exactly: { deviceClassName: 'gpu', allocationMode: 'ExactCount', count: 3 } };
  const spec = { devices: { requests: [request] } };
  const ofPod = (creationTimestamp: string): object => ({
    creationTimestamp,
    annotations: { [`resource.${label}/extended-resource-claim`]: 'true' },
    ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u', controller: true }],
  });
  const asking = { spec: { containers: [{ resources: { requests: { 'example.com/gpu': '2' } } }] } };
  const naming = (resourceClaimName: string): object => ({
    ...asking,
    status: { extendedResourceClaimStatus: { resourceClaimName } },
  });

  function benched() {
    const bench = tracked();
    const usedAs = (extendedResourceName?: string): void =>
      bench.objects
        .lister({ resource: 'deviceclasses' })
        .put({ metadata: { name: 'gpu' }, spec: { extendedResourceName } });
    const claim = (name: string, metadata: object = {}): void =>
      bench.put('resourceclaims', name, { spec }, metadata);
    const pod = (object: object): void => bench.put('pods', 'p', object, { uid: 'u' });
    bench.quota('q', { [names.named]: '9', [names.ofClass]: '9' });
    const counted = (): string[] => Object.values(names).map((name) => bench.target('q')[name]!);
    return { ...bench, usedAs, claim, pod, counted };
  }

  it('count by the class, and by the name of the class while it has one', () => {
    const { usedAs, claim, counted, changed } = benched();
    claim('c');
    expect(counted()).toEqual(['0', '3']);
    usedAs('example.com/gpu');
    expect(counted()).toEqual(['3', '3']);
    usedAs();
    expect(counted()).toEqual(['0', '3']);
    expect(changed).toEqual(['a (new)', 'a', 'a', 'a']);
  });

  it('count less what their pod was charged, whichever comes first', () => {
    const { usedAs, claim, pod, counted, objects } = benched();
    usedAs('example.com/gpu');
    claim('c', ofPod('2026-01-01T00:00:00Z'));
    expect(counted()).toEqual(['3', '3']);
    pod(asking);
    expect(counted()).toEqual(['3', '3']);
    objects.lister({ resource: 'pods' }).remove('a', 'p');
    expect(counted()).toEqual(['3', '3']);
  });

  it.each<[string, { of?: object; uid?: string; annotations?: object }, string]>([
    ['the oldest of a pod does', {}, '6'],
    ['the one that the pod names does', { of: naming('younger') }, '6'],
    ['while the pod names another, none does', { of: naming('other') }, '8'],
    ['none does of another pod', { uid: 'v' }, '8'],
    ['none does that no scheduler made', { annotations: {} }, '8'],
  ])('count less what a pod was charged: %s', (_, { of = asking, uid = 'u', annotations }, expected) => {
    const { usedAs, claim, put, counted } = benched();
    usedAs('example.com/gpu');
    claim('older', { ...ofPod('2026-01-01T00:00:00Z'), ...(annotations && { annotations }) });
    claim('younger', { ...ofPod('2026-01-02T00:00:00Z'), ...(annotations && { annotations }) });
    put('pods', 'p', of, { uid });
    expect(counted()).toEqual([expected, '6']);
  });

  it('count less for the next claim of a pod when the first is gone', () => {
    const { usedAs, claim, pod, counted, objects } = benched();
    usedAs('example.com/gpu');
    pod(asking);
    claim('older', ofPod('2026-01-01T00:00:00Z'));
    claim('younger', ofPod('2026-01-02T00:00:00Z'));
    objects.lister({ resource: 'resourceclaims' }).remove('a', 'older');
    expect(counted()).toEqual(['3', '3']);
  });
});
