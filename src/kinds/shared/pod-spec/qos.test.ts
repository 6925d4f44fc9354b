import { expect, test } from 'vitest';
import { container, podSpec } from '../../../../test/support/unit/pod-specs.ts';
import type { CoreV1ResourceRequirements } from '../../../api/schema/types.gen.ts';
import { qosClassOf } from './qos.ts';

const both = { cpu: '100m', memory: '1Gi' };

test.each<[string, CoreV1ResourceRequirements[]]>([
  ['BestEffort', [{}]],
  [
    'BestEffort',
    [{ limits: { cpu: '0' }, requests: { 'ephemeral-storage': '1Gi', 'example.com/gpu': '1' } }],
  ],
  ['Guaranteed', [{ limits: both, requests: both }]],
  ['Guaranteed', [{ limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '1000m', memory: '1024Mi' } }]],
  [
    'Guaranteed',
    [
      { limits: both, requests: both },
      { limits: both, requests: both },
    ],
  ],
  ['Burstable', [{ limits: both, requests: both }, {}]],
  ['Burstable', [{ limits: both, requests: { ...both, cpu: '50m' } }]],
  ['Burstable', [{ limits: both }]],
  ['Burstable', [{ limits: { cpu: '1' }, requests: { cpu: '1' } }]],
  ['Burstable', [{ requests: { memory: '1Gi' } }]],
])('%s %j', (expected, list) => {
  const containers = list.map((resources) => container({ resources }));
  expect(qosClassOf(podSpec({ containers }))).toBe(expected);
});

test('init containers count, ephemeral ones do not', () => {
  const containers = [container({ resources: { limits: both, requests: both } })];
  expect(qosClassOf(podSpec({ containers, initContainers: [container()] }))).toBe('Burstable');
  expect(qosClassOf(podSpec({ containers, ephemeralContainers: [container()] }))).toBe('Guaranteed');
});
