import { expect, it } from 'vitest';
import { definitions } from '../../../test/support/unit/protobuf-structs.ts';
import { isSentEmpty } from '../json/sent-empty.ts';
import type { StructSchema } from '../schema/schema.ts';
import { parseJson } from './json.ts';
import { Normalizer } from './normalizer.ts';

const deployment = definitions().kinds.find(
  ({ kind, version }) => kind === 'Deployment' && version === 'v1',
)!;

it('unknown fields are reported in the order of the body', () => {
  const unknown: string[] = [];
  const given = {
    x: 1,
    spec: { replicaz: 3, template: { spec: { containers: [{ name: 'a' }, { portz: [] }], y: {} } }, z: 0 },
    kind: 'Deployment',
  };
  const normalized = new Normalizer(unknown).normalize(given, deployment.schema, ['kind']);
  expect(unknown).toEqual([
    'x',
    'spec.replicaz',
    'spec.template.spec.containers[1].portz',
    'spec.template.spec.y',
    'spec.z',
  ]);
  expect(normalized).toEqual(new Normalizer().normalize(given, deployment.schema, ['kind']));
  expect(JSON.stringify(normalized)).toBe(
    JSON.stringify(new Normalizer().normalize(given, deployment.schema, ['kind'])),
  );
});

it('unknown fields between others in the order of the definition are reported in that of the body', () => {
  const unknown: string[] = [];
  const given = {
    a: 1,
    kind: 'Deployment',
    metadata: { name: 'a', b: 1 },
    c: 1,
    spec: {
      d: 1,
      replicas: 3,
      template: { spec: { containers: [{ name: 'a', e: 1, image: 'b' }] }, f: 1 },
      g: 1,
    },
    status: {},
    h: 1,
  };
  const normalized = new Normalizer(unknown).normalize(given, deployment.schema, ['kind']);
  const inContainer = 'spec.template.spec.containers[0].e';
  expect(unknown).toEqual(['a', 'metadata.b', 'c', 'spec.d', inContainer, 'spec.template.f', 'spec.g', 'h']);
  expect(JSON.stringify(normalized)).toBe(
    JSON.stringify(new Normalizer().normalize(given, deployment.schema, ['kind'])),
  );
});

it('unknown fields are not reported inside a choice of types', () => {
  const { schema } = definitions().kinds.find(
    ({ kind, version }) => kind === 'CustomResourceDefinition' && version === 'v1',
  )!;
  const unknown: string[] = [];
  const openAPIV3Schema = { items: { x: 1 }, properties: { a: { additionalProperties: { y: 1 }, z: 1 } } };
  new Normalizer(unknown).normalize({ spec: { versions: [{ schema: { openAPIV3Schema } }] } }, schema);
  expect(unknown).toEqual(['spec.versions[0].schema.openAPIV3Schema.properties.a.z']);
});

it.each([
  ['nothing', {}],
  ['a field before all that are always there', { metadata: {}, spec: { replicas: 1 } }],
  [
    'fields around those that are always there',
    { spec: { selector: {}, template: {}, paused: true, minReadySeconds: 3 } },
  ],
  [
    'what is empty and what is null',
    { spec: { paused: false, strategy: null, template: { spec: { nodeName: '', volumes: [] } } } },
  ],
  [
    'many fields, and some that there are not',
    {
      metadata: { name: 'a', generation: 2, labels: { b: '1', a: '2' }, uid: 'u', x: 1 },
      spec: {
        template: {
          spec: {
            containers: [
              {
                name: 'a',
                image: 'b',
                ports: [{ containerPort: 1 }],
                env: [{ name: 'E', value: '' }],
                tty: true,
              },
            ],
            nodeName: 'n',
            hostNetwork: true,
            hostPID: false,
            terminationGracePeriodSeconds: 0,
          },
        },
      },
      status: { replicas: 1, conditions: [] },
    },
  ],
])('fields are put into the order of the definition: %s', (_, given) => {
  const { schema } = deployment;
  const normalized = JSON.stringify(new Normalizer().normalize(given, schema));
  expect(JSON.stringify(new Normalizer().normalize(backwards(given), schema))).toBe(normalized);
  expect(JSON.stringify(new Normalizer().normalize(JSON.parse(normalized), schema))).toBe(normalized);
  expect(JSON.stringify(new Normalizer([]).normalize(given, schema))).toBe(normalized);
  // Undefined fields are treated as absent.
  expect(JSON.stringify(new Normalizer().normalize(withAll(given, schema), schema))).toBe(normalized);
});

/** A copy with the keys of all objects in reverse order. */
function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, backwards(inner)]);
  return Object.fromEntries(entries.reverse());
}

