import { describe, expect, test } from 'vitest';
import { created, later } from '../../../test/support/unit/kinds.ts';
import { dependencies, Versions } from '../../../test/support/unit/versions.ts';
import { admissionregistrationKinds } from './index.ts';

const metadata = { name: 'a', creationTimestamp: created };
const hook = {
  name: 'a.example.com',
  clientConfig: { url: 'https://example.com/x' },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
};
const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };
const form = '; desired format: https://host[/path]';

describe.each(admissionregistrationKinds(dependencies).map((rules) => [rules.kind, rules] as const))(
  '%s',
  (kind, rules) => {
    const versions = new Versions(rules);
    const decoded = (object: object, version: string) => {
      const definition = versions.version(version);
      return versions.toStored(versions.decode(object, definition), definition) as any;
    };

    test('goes from version to version without loss', () =>
      versions.expectRoundTrips({
        prepare(object) {
          for (const each of object.webhooks ?? []) {
            // What v1 cannot do without, v1beta1 would fill in.
            each.sideEffects ??= 'None';
            if (!each.admissionReviewVersions?.length) each.admissionReviewVersions = ['v1'];
          }
        },
      }));

    test('fills in what its version does', () => {
      const service = { namespace: 'n', name: 's' };
      const bare = { name: 'a.example.com', clientConfig: { service }, rules: [rule] };
      const common = {
        name: 'a.example.com',
        clientConfig: { service: { ...service, port: 443 } },
        rules: [{ ...rule, scope: '*' }],
        namespaceSelector: {},
        objectSelector: {},
        ...(kind === 'MutatingWebhookConfiguration' && { reinvocationPolicy: 'Never' }),
      };
      expect(decoded({ metadata, webhooks: [bare] }, 'v1').webhooks[0]).toEqual({
        ...common,
        failurePolicy: 'Fail',
        matchPolicy: 'Equivalent',
        sideEffects: null,
        timeoutSeconds: 10,
        admissionReviewVersions: null,
      });
      expect(decoded({ metadata, webhooks: [bare] }, 'v1beta1').webhooks[0]).toEqual({
        ...common,
        failurePolicy: 'Ignore',
        matchPolicy: 'Exact',
        sideEffects: 'Unknown',
        timeoutSeconds: 30,
        admissionReviewVersions: ['v1beta1'],
      });
    });

    const ofRule = (change: object) => ({ rules: [{ ...rule, ...change }] });
    const service = (change: object) => ({
      clientConfig: { service: { namespace: 'n', name: 's', ...change } },
    });
    const url = (text: string) => ({ clientConfig: { url: text } });
    const names = '[]string{"*", "a"}';

    test.each<[string, object, unknown[], unknown[]?]>([
      ['may be one', { rules: [rule] }, []],
      ['has a name', { name: '' }, ['name: Required value']],
      [
        'a long one',
        { name: 'a.b' },
        ['name: Invalid value: "a.b": should be a domain with at least three segments separated by dots'],
      ],
      [
        'one that could be',
        { name: 'A.b.c' },
        [expect.stringMatching(/^webhooks\[0\].name: Invalid value: "A.b.c": a lowercase/)],
      ],
      [
        'has no effects',
        { sideEffects: 'Some' },
        ['sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"'],
        [],
      ],
      [
        'says so',
        { sideEffects: undefined },
        ['sideEffects: Required value: must specify one of None, NoneOnDryRun'],
        [],
      ],
      [
        'says what it understands',
        { admissionReviewVersions: [] },
        ['admissionReviewVersions: Required value: must specify one of v1, v1beta1'],
        [],
      ],
      [
        'understands the server',
        { admissionReviewVersions: ['v2', 'v2'] },
        [
          'admissionReviewVersions[1]: Invalid value: "v2": duplicate version',
          'admissionReviewVersions: Invalid value: []string{"v2", "v2"}: must include at least one of v1, v1beta1',
        ],
      ],
      [
        'answers soon',
        { timeoutSeconds: 31 },
        ['timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds'],
      ],
      [
        'fails somehow',
        { failurePolicy: 'Shout' },
        ['failurePolicy: Unsupported value: "Shout": supported values: "Fail", "Ignore"'],
      ],
      [
        'matches somehow',
        { matchPolicy: 'All' },
        ['matchPolicy: Unsupported value: "All": supported values: "Equivalent", "Exact"'],
      ],
      [
        'is somewhere',
        { clientConfig: {} },
        ['clientConfig: Required value: exactly one of url or service is required'],
      ],
      [
        'has a url',
        url('http://example.com'),
        [`clientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme${form}`],
      ],
      [
        'with a host',
        url('https:///x'),
        [`clientConfig.url: Invalid value: "": host must be specified${form}`],
      ],
      [
        'and nothing more',
        url('https://ann@example.com/?a=b#c'),
        [
          'clientConfig.url: Invalid value: "ann": user information is not permitted in the URL',
          'clientConfig.url: Invalid value: "c": fragments are not permitted in the URL',
          'clientConfig.url: Invalid value: "a=b": query parameters are not permitted in the URL',
        ],
      ],
      [
        'has a service',
        service({ namespace: '', port: 0, path: 'x' }),
        [
          'clientConfig.service.name: Required value: service name is required',
          'clientConfig.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive',
          `clientConfig.service.path: Invalid value: "x": must start with a '/'`,
          'clientConfig.service.path: Invalid value: "x": segment[0] may not be empty',
        ],
      ],
      ['with a path', service({ path: '/a/b/' }), []],
      [
        'that could be',
        service({ path: '/a//b' }),
        ['clientConfig.service.path: Invalid value: "/a//b": segment[1] may not be empty'],
      ],
      ['says what it does', ofRule({ operations: [] }), ['rules[0].operations: Required value']],
      [
        'says everything alone',
        ofRule({
          operations: ['*', 'CREATE'],
          apiGroups: ['*', 'a'],
          apiVersions: ['*', 'a'],
          resources: ['*', 'a'],
        }),
        [
          `rules[0].operations: Invalid value: []admissionregistration.OperationType{"*", "CREATE"}: if '*' is present, must not specify other operations`,
          `rules[0].apiGroups: Invalid value: ${names}: if '*' is present, must not specify other API groups`,
          `rules[0].apiVersions: Invalid value: ${names}: if '*' is present, must not specify other API versions`,
          `rules[0].resources: Invalid value: ${names}: if '*' is present, must not specify other resources without subresources`,
        ],
      ],
      [
        'knows operations',
        ofRule({ operations: ['ASK'] }),
        [
          'rules[0].operations[0]: Unsupported value: "ASK": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"',
        ],
      ],
      [
        'names versions and resources',
        ofRule({ apiVersions: [''], resources: [''] }),
        ['rules[0].apiVersions[0]: Required value', 'rules[0].resources[0]: Required value'],
      ],
      [
        'names each once',
        ofRule({ resources: ['pods/*', 'pods/log', '*/status', 'nodes/status'] }),
        [
          `rules[0].resources[1]: Invalid value: "pods/log": if 'pods/*' is present, must not specify pods/log`,
          `rules[0].resources[3]: Invalid value: "nodes/status": if '*/status' is present, must not specify nodes/status`,
        ],
      ],
      [
        'names everything alone',
        ofRule({ resources: ['*/*', 'pods'] }),
        [
          `rules[0].resources: Invalid value: []string{"*/*", "pods"}: if '*/*' is present, must not specify other resources`,
        ],
      ],
      ['may name all with sub-resources', ofRule({ resources: ['*', 'pods/log'] }), []],
      [
        'has a scope',
        ofRule({ scope: 'Mine' }),
        ['rules[0].scope: Unsupported value: "Mine": supported values: "*", "Cluster", "Namespaced"'],
      ],
    ])('a webhook %s', (_, change, errors, errorsInBeta = errors) => {
      const at = (list: unknown[]) =>
        list.map((error) => (typeof error === 'string' ? `webhooks[0].${error}` : error));
      const object = { metadata, webhooks: [{ ...hook, ...change }] };
      expect(versions.create(object, 'v1')).toEqual(at(errors));
      expect(versions.create(object, 'v1beta1')).toEqual(at(errorsInBeta));
    });

    test('names each webhook once in v1', () => {
      const twice = { metadata, webhooks: [hook, hook] };
      expect(versions.create(twice, 'v1')).toEqual(['webhooks[1].name: Duplicate value: "a.example.com"']);
      expect(versions.create(twice, 'v1beta1')).toEqual([]);
      expect(versions.update(twice, twice, 'v1')).toEqual([]);
    });

    test('may go on breaking what it broke', () => {
      const old = { metadata, webhooks: [{ ...hook, sideEffects: 'Some', admissionReviewVersions: ['v9'] }] };
      expect(versions.update(old, old, 'v1')).toEqual([]);
      expect(versions.update(old, { metadata, webhooks: [hook] }, 'v1')).not.toEqual([]);
    });

    test('counts changes of its webhooks', () => {
      expect(rules.tracksGeneration).toBe(true);
      expect(rules.specOf?.({ webhooks: [1] })).toEqual([1]);
      expect(rules.table?.cells({ metadata, webhooks: [hook] }, later)).toEqual(['a', 1, '5m10s']);
    });
  },
);
