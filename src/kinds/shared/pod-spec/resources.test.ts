import { expect, test } from 'vitest';
import { container, faultsOf, faultsOfContainer, podSpec } from '../../../../test/support/unit/pod-specs.ts';
import type { CoreV1ResourceRequirements } from '../../../api/schema/types.gen.ts';

const at = 'spec.containers[0].resources';

test.each<[CoreV1ResourceRequirements, ...string[]]>([
  [
    { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '1k', memory: '1Mi' } },
    'requests: Invalid value: "1k": must be less than or equal to cpu limit',
  ],
  [{ limits: { cpu: '1', 'example.com/gpu': '2' }, requests: { cpu: '100m', 'example.com/gpu': '2' } }],
  [{ requests: { 'ephemeral-storage': '1Gi' } }],
  [{ limits: { cpu: '-1' } }, 'limits[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
  [
    { limits: { foo: '1' } },
    'limits[foo]: Invalid value: "foo": must be a standard resource type or fully qualified',
    'limits[foo]: Invalid value: "foo": must be a standard resource for containers',
  ],
  [
    { limits: { pods: '1' } },
    'limits[pods]: Invalid value: "pods": must be a standard resource for containers',
  ],
  [
    { limits: { 'requests.example.com/gpu': '1' } },
    `limits[requests.example.com/gpu]: Invalid value: "requests.example.com/gpu": doesn't follow extended resource name standard`,
  ],
  [{ limits: { 'kubernetes.io/x': '1' } }],
  [
    { limits: { 'example.com/gpu': '500m' } },
    'limits[example.com/gpu]: Invalid value: resource.Quantity{i:resource.int64Amount{value:500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"500m", Format:"DecimalSI"}: must be an integer',
  ],
  [
    { requests: { 'example.com/gpu': '1' } },
    'limits: Required value: Limit must be set for non overcommitable resources',
  ],
  [
    { limits: { 'example.com/gpu': '2' }, requests: { 'example.com/gpu': '1' } },
    'requests: Invalid value: "1": must be equal to example.com/gpu limit',
  ],
  [{ limits: { 'hugepages-2Mi': '4Mi' } }, ': Forbidden: HugePages require cpu or memory'],
  [{ limits: { 'hugepages-2Mi': '4Mi', 'hugepages-1Gi': '1Gi', memory: '1Gi' } }],
  [
    { limits: { 'hugepages-2Mi': '3Mi', memory: '1Gi' } },
    'limits[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi',
  ],
  [
    { limits: { constructor: '1' } },
    'limits[constructor]: Invalid value: "constructor": must be a standard resource type or fully qualified',
    'limits[constructor]: Invalid value: "constructor": must be a standard resource for containers',
  ],
])('%j', (resources, ...expected) => {
  expect(faultsOfContainer({ resources })).toEqual(
    expected.map((text) => (text.startsWith(':') ? `${at}${text}` : `${at}.${text}`)),
  );
});

test('a request for a name that every object has is compared with no limit', () => {
  const resources = { limits: { cpu: '1' }, requests: { constructor: '1' } };
  expect(faultsOfContainer({ resources })).toHaveLength(2);
});

test('broken huge pages that are stored may stay', () => {
  const resources = { limits: { 'hugepages-2Mi': '3Mi', memory: '1Gi' } };
  const containers = [container({ resources })];
  const old = { metadata: { creationTimestamp: null }, spec: podSpec({ containers }) };
  expect(faultsOf({ containers }, { old })).toEqual([]);
});

test('overhead is held to the rules of limits', () => {
  expect(faultsOf({ overhead: { cpu: '-1' } })).toEqual([
    'spec.overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0',
  ]);
});
