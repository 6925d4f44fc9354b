import { expect, test } from 'vitest';
import { container, dialect, podSpec, texts } from '../../../../test/support/unit/pod-specs.ts';
import type { CoreV1Pod, CoreV1PodSpec } from '../../../api/schema/types.gen.ts';
import { pod } from './index.ts';

const rules = pod({ dialect, clock: { now: () => 0 } });

const make = (spec: Partial<CoreV1PodSpec>): CoreV1Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'default', creationTimestamp: null },
  spec: podSpec({ enableServiceLinks: true, ...spec }),
  status: {},
});

const many = <T>(item: (index: number) => T): T[] =>
  Array.from({ length: 10_000 }, (_, index) => item(index));

/** Milliseconds: many times what it takes. With every item compared to every other one it is exceeded many times. */
const patience = 1_500;

test('an update with many tolerations does not compare each with each', () => {
  const tolerating = (image: string): CoreV1Pod =>
    make({
      containers: [container({ image })],
      tolerations: many((index) => ({ key: `k${index}`, operator: 'Exists' })),
    });
  const began = performance.now();
  expect(texts(rules.validateUpdate!(tolerating('b'), tolerating('a')))).toEqual([]);
  expect(performance.now() - began).toBeLessThan(patience);
});
