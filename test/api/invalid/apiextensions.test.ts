import { describeInvalid, forbidden, invalid, notSupported, required } from '../../support/invalid.ts';

const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } };
const s = 'spec.versions[0].schema.openAPIV3Schema';
/** Where faults of a definition of one version are told. */
const t = 'spec.validation.openAPIV3Schema';
const field = (schema: object) => ({ [`${s}.properties`]: { a: schema } });

describeInvalid([
  {
    apiVersions: ['apiextensions.k8s.io/v1'],
    kind: 'CustomResourceDefinition',
    create: [
      [
        'a name that is not its own',
        { 'metadata.name': 'other.example.com' },
        [['metadata.name', invalid, 'must be spec.names.plural+"."+spec.group']],
      ],
      [
        'no group',
        { 'spec.group': '' },
        [
          ['spec.group', required],
          ['metadata.name', invalid],
        ],
      ],
      [
        'a group without a dot',
        { 'spec.group': 'example', 'metadata.name': 'samples.example' },
        [['spec.group', invalid, 'should be a domain with at least one dot']],
      ],
      [
        'another scope',
        { 'spec.scope': 'World' },
        [['spec.scope', notSupported, 'supported values: "Cluster", "Namespaced"']],
      ],
      [
        'no plural',
        { 'spec.names.plural': '' },
        [
          ['spec.names.plural', required],
          ['metadata.name', invalid],
        ],
      ],
      [
        'no kind',
        { 'spec.names.kind': '' },
        [
          ['spec.names.kind', required],
          ['spec.names.listKind', required],
        ],
      ],
      ['a singular in capitals', { 'spec.names.singular': 'Sample' }, [['spec.names.singular', invalid]]],
      [
        'a short name with a dot',
        { 'spec.names.shortNames': ['a.b'] },
        [['spec.names.shortNames[0]', invalid]],
      ],
      [
        'a list of its own kind',
        { 'spec.names.listKind': 'Sample' },
        [['spec.names.listKind', invalid, 'kind and listKind may not be the same']],
      ],
      [
        'a version with a dot',
        { 'spec.versions[0].name': 'v1.1' },
        [
          ['spec.versions[0].name', invalid],
          ['spec.version', invalid],
        ],
      ],
      [
        'two versions of one name',
        { 'spec.versions': [version, { ...version, storage: false }] },
        [['spec.versions', invalid, 'must contain unique version names']],
      ],
      [
        'two that are stored',
        { 'spec.versions': [version, { ...version, name: 'v2' }] },
        [['spec.versions', invalid, 'must have exactly one version marked as storage version']],
      ],
      [
        'none that is stored',
        { 'spec.versions': [{ ...version, storage: false }] },
        [
          ['spec.versions', invalid, 'must have exactly one version marked as storage version'],
          ['status.storedVersions', invalid],
        ],
      ],
      [
        'no schema',
        { 'spec.versions[0].schema': undefined },
        [['spec.versions[0].schema.openAPIV3Schema', required, 'schemas are required']],
      ],
      [
        'unknown fields at the root',
        { 'spec.preserveUnknownFields': true },
        [['spec.preserveUnknownFields', invalid]],
      ],
      [
        'another way to convert',
        { 'spec.conversion.strategy': 'Magic' },
        [['spec.conversion.strategy', notSupported]],
      ],
      [
        'a hook that is none',
        { 'spec.conversion.strategy': 'Webhook' },
        [
          ['spec.conversion.webhookClientConfig', required],
          ['spec.conversion.conversionReviewVersions', required],
        ],
      ],
      [
        'a column without a type',
        { 'spec.versions[0].additionalPrinterColumns': [{ name: 'a', jsonPath: '.spec.a', type: '' }] },
        [['spec.additionalPrinterColumns[0].type', required]],
      ],
      [
        'a column of another type',
        { 'spec.versions[0].additionalPrinterColumns': [{ name: 'a', jsonPath: '.spec.a', type: 'colour' }] },
        [['spec.additionalPrinterColumns[0].type', invalid]],
      ],
      [
        'a root that is a list',
        { [`${s}.type`]: 'array', [`${s}.items`]: { type: 'string' } },
        [[`${t}.type`, invalid, 'must be object at the root']],
      ],
      [
        'a field without a type',
        field({ description: 'a' }),
        [[`${t}.properties[a].type`, required, 'must not be empty for specified object fields']],
      ],
      ['a field of another type', field({ type: 'colour' }), [[`${t}.properties[a].type`, notSupported]]],
      ['a list of nothing', field({ type: 'array' }), [[`${t}.properties[a].items`, required]]],
      [
        'a set',
        field({ type: 'array', uniqueItems: true, items: { type: 'string' } }),
        [[`${t}.properties[a].uniqueItems`, forbidden]],
      ],
      ['a reference', field({ type: 'object', $ref: '#/a' }), [[`${t}.properties[a].$ref`, forbidden]]],
      [
        'fields and any fields',
        field({
          type: 'object',
          properties: { b: { type: 'string' } },
          additionalProperties: { type: 'string' },
        }),
        [[`${t}.properties[a].additionalProperties`, forbidden]],
      ],
      [
        'a pattern that is none',
        field({ type: 'string', pattern: '(' }),
        [[`${t}.properties[a].pattern`, invalid, 'must be a valid regular expression']],
      ],
      [
        'a pattern that looks ahead',
        field({ type: 'string', pattern: '^(?=a)' }),
        [[`${t}.properties[a].pattern`, invalid, 'invalid or unsupported Perl syntax']],
      ],
      [
        'a map of no keys',
        field({
          type: 'array',
          'x-kubernetes-list-type': 'map',
          items: { type: 'object', properties: { k: { type: 'string' } } },
        }),
        [[`${t}.properties[a].x-kubernetes-list-map-keys`, required]],
      ],
      [
        'another type of list',
        field({ type: 'array', 'x-kubernetes-list-type': 'heap', items: { type: 'string' } }),
        [[`${t}.properties[a].x-kubernetes-list-type`, notSupported]],
      ],
      [
        'a name of the house without consent',
        { 'metadata.name': 'samples.a.k8s.io', 'spec.group': 'a.k8s.io' },
        [
          [
            'metadata.annotations[api-approved.kubernetes.io]',
            required,
            'protected groups must have approval annotation',
          ],
        ],
      ],
      [
        'replicas outside of the spec',
        {
          'spec.versions[0].subresources.scale': {
            specReplicasPath: '.replicas',
            statusReplicasPath: '.status.replicas',
          },
        },
        [['spec.subresources.scale.specReplicasPath', invalid, 'should be a json path under .spec']],
      ],
    ],
    update: [
      [
        'no version to update',
        { 'metadata.resourceVersion': undefined },
        [['metadata.resourceVersion', invalid]],
      ],
    ],
  },
]);
