import { describe, expect, test } from 'vitest';
import { container, podSpec, servedApi, texts } from '../../../../test/support/unit/pod-specs.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { dialects } from '../../../api/meta/dialect.ts';
import type { CoreV1PodSpec, CoreV1PodTemplateSpec } from '../../../api/schema/types.gen.ts';
import { FieldPath } from '../../../api/validation/field-errors.ts';
import { syncSeccomp } from './seccomp.ts';
import { validatePodTemplateSpec, validateReadOnlyDisks } from './template-validation.ts';

const template = (
  annotations: Record<string, string>,
  spec: Partial<CoreV1PodSpec> = {},
): CoreV1PodTemplateSpec => ({ metadata: { creationTimestamp: null, annotations }, spec: podSpec(spec) });

const path = FieldPath.of('template');
const problems = (...of: Parameters<typeof template>) =>
  texts(validatePodTemplateSpec(template(...of), path, servedApi));

const podSeccomp = 'seccomp.security.alpha.kubernetes.io/pod';
const appSeccomp = 'container.seccomp.security.alpha.kubernetes.io/app';
const appArmor = 'container.apparmor.security.beta.kubernetes.io/app';
const cost = 'controller.kubernetes.io/pod-deletion-cost';
const tolerations = 'scheduler.alpha.kubernetes.io/tolerations';

test.each<[Record<string, string>, ...string[]]>([
  [
    {
      [podSeccomp]: 'docker/default',
      [appSeccomp]: 'localhost/a',
      [appArmor]: '',
      [cost]: '-10',
      [tolerations]: '[]',
    },
  ],
  [
    { 'kubernetes.io/config.mirror': 'x' },
    '[kubernetes.io/config.mirror]: Invalid value: "x": must set spec.nodeName if mirror pod annotation is set',
  ],
  [{ [podSeccomp]: 'x' }, `.${podSeccomp}: Invalid value: "x": must be a valid seccomp profile`],
  [{ [appSeccomp]: 'localhost//a' }, `.${appSeccomp}: Invalid value: "/a": must be a relative path`],
  [{ [appArmor]: 'x' }, `[${appArmor}]: Invalid value: "x": invalid AppArmor profile name: "x"`],
  [
    { 'container.apparmor.security.beta.kubernetes.io/b': 'unconfined' },
    '[container.apparmor.security.beta.kubernetes.io/b]: Invalid value: "b": container not found',
  ],
  ...['', '+1', '01', '1.5', '2147483648', '-2147483649'].map((text): [Record<string, string>, string] => [
    { [cost]: text },
    `[${cost}]: Invalid value: "${text}": must be a 32bit integer`,
  ]),
  [
    { [tolerations]: '[{"operator":"In","key":"a"}]' },
    `.${tolerations}[0].operator: Unsupported value: "In": supported values: "Equal", "Exists"`,
  ],
])('%j', (annotations, ...expected) => {
  expect(problems(annotations)).toEqual(expected.map((text) => `template.annotations${text}`));
});

test.each([
  ['{', 'unexpected end of JSON input'],
  ['{}', 'json: cannot unmarshal object into Go value of type []core.Toleration'],
  ['[1]', 'json: cannot unmarshal number into Go value of type core.Toleration'],
  ['[{"Key":1}]', 'json: cannot unmarshal number into Go struct field Toleration.Key of type string'],
  [
    '[{"key":"a","tolerationSeconds":1.5}]',
    'json: cannot unmarshal number 1.5 into Go struct field Toleration.TolerationSeconds of type int64',
  ],
])('tolerations that are none: %s', (text, complaint) => {
  expect(problems({ [tolerations]: text })).toEqual([
    `template.annotations: Invalid value: "${tolerations}": ${complaint}`,
  ]);
});

