import { expect, test } from 'vitest';
import { testedRelease } from '../../../../test/support/release.ts';
import { dropFromMessage, fillMessage } from '../../../../test/support/unit/message-rules.ts';
import { container, dialect, podSpec, texts } from '../../../../test/support/unit/pod-specs.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1PodTemplate } from '../../../api/schema/types.gen.ts';
import { podTemplate } from './index.ts';

const rules = podTemplate({ dialect, clock: { now: () => 0 }, gates: new FeatureGates(testedRelease) });

const make = (spec = podSpec(), labels: Record<string, string> = { app: 'a' }): CoreV1PodTemplate => ({
  apiVersion: 'v1',
  kind: 'PodTemplate',
  metadata: { name: 't', creationTimestamp: null },
  template: { metadata: { creationTimestamp: null, labels }, spec },
});

test('defaults are those of templates: what only pods get stays away', () => {
  const object = make({ containers: [{ name: 'a', image: 'a', resources: { limits: { cpu: '1' } } }] });
  rules.applyDefaults?.(fillMessage('core.v1.PodTemplate', object));
  expect(object.template.spec).toMatchObject({ restartPolicy: 'Always', dnsPolicy: 'ClusterFirst' });
  expect(object.template.spec.enableServiceLinks).toBeUndefined();
  expect(object.template.spec.containers?.[0]?.resources).toEqual({ limits: { cpu: '1' } });
});

test('the template is validated, at its path', () => {
  const broken = make(podSpec({ containers: [container({ image: undefined })] }), { app: '-' });
  const expected = [
    expect.stringMatching(/^template\.labels: Invalid value: "-"/),
    'template.spec.containers[0].image: Required value',
  ];
  expect(texts(rules.validateCreate!(broken))).toEqual(expected);
  expect(texts(rules.validateUpdate!(broken, make()))).toEqual(expected);
});

test('an update of a PodTemplate may change everything', () => {
  expect(rules.validateUpdate!(make(podSpec({ nodeName: 'n' })), make())).toEqual([]);
});

test('disabled fields are dropped, unless they are in use', () => {
  const livenessProbe = { terminationGracePeriodSeconds: 1 };
  const using = () => structuredClone(make(podSpec({ containers: [container({ livenessProbe })] })));
  const [created, updated] = [using(), using()];
  rules.prepareForCreate?.(dropFromMessage('core.v1.PodTemplate', created));
  rules.prepareForUpdate?.(dropFromMessage('core.v1.PodTemplate', updated, using()), using());
  expect(created.template.spec.containers![0]!.livenessProbe).toEqual({});
  expect(updated.template.spec.containers![0]!.livenessProbe).toEqual(livenessProbe);
});

test('the table shows containers, images and labels', () => {
  const object = make(podSpec({ containers: [container(), container({ name: 'b', image: 'c' })] }));
  expect(rules.table?.cells(object, 0)).toEqual(['t', 'app,b', 'nginx:1.21,c', 'app=a']);
});
