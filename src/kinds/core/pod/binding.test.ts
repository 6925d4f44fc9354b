import { describe, expect, it } from 'vitest';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { bindingFeatures, bindPod } from './binding.ts';

const now = '2021-03-04T05:06:07Z';
const binding: any = { metadata: { annotations: { a: 'new', b: '1' } }, target: { name: 'n1' } };

describe('binding a pod', () => {
  it('keeps its other annotations and conditions', () => {
    const pod: any = {
      metadata: { name: 'p', annotations: { a: 'old', c: '2' } },
      spec: {},
      status: {
        conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }, { type: 'Other' }],
      },
    };
    bindPod(pod, binding, now, bindingFeatures(new FeatureGates('1.23')));
    expect(pod).toEqual({
      metadata: { name: 'p', annotations: { a: 'new', b: '1', c: '2' } },
      spec: { nodeName: 'n1' },
      status: {
        conditions: [
          { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: now },
          { type: 'Other' },
        ],
      },
    });
  });
});

describe('a binding by release', () => {
  const podOf = (spec: object): any => ({
    metadata: { name: 'p', labels: { zone: 'a', app: 'x' } },
    spec,
    status: { nominatedNodeName: 'n2' },
  });
  const labelled: any = { metadata: { labels: { zone: 'b' } }, target: { name: 'n1' } };
  it.each([
    ['1.33', {}, { zone: 'a', app: 'x' }, 'n2'],
    ['1.35', {}, { zone: 'b', app: 'x' }, undefined],
  ])('%s: labels and nomination', (release, spec, labels, nominated) => {
    const pod = podOf(spec);
    bindPod(pod, labelled, now, bindingFeatures(new FeatureGates(release)));
    expect(pod.metadata.labels).toEqual(labels);
    expect(pod.status.nominatedNodeName).toBe(nominated);
  });

  it.each([
    ['1.25', false],
    ['1.26', true],
  ])('%s refuses a pod with gates: %s', (release, isRefused) => {
    const bind = () =>
      bindPod(
        podOf({ schedulingGates: [{ name: 'g' }] }),
        labelled,
        now,
        bindingFeatures(new FeatureGates(release)),
      );
    if (isRefused) expect(bind).toThrow('pod p has non-empty .spec.schedulingGates');
    else expect(bind).not.toThrow();
  });
});