test('the words are those of the dialect', () => {
  const orch = dialects.find(({ name }) => name === 'orch')!;
  const object = template({ 'orch.io/config.mirror': 'x', 'kubernetes.io/config.mirror': 'x' });
  expect(texts(validatePodTemplateSpec(object, path, { ...servedApi, dialect: orch }))).toEqual([
    'template.annotations[orch.io/config.mirror]: Invalid value: "x": must set spec.nodeName if mirror pod annotation is set',
  ]);
});

test('a cost that was stored broken may stay broken', () => {
  const object = template({ [cost]: 'x' });
  expect(validatePodTemplateSpec(object, path, servedApi, { old: template({ [cost]: 'y' }) })).toEqual([]);
});

test('labels are labels, and there is nothing ephemeral in a template', () => {
  const object = template({}, { ephemeralContainers: [container({ name: 'debug' })] });
  object.metadata.labels = { a: '-' };
  expect(texts(validatePodTemplateSpec(object, path, servedApi))).toEqual([
    expect.stringMatching(/^template\.labels: Invalid value: "-": a valid label must be/),
    'template.spec.ephemeralContainers: Forbidden: ephemeral containers not allowed in pod template',
  ]);
});

test('disks of many pods are only read', () => {
  const volumes = [
    { name: 'a', gcePersistentDisk: { pdName: 'd', readOnly: true } },
    { name: 'b', gcePersistentDisk: { pdName: 'd' } },
  ];
  const ofRelease = (release: string) =>
    texts(
      validateReadOnlyDisks(template({}, { volumes }), path, {
        ...servedApi,
        gates: new FeatureGates(release),
      }),
    );
  expect(ofRelease('1.31')).toEqual([]);
  expect(ofRelease('1.28')).toEqual([
    'template.spec.volumes[1].gcePersistentDisk.readOnly: Invalid value: false: must be true for replicated pods > 1; GCE PD can only be mounted on multiple machines if it is read-only',
  ]);
});

describe('seccomp in annotation and field', () => {
  const at = 'template.spec.containers[0].securityContext.seccompProfile';
  const field = (type: string, localhostProfile?: string) => ({
    containers: [
      container({
        securityContext: { seccompProfile: { type, ...(localhostProfile && { localhostProfile }) } },
      }),
    ],
  });

  test.each<[string, Partial<CoreV1PodSpec>, ...string[]]>([
    ['docker/default', field('RuntimeDefault')],
    ['localhost/a', field('Localhost', 'a')],
    [
      'unconfined',
      field('RuntimeDefault'),
      `${at}.type: Forbidden: seccomp type in annotation and field must match`,
    ],
    [
      'unconfined',
      field('Localhost', 'a'),
      `${at}.type: Forbidden: seccomp type in annotation and field must match`,
    ],
    [
      'localhost/b',
      field('Localhost', 'a'),
      `${at}.localhostProfile: Forbidden: seccomp profile in annotation and field must match`,
    ],
  ])('%s %j', (annotation, spec, ...expected) => {
    expect(problems({ [appSeccomp]: annotation }, spec)).toEqual(expected);
  });

  test('of the pod have to agree as well', () => {
    const securityContext = { seccompProfile: { type: 'Unconfined' } };
    expect(problems({ [podSeccomp]: 'runtime/default' }, { securityContext })).toEqual([
      'template.spec.securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field must match',
    ]);
  });

  test('are made from each other', () => {
    const pod = template(
      { [appSeccomp]: 'localhost/a' },
      { securityContext: { seccompProfile: { type: 'RuntimeDefault' } } },
    );
    syncSeccomp(pod, servedApi);
    expect(pod.metadata.annotations).toEqual({
      [appSeccomp]: 'localhost/a',
      [podSeccomp]: 'runtime/default',
    });
    expect(pod.spec.containers?.[0]?.securityContext).toEqual({
      seccompProfile: { type: 'Localhost', localhostProfile: 'a' },
    });
  });

  test('stay as they are when there is nothing to make', () => {
    const pod = template({ [appSeccomp]: 'nonsense' }, {});
    syncSeccomp(pod, servedApi);
    expect(pod).toEqual(template({ [appSeccomp]: 'nonsense' }, {}));
  });
});
