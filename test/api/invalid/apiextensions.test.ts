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
        [
          ['spec.versions', invalid, 'must have exactly one version marked as storage version'],
          ['status.storedVersions', invalid, 'must have the storage version v2'],
        ],
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
        [['spec.preserveUnknownFields', invalid, 'set x-preserve-unknown-fields to true']],
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
        'a hook that speaks nothing known',
        {
          'spec.conversion': {
            strategy: 'Webhook',
            webhook: { clientConfig: { url: 'https://a.example' }, conversionReviewVersions: ['v2'] },
          },
        },
        [
          [
            'spec.conversion.conversionReviewVersions',
            invalid,
            'Invalid value: []string{"v2"}: must include at least one of v1, v1beta1',
          ],
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
        'a default of another type',
        field({ type: 'integer', default: 'x' }),
        [[`${t}.properties[a].default`, invalid, 'must be of type integer: "string"']],
      ],
      [
        'a default with an unknown field',
        field({ type: 'object', properties: { b: { type: 'string' } }, default: { c: 1 } }),
        [
          [
            `${t}.properties[a].default`,
            invalid,
            'Invalid value: map[string]interface {}{"c":1}: must not have unknown fields',
          ],
        ],
      ],
      [
        'a default that is no value of the list',
        field({ type: 'string', enum: ['x'], default: 'y' }),
        [[`${t}.properties[a].default`, notSupported, 'supported values: "x"']],
      ],
      [
        'a default without what is required',
        field({ type: 'object', properties: { b: { type: 'string' } }, required: ['b'], default: {} }),
        [[`${t}.properties[a].default.b`, required]],
      ],
      [
        'a default of the kind',
        { [`${s}.properties`]: { kind: { type: 'string', default: 'x' } } },
        [[`${t}.properties[kind].default`, forbidden, 'must not be set in top-level kind']],
      ],
      [
        'a default of an embedded object that is none',
        field({
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
          default: { apiVersion: 'v1' },
        }),
        [[`${t}.properties[a].default.kind`, required]],
      ],
      [
        'a default of embedded metadata that could not be',
        field({
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          properties: {
            metadata: { type: 'object', properties: { name: { type: 'string', default: 'a/b' } } },
          },
        }),
        [
          [
            `${t}.properties[a].properties[metadata].properties[name].default`,
            invalid,
            'must result in valid metadata',
          ],
        ],
      ],
      [
        'a pattern that is none among alternatives',
        field({
          type: 'object',
          properties: { b: { type: 'string' } },
          anyOf: [{ properties: { b: { pattern: '(' } } }],
        }),
        [
          [
            `${t}.properties[a].anyOf[0].properties[b].pattern`,
            invalid,
            'must be a valid regular expression',
          ],
        ],
      ],
      [
        'another language of schemas',
        { [`${s}.$schema`]: 'x' },
        [[t, invalid, "OpenAPIV3Schema 'schema' is not supported"]],
      ],
      [
        'a root that says more than its status can keep',
        { [`${s}.minProperties`]: 0, 'spec.versions[0].subresources.status': {} },
        [[t, invalid, 'fields are allowed at the root of the schema if the status subresource is enabled']],
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
        'another plural',
        { 'spec.names.plural': 'others' },
        [['spec.names.plural', invalid, 'field is immutable']],
      ],
      [
        'no version to update',
        { 'metadata.resourceVersion': undefined },
        [['metadata.resourceVersion', invalid]],
      ],
    ],
  },
]);
