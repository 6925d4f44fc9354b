import { expect, test } from 'vitest';
import { dropFromMessage } from '../../../../test/support/unit/message-rules.ts';
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
  dropFromMessage('core.v1.PodSpec', spec);
  expect(spec).toEqual(
    podSpec({ containers: [container({ securityContext: { procMount: 'Default' }, livenessProbe: {} })] }),
  );
});

test('unless it is in use', () => {
  const spec = pod();
  dropFromMessage('core.v1.PodSpec', spec, pod());
  expect(spec).toEqual(pod());
});

test('a disabled field that the stored pod has is kept, and the other disabled ones are dropped', () => {
  const spec = pod();
  dropFromMessage(
    'core.v1.PodSpec',
    spec,
    podSpec({ initContainers: [container({ securityContext: { procMount: 'Unmasked' } })] }),
  );
  expect(spec.containers).toEqual([
    container({ securityContext: { procMount: 'Unmasked' }, livenessProbe: {} }),
  ]);
});

test('the probe of readiness has no time of its own, and none is dropped or in use there', () => {
  const readinessProbe = { terminationGracePeriodSeconds: 1 };
  const spec = podSpec({ containers: [container({ ...using, readinessProbe })] });
  const old = podSpec({ containers: [container({ readinessProbe })] });
  expect(dropFromMessage('core.v1.PodSpec', spec, old).containers).toEqual([
    container({ securityContext: { procMount: 'Default' }, livenessProbe: {}, readinessProbe }),
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

const inRelease = (release: string, given: CoreV1PodSpec, old?: CoreV1PodSpec): CoreV1PodSpec => {
  const spec = structuredClone(given);
  dropDisabledPodFields(spec, { dialect, gates: new FeatureGates(release) }, old);
  return spec;
};

test('without their gate, containers lose policies of their own, but for those that run beside others', () => {
  const [always, never] = [container({ restartPolicy: 'Always' }), container({ restartPolicy: 'Never' })];
  const given = podSpec({ containers: [never], initContainers: [always, never] });
  const dropped = podSpec({ containers: [container()], initContainers: [always, container()] });
  expect(inRelease('1.34', given)).toEqual(dropped);
  expect(inRelease('1.34', given, podSpec({ initContainers: [always] }))).toEqual(dropped);
  for (const old of [podSpec({ containers: [never] }), podSpec({ initContainers: [never] })])
    expect(inRelease('1.34', given, old)).toEqual(given);
  expect(inRelease('1.35', given)).toEqual(given);
});

test('a volume that has lost its image goes, and what mounts it', () => {
  const kept = { name: 'kept', emptyDir: {} };
  const mount = (name: string) => ({ name, mountPath: `/${name}` });
  const mounting = (...names: string[]) => container({ volumeMounts: names.map(mount) });
  const given = podSpec({
    volumes: [{ name: 'v', image: { reference: 'a:1' } }, kept],
    containers: [mounting('v', 'kept')],
    initContainers: [mounting('v')],
  });
  // The field itself goes by the definitions.
  const withoutImage = { ...given, volumes: [{ name: 'v' }, kept] };
  expect(inRelease('1.34', withoutImage)).toEqual({
    ...given,
    volumes: [kept],
    containers: [mounting('kept')],
    initContainers: [mounting()],
  });
  expect(inRelease('1.35', given)).toEqual(given);
});
