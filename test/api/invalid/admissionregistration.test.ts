import { describeInvalid, invalid, notSupported, required } from '../../support/invalid.ts';

const w = 'webhooks[0]';
const client = `${w}.clientConfig`;
const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };
const rules = (change: object) => ({ [`${w}.rules`]: [{ ...rule, ...change }] });
const service = (change: object) => ({ [client]: { service: { name: 'a', namespace: 'b', ...change } } });

describeInvalid(
  ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'].map((kind) => ({
    apiVersions: ['admissionregistration.k8s.io/v1'],
    kind,
    create: [
      ['a name in capitals', { 'metadata.name': 'Hook' }, [['metadata.name', invalid]]],
      ['a hook without a name', { [`${w}.name`]: '' }, [[`${w}.name`, required]]],
      [
        'a hook with a name of two parts',
        { [`${w}.name`]: 'a.b' },
        [[`${w}.name`, invalid, 'should be a domain with at least three segments separated by dots']],
      ],
      [
        'no word on side effects',
        { [`${w}.sideEffects`]: undefined },
        [[`${w}.sideEffects`, required, 'must specify one of None, NoneOnDryRun']],
      ],
      ['unknown side effects', { [`${w}.sideEffects`]: 'Unknown' }, [[`${w}.sideEffects`, notSupported]]],
      [
        'no versions of reviews',
        { [`${w}.admissionReviewVersions`]: [] },
        [[`${w}.admissionReviewVersions`, required, 'must specify one of v1, v1beta1']],
      ],
      [
        'other versions of reviews',
        { [`${w}.admissionReviewVersions`]: ['v9'] },
        [[`${w}.admissionReviewVersions`, invalid]],
      ],
      [
        'one version of reviews twice',
        { [`${w}.admissionReviewVersions`]: ['v1', 'v1'] },
        [[`${w}.admissionReviewVersions[1]`, invalid, 'duplicate version']],
      ],
      [
        '31 seconds',
        { [`${w}.timeoutSeconds`]: 31 },
        [[`${w}.timeoutSeconds`, invalid, 'the timeout value must be between 1 and 30 seconds']],
      ],
      ['another policy', { [`${w}.failurePolicy`]: 'Cry' }, [[`${w}.failurePolicy`, notSupported]]],
      ['another way to match', { [`${w}.matchPolicy`]: 'Loose' }, [[`${w}.matchPolicy`, notSupported]]],
      [
        'a bad selector',
        { [`${w}.namespaceSelector.matchLabels`]: { a: 'b c' } },
        [[`${w}.namespaceSelector.matchLabels`, invalid]],
      ],
      ['nobody to ask', { [client]: {} }, [[client, required, 'exactly one of url or service is required']]],
      [
        'two to ask',
        { [`${client}.service`]: { name: 'a', namespace: 'b' } },
        [[client, required, 'exactly one of url or service is required']],
      ],
      [
        'a plain address',
        { [`${client}.url`]: 'http://a.b.c/' },
        [[`${client}.url`, invalid, "'https' is the only allowed URL scheme"]],
      ],
      [
        'an address with a question',
        { [`${client}.url`]: 'https://a.b.c/?d' },
        [[`${client}.url`, invalid, 'query parameters are not permitted']],
      ],
      [
        'an address with somebody',
        { [`${client}.url`]: 'https://u:p@a.b.c/' },
        [[`${client}.url`, invalid, 'user information is not permitted']],
      ],
      ['a service with port 70000', service({ port: 70000 }), [[`${client}.service.port`, invalid]]],
      ['a service with a path that is none', service({ path: 'a' }), [[`${client}.service.path`, invalid]]],
      ['no operations', rules({ operations: [] }), [[`${w}.rules[0].operations`, required]]],
      ['another operation', rules({ operations: ['LOOK'] }), [[`${w}.rules[0].operations[0]`, notSupported]]],
      [
        'all operations and one more',
        rules({ operations: ['*', 'CREATE'] }),
        [
          [
            `${w}.rules[0].operations`,
            invalid,
            `[]admissionregistration.OperationType{"*", "CREATE"}: if '*' is present, must not specify other operations`,
          ],
        ],
      ],
      ['no groups', rules({ apiGroups: [] }), [[`${w}.rules[0].apiGroups`, required]]],
      ['all groups and one more', rules({ apiGroups: ['*', 'a'] }), [[`${w}.rules[0].apiGroups`, invalid]]],
      ['an empty version', rules({ apiVersions: [''] }), [[`${w}.rules[0].apiVersions[0]`, required]]],
      ['no resources', rules({ resources: [] }), [[`${w}.rules[0].resources`, required]]],
      [
        'everything and something',
        rules({ resources: ['*/*', 'pods'] }),
        [[`${w}.rules[0].resources`, invalid, "if '*/*' is present, must not specify other resources"]],
      ],
      [
        'a part of what is there',
        rules({ resources: ['pods/*', 'pods/status'] }),
        [[`${w}.rules[0].resources[1]`, invalid]],
      ],
      ['another scope', rules({ scope: 'World' }), [[`${w}.rules[0].scope`, notSupported]]],
    ],
    update: [
      [
        'no version to update',
        { 'metadata.resourceVersion': undefined },
        [['metadata.resourceVersion', invalid]],
      ],
      ['a hook without a name', { [`${w}.name`]: '' }, [[`${w}.name`, required]]],
    ],
  })),
);
