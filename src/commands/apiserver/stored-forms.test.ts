import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { testedRelease } from '../../../test/support/release.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { loadDefinitions } from '../../api/schema/load.ts';
import { allKinds } from '../../kinds/index.ts';
import { BuiltInCodec } from '../../registry/conversion/built-in-codec.ts';
import { StoredVersions } from '../../registry/conversion/stored-versions.ts';
import { noRules } from '../../registry/kind-rules.ts';
import { jsonLine, StorageFormat } from '../../storage/storage-format.ts';

/** Values as servers of other makes have them in their stores, byte for byte, and what they come to. */

const dialect = dialects.find(({ name }) => name === 'kubernetes')!;
const { kinds } = loadDefinitions(
  fileURLToPath(new URL('../../../api-definitions', import.meta.url)),
  dialect,
  testedRelease,
);
const rules = allKinds({ dialect, clock: { now: () => 0 }, gates: new FeatureGates(testedRelease) });

function codecOf(kind: string, release = '1.20', isProtobuf = false): BuiltInCodec {
  const kept = kinds.find((one) => one.kind === kind && one.storage)!;
  const own = rules.find((one) => one.kind === kind && one.group === kept.group) ?? noRules(kept);
  const versions = new StoredVersions(kinds, dialect, release);
  return new BuiltInCodec(kept, own, { versions, format: new StorageFormat(isProtobuf) });
}

const place = { namespace: 'default', name: 'a' };
const metadata = { name: 'a', namespace: 'default', uid: 'u', creationTimestamp: null };

function read(kind: string, value: Buffer | object, at = place): any {
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(`${JSON.stringify(value)}\n`);
  const { stored, isStale } = codecOf(kind).decode(bytes, at);
  return { ...JSON.parse(stored.toString()), isStale };
}

/** `k8s\0`, then {1: {1: "v1", 2: "ConfigMap"}, 2: the object, 3: "", 4: ""}. */
const protobufOfConfigMap = Buffer.from(
  `6b387300
   0a0f 0a02 7631 1209 436f6e6669674d6170
   1225
     0a1b 0a01 61 1200 1a07 64656661756c74 2200 2a01 75 3200 3800 4200 7a00
     1206 0a01 6b 1201 76
   1a00 2200`.replaceAll(/\s/g, ''),
  'hex',
);

describe('what is read', () => {
  it('is Protobuf in its envelope', () => {
    expect(read('ConfigMap', protobufOfConfigMap)).toEqual({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata,
      data: { k: 'v' },
      isStale: true,
    });
  });

  it.each([
    ['as Go writes them', String.raw`\u003cb\u003e\u0026\u2028`, undefined],
    ['as they are', '<b>&\u2028', true],
  ])('is JSON with signs of markup %s, and kept as Go writes them: %j', (_, text, isStale) => {
    const raw = `{"kind":"ControllerRevision","apiVersion":"apps/v1","metadata":${JSON.stringify(metadata)},"data":{"z":"${text}"},"revision":1}`;
    const found = codecOf('ControllerRevision').decode(Buffer.from(`${raw}\n`), place);
    expect(found.stored.toString()).toContain(String.raw`"data":{"z":"\u003cb\u003e\u0026\u2028"}`);
    expect(found.isStale).toBe(isStale);
  });

  it('is JSON in any order of its fields', () => {
    const { isStale, ...object } = read('ConfigMap', {
      data: { k: 'v' },
      metadata,
      apiVersion: 'v1',
      kind: 'ConfigMap',
    });
    expect([object, isStale]).toEqual([
      { kind: 'ConfigMap', apiVersion: 'v1', metadata, data: { k: 'v' } },
      true,
    ]);
  });

  it.each([
    [
      'a HorizontalPodAutoscaler of v1, with the rest in annotations',
      'HorizontalPodAutoscaler',
      {
        kind: 'HorizontalPodAutoscaler',
        apiVersion: 'autoscaling/v1',
        metadata: {
          ...metadata,
          annotations: {
            'autoscaling.alpha.kubernetes.io/metrics':
              '[{"type":"Resource","resource":{"name":"memory","targetAverageUtilization":60}}]',
          },
        },
        spec: { scaleTargetRef: { kind: 'Deployment', name: 'web', apiVersion: 'apps/v1' }, maxReplicas: 3 },
        status: { currentReplicas: 0, desiredReplicas: 0 },
      },
      {
        apiVersion: 'autoscaling/v2',
        metadata,
        spec: {
          minReplicas: 1,
          maxReplicas: 3,
          metrics: [
            {
              type: 'Resource',
              resource: { name: 'memory', target: { type: 'Utilization', averageUtilization: 60 } },
            },
          ],
        },
      },
    ],
    [
      'a CronJob of the first version',
      'CronJob',
      {
        kind: 'CronJob',
        apiVersion: 'batch/v2alpha1',
        metadata,
        spec: { schedule: '@daily', jobTemplate: { spec: { template: { spec: { containers: [] } } } } },
        status: {},
      },
      { apiVersion: 'batch/v1', spec: { schedule: '@daily', concurrencyPolicy: 'Allow', suspend: false } },
    ],
    [
      'an Ingress of the group in which it began',
      'Ingress',
      {
        kind: 'Ingress',
        apiVersion: 'extensions/v1beta1',
        metadata,
        spec: { backend: { serviceName: 's', servicePort: 80 } },
        status: { loadBalancer: {} },
      },
      {
        apiVersion: 'networking.k8s.io/v1',
        spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } },
      },
    ],
    [
      'an Event of the other group',
      'Event',
      {
        kind: 'Event',
        apiVersion: 'events.k8s.io/v1',
        metadata,
        eventTime: '2021-03-04T05:06:07.000000Z',
        reason: 'R',
        regarding: { kind: 'Pod', name: 'p' },
        note: 'n',
        type: 'Normal',
      },
      { apiVersion: 'v1', reason: 'R', message: 'n', involvedObject: { kind: 'Pod', name: 'p' } },
    ],
    [
      'a Service of a release without lists of addresses',
      'Service',
      {
        kind: 'Service',
        apiVersion: 'v1',
        metadata,
        spec: {
          ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
          clusterIP: '10.0.0.7',
          type: 'ClusterIP',
        },
        status: { loadBalancer: {} },
      },
      { spec: { clusterIPs: ['10.0.0.7'], ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' } },
    ],
  ])('is %s', (_, kind, value, expected) => {
    expect(read(kind, value)).toMatchObject({ kind, ...expected });
  });

  it('is the definition of a custom resource as it has always been stored', () => {
    const name = 'samples.example.com';
    const value = {
      kind: 'CustomResourceDefinition',
      apiVersion: 'apiextensions.k8s.io/v1beta1',
      metadata: { name, uid: 'u', creationTimestamp: null },
      spec: {
        group: 'example.com',
        version: 'v1',
        names: { plural: 'samples', singular: 'sample', kind: 'Sample', listKind: 'SampleList' },
        scope: 'Cluster',
        validation: { openAPIV3Schema: { type: 'object' } },
        versions: [{ name: 'v1', served: true, storage: true }],
        conversion: { strategy: 'None' },
        preserveUnknownFields: false,
      },
      status: { conditions: [], acceptedNames: { plural: '', kind: '' }, storedVersions: ['v1'] },
    };
    expect(read('CustomResourceDefinition', value, { namespace: '', name })).toMatchObject({
      apiVersion: 'apiextensions.k8s.io/v1',
      spec: { versions: [{ name: 'v1', schema: { openAPIV3Schema: { type: 'object' } } }] },
    });
  });
});

