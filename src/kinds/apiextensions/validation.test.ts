import { describe, expect, test } from 'vitest';
import { created, merged } from '../../../test/support/unit/kinds.ts';
import { dependencies, texts, Versions } from '../../../test/support/unit/versions.ts';
import { customResourceDefinition } from './custom-resource-definition/index.ts';

const rules = customResourceDefinition(dependencies);
const versions = new Versions(rules);
const metadata = { name: 'crontabs.example.com', creationTimestamp: created };
const names = { plural: 'crontabs', kind: 'CronTab' };
const openAPIV3Schema = { type: 'object', properties: { spec: { type: 'object' } } };
const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } };
const spec = { group: 'example.com', names, scope: 'Namespaced', versions: [version] };
const base = { metadata, spec };
const withSpec = (change: object): object => merged(base, { spec: change });
const withVersion = (change: object): object => withSpec({ versions: [{ ...version, ...change }] });
const betaBase = { metadata, spec: { group: 'example.com', names, version: 'v1' } };

describe('a definition', () => {
  test.each<[string, object, unknown[]]>([
    ['a valid one', base, []],
    [
      'a name that is not plural.group',
      { ...base, metadata: { name: 'a.example.com' } },
      ['metadata.name: Invalid value: "a.example.com": must be spec.names.plural+"."+spec.group'],
    ],
    [
      'a generated name',
      { ...base, metadata: { name: 'a-xyz', generateName: 'a-' } },
      [
        'metadata.generateName: Invalid value: "a-": must be spec.names.plural+"."+spec.group',
        'metadata.name: Invalid value: "a-xyz": must be spec.names.plural+"."+spec.group',
      ],
    ],
    [
      'a group without a dot',
      { metadata: { name: 'crontabs.x' }, spec: { ...spec, group: 'x' } },
      ['spec.group: Invalid value: "x": should be a domain with at least one dot'],
    ],
    ['no scope', withSpec({ scope: undefined }), ['spec.scope: Required value']],
    [
      'an unknown scope',
      withSpec({ scope: 'Mine' }),
      ['spec.scope: Unsupported value: "Mine": supported values: "Cluster", "Namespaced"'],
    ],
    [
      'invalid names',
      withSpec({
        names: {
          kind: 'Cron_Tab',
          listKind: 'Cron_Tab',
          singular: 'A',
          shortNames: ['B'],
          categories: ['C'],
        },
      }),
      [
        expect.stringMatching(/^spec.names.singular: Invalid value: "A": a DNS-1035 label/),
        expect.stringMatching(
          /^spec.names.kind: Invalid value: "Cron_Tab": may have mixed case, but should otherwise match: a DNS-1035/,
        ),
        expect.stringMatching(/^spec.names.listKind: Invalid value: "Cron_Tab": may have mixed case/),
        expect.stringMatching(/^spec.names.shortNames\[0\]: Invalid value: "B"/),
        'spec.names.listKind: Invalid value: "Cron_Tab": kind and listKind may not be the same',
        expect.stringMatching(/^spec.names.categories\[0\]: Invalid value: "C"/),
      ],
    ],
    [
      'no schema',
      withVersion({ schema: undefined }),
      ['spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required'],
    ],
    [
      'no storage version',
      withVersion({ storage: false }),
      [
        expect.stringMatching(
          /^spec.versions: Invalid value: .*: must have exactly one version marked as storage version$/,
        ),
        'status.storedVersions: Invalid value: []string(nil): must have at least one stored version',
      ],
    ],
    [
      'two storage versions',
      withSpec({ versions: [version, { ...version, name: 'v2' }] }),
      [
        expect.stringMatching(/^spec.versions: .*: must have exactly one version marked as storage version$/),
        expect.stringMatching(/^status.storedVersions: .*: must have the storage version v2$/),
      ],
    ],
    [
      'duplicate version names',
      withSpec({ versions: [version, { ...version, storage: false }] }),
      [expect.stringMatching(/^spec.versions: Invalid value: .*: must contain unique version names$/)],
    ],
    [
      'a version name that is no label',
      withVersion({ name: 'V1' }),
      [
        expect.stringMatching(/^spec.versions\[0\].name: Invalid value: "V1": a DNS-1035/),
        expect.stringMatching(/^spec.version: Invalid value: "V1": a DNS-1035/),
      ],
    ],
    [
      'a deprecation warning of a version that is not deprecated',
      withVersion({ deprecationWarning: 'x' }),
      ['spec.versions[0].deprecationWarning: Invalid value: "x": can only be set for deprecated versions'],
    ],
    [
      'a deprecation warning with a control character',
      withVersion({ deprecated: true, deprecationWarning: 'a\nb' }),
      [
        'spec.versions[0].deprecationWarning: Invalid value: "a\\nb": must only contain printable UTF-8 characters; non-printable character found at index 1',
      ],
    ],
    [
      'invalid printer columns',
      withVersion({ additionalPrinterColumns: [{ type: 'x', format: 'y', jsonPath: 'z' }, { name: 'a' }] }),
      [
        'spec.additionalPrinterColumns[0].name: Required value',
        'spec.additionalPrinterColumns[0].type: Invalid value: "x": must be one of boolean,date,integer,number,string',
        'spec.additionalPrinterColumns[0].format: Invalid value: "y": must be one of byte,date,date-time,double,float,int32,int64,password',
        'spec.additionalPrinterColumns[0].JSONPath: Invalid value: "z": must be a simple json path starting with .',
        'spec.additionalPrinterColumns[1].type: Required value: must be one of boolean,date,integer,number,string',
        'spec.additionalPrinterColumns[1].JSONPath: Required value',
      ],
    ],
    [
      'invalid paths of the scale subresource',
      withVersion({
        subresources: {
          scale: { specReplicasPath: '.status.a', statusReplicasPath: '', labelSelectorPath: '.x' },
        },
      }),
      [
        'spec.subresources.scale.specReplicasPath: Invalid value: ".status.a": should be a json path under .spec',
        'spec.subresources.scale.statusReplicasPath: Required value',
        'spec.subresources.scale.labelSelectorPath: Invalid value: ".x": should be a json path under either .spec or .status',
      ],
    ],
    [
      'preserveUnknownFields',
      withSpec({ preserveUnknownFields: true }),
      [
        'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-preserve-unknown-fields to true in spec.versions[*].schema instead',
      ],
    ],
    [
      'a protected group without approval',
      { metadata: { name: 'crontabs.orch.io' }, spec: { ...spec, group: 'orch.io' } },
      [
        'metadata.annotations[api-approved.orch.io]: Required value: protected groups must have approval annotation "api-approved.orch.io"',
      ],
    ],
    [
      'a protected group with an invalid approval',
      {
        metadata: { name: 'crontabs.a.orch.io', annotations: { 'api-approved.orch.io': 'yes' } },
        spec: { ...spec, group: 'a.orch.io' },
      },
      [
        'metadata.annotations[api-approved.orch.io]: Invalid value: "yes": protected groups must have approval annotation "api-approved.orch.io" with either a URL or a reason starting with "unapproved"',
      ],
    ],
  ])('is validated on create: %s', (_, object, errors) => {
    expect(versions.create(object, 'v1')).toEqual(errors);
  });

  const url = { clientConfig: { url: 'https://a.b/c' }, conversionReviewVersions: ['v1'] };

  test.each<[string, object, string[]]>([
    ['None', { strategy: 'None' }, []],
    ['a webhook', { strategy: 'Webhook', webhook: url }, []],
    [
      'an unknown strategy',
      { strategy: 'Magic' },
      ['strategy: Unsupported value: "Magic": supported values: "None", "Webhook"'],
    ],
    [
      'a webhook beside None',
      { strategy: 'None', webhook: url },
      [
        'webhookClientConfig: Forbidden: should not be set when strategy is not set to Webhook',
        'conversionReviewVersions: Forbidden: should not be set when strategy is not set to Webhook',
      ],
    ],
    [
      'no webhook beside Webhook',
      { strategy: 'Webhook' },
      [
        'webhookClientConfig: Required value: required when strategy is set to Webhook',
        'conversionReviewVersions: Required value',
      ],
    ],
    [
      'a webhook without client config and supported review version',
      { strategy: 'Webhook', webhook: { clientConfig: {}, conversionReviewVersions: ['v2', 'v2'] } },
      [
        'webhookClientConfig: Required value: exactly one of url or service is required',
        'conversionReviewVersions[1]: Invalid value: "v2": duplicate version',
        'conversionReviewVersions: Invalid value: []string{"v2", "v2"}: must include at least one of v1, v1beta1',
      ],
    ],
  ])('validates spec.conversion: %s', (_, conversion, errors) => {
    expect(versions.create(withSpec({ conversion }), 'v1')).toEqual(
      errors.map((error) => `spec.conversion.${error}`),
    );
  });

  test.each<[string, object, object, unknown[]]>([
    [
      'may add a version',
      base,
      withSpec({ versions: [version, { ...version, name: 'v2', storage: false }] }),
      [],
    ],
    [
      'must keep the plural name',
      base,
      withSpec({ names: { plural: 'tabs' } }),
      ['spec.names.plural: Invalid value: "tabs": field is immutable'],
    ],
    [
      'may change kind and scope before it is established',
      base,
      withSpec({ names: { kind: 'Tab' }, scope: 'Cluster' }),
      [],
    ],
    [
      'must keep kind and scope once it is established',
      { ...base, status: { conditions: [{ type: 'Established', status: 'True' }] } },
      withSpec({ names: { kind: 'Tab' }, scope: 'Cluster' }),
      [
        'spec.scope: Invalid value: "Cluster": field is immutable',
        'spec.names.kind: Invalid value: "Tab": field is immutable',
      ],
    ],
    [
      'must specify every stored version',
      { ...base, status: { storedVersions: ['v0', 'v1'] } },
      base,
      ['status.storedVersions[0]: Invalid value: "v0": must appear in spec.versions'],
    ],
    [
      'reports a repeated stored version once, at its last index',
      { ...base, status: { storedVersions: ['v0', 'v1', 'v0'] } },
      base,
      ['status.storedVersions[2]: Invalid value: "v0": must appear in spec.versions'],
    ],
  ])('an update %s', (_, old, object, errors) => {
    expect(versions.update(object, old, 'v1')).toEqual(errors);
  });

  test('status.storedVersions collects every storage version', () => {
    const made = versions.decode({ ...base, status: { storedVersions: ['v9'] } }, versions.stored) as any;
    rules.prepareForCreate?.(made);
    expect(made.status).toEqual({
      conditions: null,
      acceptedNames: { plural: '', kind: '' },
      storedVersions: ['v1'],
    });
    const next = structuredClone(made);
    next.spec.versions[0].name = 'v2';
    rules.prepareForUpdate?.(next, made);
    expect(next.status.storedVersions).toEqual(['v1', 'v2']);
  });

  test('a definition whose status.acceptedNames is invalid is refused', () => {
    const made = versions.decode(
      { ...base, status: { acceptedNames: { plural: 'A', kind: 'b' } } },
      versions.stored,
    ) as any;
    expect(texts(rules.status?.validateUpdate?.(made, made) ?? [])).toEqual([
      expect.stringMatching(/^status.acceptedNames.plural: Invalid value: "A"/),
    ]);
  });
});

