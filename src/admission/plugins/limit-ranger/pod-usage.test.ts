import { expect, it } from 'vitest';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import { podUsage } from './pod-usage.ts';

const container = (requests: Record<string, string>, more: object = {}) => ({
  name: 'a',
  resources: { requests },
  ...more,
});
const sidecar = container({ cpu: '1' }, { restartPolicy: 'Always' });
const run = container({ cpu: '2' });

it.each<[release: string, what: string, spec: object, cpu: string | undefined]>([
  [
    '1.27',
    'the greatest of those before',
    { containers: [run], initContainers: [container({ cpu: '3' })] },
    '3',
  ],
  ['1.27', 'no sum where one says nothing', { containers: [run, container({})] }, undefined],
  ['1.28', 'the sum of those that say it', { containers: [run, container({})] }, '2'],
  ['1.28', 'sidecars with the others', { containers: [run], initContainers: [sidecar] }, '3'],
  [
    '1.28',
    'one before with the sidecars before it',
    { containers: [run], initContainers: [sidecar, container({ cpu: '4' }), sidecar] },
    '5',
  ],
  ['1.34', 'what the pod has as a whole', { containers: [run], resources: { requests: { cpu: '7' } } }, '7'],
  [
    '1.34',
    'but no huge pages of it',
    { containers: [run], resources: { requests: { 'hugepages-2Mi': '2Mi' } } },
    '2',
  ],
])('%s: %s', (release, _, spec, cpu) => {
  const { requests } = podUsage(new FeatureGates(release))(spec as CoreV1Pod['spec']);
  expect(requests.get('cpu')?.toString()).toBe(cpu);
  expect(requests.has('hugepages-2Mi')).toBe(false);
});
