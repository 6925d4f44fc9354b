import { expect, test } from 'vitest';
import { testedRelease } from '../../../../test/support/release.ts';
import { container, dialect, podSpec, servedApi, texts } from '../../../../test/support/unit/pod-specs.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1Pod, CoreV1PodSpec } from '../../../api/schema/types.gen.ts';
import { FieldPath } from '../../../api/validation/field-errors.ts';
import { appArmorPrefix, validatePodAnnotations } from '../../shared/pod-spec/annotations.ts';
import { podContext } from '../../shared/pod-spec/options.ts';
import { pod } from './index.ts';
import { validateStatusUpdate } from './status-validation.ts';
import { podTable } from './table.ts';

const rules = pod({ dialect, clock: { now: () => 0 }, gates: new FeatureGates(testedRelease) });

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

/** Milliseconds of CPU that work takes. */
function cpuOf(work: () => void): number {
  const begun = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1_000;
}

const wide = 40_000;
const list = <T>(item: (index: number) => T): T[] => Array.from({ length: wide }, (_, index) => item(index));

test('a row of a table looks for no readiness gate among all conditions', () => {
  const shown: CoreV1Pod = {
    ...make({ readinessGates: list((index) => ({ conditionType: `g${index}` })) }),
    status: {
      conditions: [
        { type: 'g1', status: 'True' },
        { type: 'g1', status: 'False' },
        { type: 'g2', status: 'False' },
        { type: 'g2', status: 'True' },
        ...list((index) => ({ type: `h${index}`, status: 'True' })),
      ] as never,
    },
  };
  expect(
    cpuOf(() => expect(podTable(servedApi.gates).cells(shown, 0).at(-1)).toBe(`1/${wide}`)),
  ).toBeLessThan(patience);
});

test('a change of the status looks for no ended container among all containers', () => {
  const of = (state: object): CoreV1Pod => ({
    ...make({ restartPolicy: 'Never' }),
    status: {
      containerStatuses: [
        { name: 'x', state },
        ...list((index) => ({ name: `c${index}`, state: { terminated: { exitCode: 0 } } })),
      ] as never,
    },
  });
  const [ended, running] = [of({ terminated: { exitCode: 0 } }), of({ running: {} })];
  const validate = () =>
    expect(texts(validateStatusUpdate(running, ended, servedApi))).toEqual([
      'status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state',
    ]);
  expect(cpuOf(validate)).toBeLessThan(patience);
});

test('annotations about containers do not look for each among all containers', () => {
  const annotations = Object.fromEntries(
    Array.from({ length: 4_000 }, (_, index) => [`${appArmorPrefix(dialect)}c${wide - index}`, 'unconfined']),
  );
  const spec = podSpec({ containers: list((index) => container({ name: `c${index}` })) });
  const validate = () =>
    expect(
      texts(
        validatePodAnnotations(
          { annotations, creationTimestamp: null },
          spec,
          FieldPath.of('a'),
          podContext(servedApi),
        ),
      ),
    ).toHaveLength(1);
  expect(cpuOf(validate)).toBeLessThan(patience);
});
