import { describe, expect, it } from 'vitest';
import { bindPod } from './binding.ts';

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
    bindPod(pod, binding, now);
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
