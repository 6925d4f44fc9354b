import { expect, test } from 'vitest';
import { container, dialect, podSpec, servedApi } from '../../../../test/support/unit/pod-specs.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1Container, CoreV1PodSpec } from '../../../api/schema/types.gen.ts';
import { dropDisabledPodFields, dropDisabledTemplateFields } from './disabled-fields.ts';

const using: Partial<CoreV1Container> = {
  securityContext: { procMount: 'Unmasked' },
  livenessProbe: { terminationGracePeriodSeconds: 1 },
};
const pod = (): CoreV1PodSpec => structuredClone(podSpec({ containers: [container(using)] }));

test('what is switched off is dropped', () => {
  const spec = pod();
  dropDisabledPodFields(spec, servedApi);
  expect(spec).toEqual(
    podSpec({ containers: [container({ securityContext: { procMount: 'Default' }, livenessProbe: {} })] }),
  );
});

test('unless it is in use', () => {
  const spec = pod();
  dropDisabledPodFields(spec, servedApi, pod());
  expect(spec).toEqual(pod());
});

test('a disabled field that the stored pod has is kept, and the other disabled ones are dropped', () => {
  const spec = pod();
  dropDisabledPodFields(
    spec,
    servedApi,
    podSpec({ initContainers: [container({ securityContext: { procMount: 'Unmasked' } })] }),
  );
  expect(spec.containers).toEqual([
    container({ securityContext: { procMount: 'Unmasked' }, livenessProbe: {} }),
  ]);
});

test('without its gate, only init containers lose the policy by which they run beside others', () => {
  const always = () => container({ restartPolicy: 'Always' });
  const beside = () => podSpec({ containers: [always()], initContainers: [always()] });
  const dropped = beside();
  dropDisabledPodFields(dropped, { dialect, gates: new FeatureGates('1.28') });
  expect(dropped).toEqual(podSpec({ containers: [always()], initContainers: [container()] }));
  for (const [release, old] of [['1.28', beside()] as const, ['1.29', undefined] as const]) {
    const spec = beside();
    dropDisabledPodFields(spec, { dialect, gates: new FeatureGates(release) }, old);
    expect(spec).toEqual(beside());
  }
});

test('templates that are not there have nothing to drop', () => {
  expect(() => dropDisabledTemplateFields(undefined, servedApi)).not.toThrow();
});