it('an object without metadata is read, as its key has its name', () => {
  const value = { kind: 'ConfigMap', apiVersion: 'v1', metadata: null, data: { k: 'v' } };
  expect(read('ConfigMap', value)).toMatchObject({ kind: 'ConfigMap', data: { k: 'v' } });
});

describe('what is not read', () => {
  const configMap = { kind: 'ConfigMap', apiVersion: 'v1', metadata };
  it.each([
    ['nothing', Buffer.alloc(0), /unexpected end of JSON input/i],
    ['no JSON', Buffer.from('this is none'), /invalid character/],
    ['a cut envelope', protobufOfConfigMap.subarray(0, 30), /unexpected EOF/],
    ['the head of an envelope', protobufOfConfigMap.subarray(0, 4), /empty body/],
    ['a list', [], /not an object/],
    ['another kind', { ...configMap, kind: 'Secret' }, /it is of kind Secret, version v1/],
    ['another version', { ...configMap, apiVersion: 'v9' }, /it is of kind ConfigMap, version v9/],
    ['no type', { metadata }, /does not say of which type it is/],
    [
      'another name',
      { ...configMap, metadata: { ...metadata, name: 'b' } },
      /says that it is b of namespace default/,
    ],
    ['a field of another type', { ...configMap, data: 7 }, /cannot unmarshal/],
  ])('is %s', (_, value, message) => {
    expect(() => read('ConfigMap', value)).toThrow(message);
  });
});

describe('what is written', () => {
  const encoded = (codec: BuiltInCodec, object: never) => codec.encode(object, jsonLine(object), undefined);
  const configMap = { kind: 'ConfigMap', apiVersion: 'v1', metadata, data: { k: 'v' } } as never;
  it('is JSON with a line feed', async () => {
    const { written } = await encoded(codecOf('ConfigMap'), configMap);
    expect(written.toString()).toBe(`${JSON.stringify(configMap)}\n`);
  });

  it('is Protobuf, byte for byte, where that is asked for', async () => {
    const { written, stored } = await encoded(codecOf('ConfigMap', '1.20', true), configMap);
    expect(written.toString('hex')).toBe(protobufOfConfigMap.toString('hex'));
    expect(stored.toString()).toBe(JSON.stringify(configMap));
  });

  it.each([
    ['CronJob', '1.20', 'batch/v1beta1'],
    ['CronJob', '1.23', 'batch/v1'],
    ['HorizontalPodAutoscaler', '1.23', 'autoscaling/v1'],
    ['PodDisruptionBudget', '1.23', 'policy/v1beta1'],
  ])('is a %s at %s in %s', async (kind, release, apiVersion) => {
    const kept = kinds.find((one) => one.kind === kind && one.storage)!;
    const object = {
      kind,
      apiVersion: `${kept.group}/${kept.version}`,
      metadata,
      spec: {},
      status: {},
    } as never;
    const { written } = await encoded(codecOf(kind, release), object);
    expect(JSON.parse(written.toString())).toMatchObject({ kind, apiVersion, metadata });
  });

  it('has no empty list that would be read as none', async () => {
    const role = { kind: 'Role', apiVersion: 'rbac.authorization.k8s.io/v1', metadata, rules: [] } as never;
    const { stored } = await encoded(codecOf('Role', '1.20', true), role);
    expect(JSON.parse(stored.toString())).toMatchObject({ rules: null });
  });
});