/** A copy with all absent fields set to undefined, in nested structs too. */
function withAll(value: any, schema: StructSchema): object {
  const entries = schema.fields.map(({ name, schema: inner }) => {
    const isStruct = inner.type === 'struct' && typeof value[name] === 'object' && value[name] !== null;
    return [name, isStruct ? withAll(value[name], inner) : value[name]];
  });
  return Object.fromEntries(entries);
}

it.each([
  ['{"replicas":1.0}', 'number 1.0 into Go struct field DeploymentSpec.spec.replicas of type int32'],
  ['{"replicas":1e1}', 'number 1e1 into Go struct field DeploymentSpec.spec.replicas of type int32'],
  [
    '{"strategy":{"rollingUpdate":{"maxSurge":2.0}}}',
    'number 2.0 into Go struct field RollingUpdateDeployment.spec.strategy.rollingUpdate.maxSurge of type int32',
  ],
  [
    '{"template":{"spec":{"securityContext":{"supplementalGroups":[1,2.0]}}}}',
    'number 2.0 into Go struct field PodSecurityContext.spec.template.spec.securityContext.supplementalGroups of type int64',
  ],
])('a number that is not written as an integer is none: %s', (spec, message) => {
  const value = parseJson(`{"spec":${spec}}`);
  expect(() => new Normalizer().normalize(value, deployment.schema)).toThrow(
    `json: cannot unmarshal ${message}`,
  );
});

const tooLarge = 'Request entity too large: limit is 1572864';

it.each([
  ['as many structs as an object may have', 190_000, undefined],
  ['more structs, however short', 200_000, tooLarge],
])('a list of %s', (_, count, message) => {
  const policy = definitions().kinds.find(({ kind, storage }) => kind === 'NetworkPolicy' && storage)!;
  const given = { spec: { ingress: Array(count).fill({}) } };
  expect(refusalOf(given, policy.schema)).toBe(message);
});

const manyKeys = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, '']));

it.each([
  ['keys of a map', 'native', { data: manyKeys(60_000) }, undefined],
  ['more keys of a map', 'native', { data: manyKeys(66_000) }, tooLarge],
  ['texts of a list', 'native', { metadata: { finalizers: Array(530_000).fill('') } }, tooLarge],
  ['names of a custom resource', 'custom', { spec: manyKeys(60_000) }, undefined],
  ['more names of a custom resource', 'custom', { spec: manyKeys(66_000) }, tooLarge],
  ['objects of a custom resource', 'custom', { spec: { list: Array(190_000).fill({}) } }, undefined],
  ['more objects of a custom resource', 'custom', { spec: { list: Array(200_000).fill({}) } }, tooLarge],
  ['lists of a custom resource', 'custom', { spec: { list: Array(200_000).fill([]) } }, tooLarge],
  ['numbers of a custom resource', 'custom', { spec: { list: Array(700_000).fill(0) } }, undefined],
])('what is small counts as more than its bytes: %s', (_, form, given, message) => {
  const { schema } = definitions().kinds.find(({ kind }) => kind === 'ConfigMap')!;
  const custom = { ...schema, dynamic: { normalize: (fields: Record<string, unknown>) => fields } };
  expect(refusalOf(given, form === 'custom' ? custom : schema)).toBe(message);
});

function refusalOf(given: object, schema: StructSchema): string | undefined {
  try {
    new Normalizer().normalize(given, schema);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

it.each([
  ['1.36', []],
  // The newest release as 1.33: it knows the field, and empties it later, as its gate is not there.
  ['1.33', []],
  ['1.32', ['spec.hostnameOverride']],
])('a field of 1.34 in %s: unknown are %j', (release, expected) => {
  const pod = definitions(release).kinds.find(({ kind, version }) => kind === 'Pod' && version === 'v1')!;
  const unknown: string[] = [];
  const normalized = new Normalizer(unknown).normalize({ spec: { hostnameOverride: 'a' } }, pod.schema);
  expect(unknown).toEqual(expected);
  expect('hostnameOverride' in (normalized['spec'] as object)).toBe(release !== '1.32');
});

it('a list that was sent empty is not kept, and remembered in copies', () => {
  const { spec } = new Normalizer().normalize({ spec: { volumes: [] } }, podSpecHolder()) as {
    spec: object;
  };
  expect(JSON.stringify(spec)).not.toContain('volumes');
  expect(isSentEmpty({ ...spec }, 'volumes')).toBe(true);
  expect(isSentEmpty({ ...spec }, 'hostAliases')).toBe(false);
});

const podSpecHolder = (): StructSchema =>
  definitions().kinds.find(({ kind, version }) => kind === 'Pod' && version === 'v1')!.schema;
