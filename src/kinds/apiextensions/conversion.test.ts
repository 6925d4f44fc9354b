import { expect, test } from 'vitest';
import { dependencies, Versions } from '../../../test/support/unit/versions.ts';
import { customResourceDefinition } from './custom-resource-definition/index.ts';

const versions = new Versions(customResourceDefinition(dependencies));
const beta = versions.version('v1beta1');
const metadata = { name: 'a', creationTimestamp: null };
const schema = (description: string) => ({ openAPIV3Schema: { description, type: 'object' } });
const names = { plural: 'as', kind: 'A' };

test('a CustomResourceDefinition converts between versions without loss', () => {
  const perVersion = ['schema', 'subresources', 'additionalPrinterColumns'];
  versions.expectRoundTrips({
    runs: 30,
    prepare(object, version) {
      const spec = (object.spec ??= {});
      // Required in v1, defaulted in v1beta1: both sides must have a value.
      spec.scope ||= 'Cluster';
      if (spec.versions?.length === 0) delete spec.versions;
      if (spec.conversion) spec.conversion.strategy ??= 'None';
      if (spec.conversion && version === 'v1') {
        spec.conversion.webhook = { ...spec.conversion.webhook, conversionReviewVersions: ['v1'] };
      }
      if (version !== 'v1beta1') return;
      // Invalid in v1beta1: a field both at the top level and per version, or equal in all versions.
      if (spec.versions?.length) spec.version = spec.versions[0].name;
      for (const each of spec.versions ?? []) for (const field of perVersion) delete each[field];
      if (!spec.versions?.length && !spec.version) {
        delete spec.validation;
        delete spec.subresources;
        delete spec.additionalPrinterColumns;
      }
    },
  });
});

test('fields that are equal in all versions are top-level fields in v1beta1', () => {
  const column = { name: 'n', type: 'string', jsonPath: '.x' };
  const version = (name: string, more: object) => ({ name, served: true, storage: name === 'v1', ...more });
  const stored = {
    metadata,
    spec: {
      group: 'g.io',
      names,
      scope: 'Cluster',
      versions: [
        version('v1', {
          schema: schema('a'),
          subresources: { status: {} },
          additionalPrinterColumns: [column],
        }),
        version('v2', {
          schema: schema('b'),
          subresources: { status: {} },
          additionalPrinterColumns: [column],
        }),
      ],
    },
  };
  const common = versions.fromStored(stored, beta);
  expect(common['spec']).toMatchObject({
    version: 'v1',
    subresources: { status: {} },
    additionalPrinterColumns: [{ name: 'n', type: 'string', JSONPath: '.x' }],
    versions: [version('v1', { schema: schema('a') }), version('v2', { schema: schema('b') })],
    preserveUnknownFields: false,
  });
  expect(common['spec']).not.toHaveProperty('validation');
  expect(versions.toStored(common, beta)['spec']).toMatchObject(stored.spec);
});

test('v1beta1 defaults scope, versions and names', () => {
  const made = versions.decode({ metadata, spec: { group: 'g.io', names, version: 'v1' } }, beta);
  expect(made['spec']).toEqual({
    group: 'g.io',
    version: 'v1',
    names: { plural: 'as', singular: 'a', kind: 'A', listKind: 'AList' },
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true }],
    conversion: { strategy: 'None' },
    preserveUnknownFields: true,
  });
  expect(versions.toStored(made, beta)).toMatchObject({
    spec: { versions: [{ name: 'v1', served: true, storage: true }], preserveUnknownFields: true },
    status: { storedVersions: ['v1'] },
  });
});

test('the conversion webhook of v1beta1 becomes conversion.webhook in v1', () => {
  const service = { namespace: 'n', name: 's' };
  const made = versions.decode(
    { metadata, spec: { names, conversion: { strategy: 'Webhook', webhookClientConfig: { service } } } },
    beta,
  );
  expect(versions.toStored(made, beta)['spec']).toMatchObject({
    conversion: {
      strategy: 'Webhook',
      webhook: {
        clientConfig: { service: { ...service, port: 443 } },
        conversionReviewVersions: ['v1beta1'],
      },
    },
  });
});

test('schemas in items and additionalProperties are normalized and type-checked', () => {
  const given = {
    type: 'array',
    items: { type: 'object', mine: 1, additionalProperties: { type: 'string', x: 1 } },
  };
  const of = (openAPIV3Schema: object) => ({
    metadata,
    spec: { names, versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }] },
  });
  const made = versions.decode(of(given), versions.stored) as any;
  expect(made.spec.versions[0].schema.openAPIV3Schema).toEqual({
    type: 'array',
    items: { type: 'object', additionalProperties: { type: 'string' } },
  });
  for (const items of [{ type: 5 }, { properties: [] }, [7], { required: 'a' }]) {
    expect(() => versions.decode(of({ items }), versions.stored)).toThrow('cannot unmarshal');
  }
});

test('a v1beta1 schema that would be copied into too many versions is rejected before it is copied', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => index);
  const properties = Object.fromEntries(many.map((index) => [`f${index}`, { type: 'string' }]));
  const made = versions.decode(
    {
      metadata,
      spec: {
        names,
        validation: { openAPIV3Schema: { type: 'object', properties } },
        versions: many.map((index) => ({ name: `v${index}`, served: true, storage: index === 0 })),
      },
    },
    beta,
  );
  expect(() => versions.toStored(made, beta)).toThrow('limit is 1572864');
});

test('stored managedFields do not count towards the limit of values', () => {
  const owned = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`f:f${index}`, {}]));
  const managedFields = [{ manager: 'm', operation: 'Apply', fieldsV1: owned }];
  const made = versions.decode(
    { metadata: { ...metadata, managedFields }, spec: { names, version: 'v1' } },
    beta,
  );
  expect(versions.toStored(made, beta)['metadata']).toMatchObject({ managedFields });
});