describe('a definition of v1beta1', () => {
  const schema = (type?: string) => ({
    openAPIV3Schema: { ...(type && { type }), properties: { a: { type: 'wheel' } } },
  });
  const of = (change: object): object => merged(betaBase, { spec: change });
  const two = (first: object, second: object) => ({
    version: undefined,
    versions: [
      { name: 'v1', served: true, storage: true, ...first },
      { name: 'v2', served: true, ...second },
    ],
  });

  test.each<[string, object, unknown[]]>([
    ['no schema', betaBase, []],
    ['a schema that is not structural', of({ validation: schema() }), []],
    [
      'no schema while fields are pruned',
      of({ preserveUnknownFields: false }),
      ['spec.versions[0].schema.openAPIV3Schema: Required value: because otherwise all fields are pruned'],
    ],
    [
      'an extension in a schema that is not structural',
      of({ validation: { openAPIV3Schema: { properties: { a: { 'x-orch-int-or-string': true } } } } }),
      ['spec.validation.openAPIV3Schema.type: Required value: must not be empty at the root'],
    ],
    [
      'a default',
      of({
        validation: {
          openAPIV3Schema: { type: 'object', properties: { a: { type: 'string', default: 'x' } } },
        },
      }),
      ['spec.validation.openAPIV3Schema.properties[a].default: Forbidden: must not be set'],
    ],
    [
      'equal schemas in all versions',
      of({ ...two({ schema: schema() }, { schema: schema() }) }),
      [
        expect.stringMatching(
          /per-version schemas may not all be set to identical values \(top-level validation should be used instead\)$/,
        ),
      ],
    ],
    [
      'subresources both at the top level and per version',
      of({ ...two({ subresources: { status: {} } }, {}), subresources: { status: {} } }),
      ['spec.subresources: Forbidden: top-level and per-version subresources are mutually exclusive'],
    ],
    [
      'a version that is not the first of versions',
      of({ version: 'v3', versions: [{ name: 'v1', served: true, storage: true }] }),
      ['spec.version: Invalid value: "v3": must match the first version in spec.versions'],
    ],
    [
      'a conversion webhook without pruning',
      of({ conversion: { strategy: 'Webhook', webhookClientConfig: { url: 'https://a.b' } } }),
      [
        'spec.conversion.strategy: Invalid value: "Webhook": must be None if spec.preserveUnknownFields is true',
      ],
    ],
  ])('is validated on create: %s', (_, object, errors) => {
    expect(versions.create(object, 'v1beta1')).toEqual(errors);
  });

  test('that is stored may be updated as v1 without meeting the rules of v1', () => {
    const old = versions.toStored(
      versions.decode(of({ validation: schema() }), versions.version('v1beta1')),
      versions.version('v1beta1'),
    );
    expect(versions.update(structuredClone(old), old, 'v1')).toEqual([]);
  });
});
