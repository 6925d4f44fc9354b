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

const webhookKinds = admissionregistrationKinds(dependencies).filter(({ kind }) =>
  kind.endsWith('Configuration'),
);

describe.each(webhookKinds.map((rules) => [rules.kind, rules] as const))('%s', (kind, rules) => {
  const versions = new Versions(rules);
  const decoded = (object: object, version: string) => {
    const definition = versions.version(version);
    return versions.toStored(versions.decode(object, definition), definition) as any;
  };

  test('converts between versions without loss', () =>
    versions.expectRoundTrips({
      prepare(object) {
        for (const each of object.webhooks ?? []) {
          // Required in v1, defaulted in v1beta1: both sides must have a value.
          each.sideEffects ??= 'None';
          if (!each.admissionReviewVersions?.length) each.admissionReviewVersions = ['v1'];
        }
      },
    }));

  test('defaults webhooks as the version of the request says', () => {
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
    ['valid', { rules: [rule] }, []],
    ['without a name', { name: '' }, ['name: Required value']],
    [
      'with a name of two segments',
      { name: 'a.b' },
      ['name: Invalid value: "a.b": should be a domain with at least three segments separated by dots'],
    ],
    [
      'with an invalid name',
      { name: 'A.b.c' },
      [expect.stringMatching(/^webhooks\[0\].name: Invalid value: "A.b.c": a lowercase/)],
    ],
    [
      'with side effects in v1',
      { sideEffects: 'Some' },
      ['sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"'],
      [],
    ],
    [
      'without sideEffects in v1',
      { sideEffects: undefined },
      ['sideEffects: Required value: must specify one of None, NoneOnDryRun'],
      [],
    ],
    [
      'without review versions in v1',
      { admissionReviewVersions: [] },
      ['admissionReviewVersions: Required value: must specify one of v1, v1beta1'],
      [],
    ],
    [
      'with unsupported and repeated review versions',
      { admissionReviewVersions: ['v2', 'v2'] },
      [
        'admissionReviewVersions[1]: Invalid value: "v2": duplicate version',
        'admissionReviewVersions: Invalid value: []string{"v2", "v2"}: must include at least one of v1, v1beta1',
      ],
    ],
    [
      'with a timeout over 30 seconds',
      { timeoutSeconds: 31 },
      ['timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds'],
    ],
    [
      'with an unknown failurePolicy',
      { failurePolicy: 'Shout' },
      ['failurePolicy: Unsupported value: "Shout": supported values: "Fail", "Ignore"'],
    ],
    [
      'with an unknown matchPolicy',
      { matchPolicy: 'All' },
      ['matchPolicy: Unsupported value: "All": supported values: "Equivalent", "Exact"'],
    ],
    [
      'without url and service',
      { clientConfig: {} },
      ['clientConfig: Required value: exactly one of url or service is required'],
    ],
    [
      'with a URL that is not https',
      url('http://example.com'),
      [`clientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme${form}`],
    ],
    [
      'with a URL without a host',
      url('https:///x'),
      [`clientConfig.url: Invalid value: "": host must be specified${form}`],
    ],
    [
      'with user, query and fragment in the URL',
      url('https://ann@example.com/?a=b#c'),
      [
        'clientConfig.url: Invalid value: "ann": user information is not permitted in the URL',
        'clientConfig.url: Invalid value: "c": fragments are not permitted in the URL',
        'clientConfig.url: Invalid value: "a=b": query parameters are not permitted in the URL',
      ],
    ],
    [
      'with an invalid service',
      service({ namespace: '', port: 0, path: 'x' }),
      [
        'clientConfig.service.name: Required value: service name is required',
        'clientConfig.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive',
        `clientConfig.service.path: Invalid value: "x": must start with a '/'`,
        'clientConfig.service.path: Invalid value: "x": segment[0] may not be empty',
      ],
    ],
    ['with a path of a service', service({ path: '/a/b/' }), []],
    [
      'with an empty path segment',
      service({ path: '/a//b' }),
      ['clientConfig.service.path: Invalid value: "/a//b": segment[1] may not be empty'],
    ],
    ['with a rule without operations', ofRule({ operations: [] }), ['rules[0].operations: Required value']],
    [
      'with a rule that has * beside other values',
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
      'with an unknown operation',
      ofRule({ operations: ['ASK'] }),
      [
        'rules[0].operations[0]: Unsupported value: "ASK": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"',
      ],
    ],
    [
      'with an empty version and resource',
      ofRule({ apiVersions: [''], resources: [''] }),
      ['rules[0].apiVersions[0]: Required value', 'rules[0].resources[0]: Required value'],
    ],
    [
      'with resources that a wildcard covers',
      ofRule({ resources: ['pods/*', 'pods/log', '*/status', 'nodes/status'] }),
      [
        `rules[0].resources[1]: Invalid value: "pods/log": if 'pods/*' is present, must not specify pods/log`,
        `rules[0].resources[3]: Invalid value: "nodes/status": if '*/status' is present, must not specify nodes/status`,
      ],
    ],
    [
      'with */* beside other resources',
      ofRule({ resources: ['*/*', 'pods'] }),
      [
        `rules[0].resources: Invalid value: []string{"*/*", "pods"}: if '*/*' is present, must not specify other resources`,
      ],
    ],
    ['with * beside a subresource', ofRule({ resources: ['*', 'pods/log'] }), []],
    [
      'with an unknown scope',
      ofRule({ scope: 'Mine' }),
      ['rules[0].scope: Unsupported value: "Mine": supported values: "*", "Cluster", "Namespaced"'],
    ],
  ])('validation of a webhook: %s', (_, change, errors, errorsInBeta = errors) => {
    const at = (list: unknown[]) =>
      list.map((error) => (typeof error === 'string' ? `webhooks[0].${error}` : error));
    const object = { metadata, webhooks: [{ ...hook, ...change }] };
    expect(versions.create(object, 'v1')).toEqual(at(errors));
    expect(versions.create(object, 'v1beta1')).toEqual(at(errorsInBeta));
  });

  test('v1 rejects a duplicate webhook name, unless the stored configuration has one', () => {
    const twice = { metadata, webhooks: [hook, hook] };
    expect(versions.create(twice, 'v1')).toEqual(['webhooks[1].name: Duplicate value: "a.example.com"']);
    expect(versions.create(twice, 'v1beta1')).toEqual([]);
    expect(versions.update(twice, twice, 'v1')).toEqual([]);
  });

  test('an update may keep breaking a rule that the stored webhook breaks', () => {
    const old = { metadata, webhooks: [{ ...hook, sideEffects: 'Some', admissionReviewVersions: ['v9'] }] };
    expect(versions.update(old, old, 'v1')).toEqual([]);
    expect(versions.update(old, { metadata, webhooks: [hook] }, 'v1')).not.toEqual([]);
  });

  test('the generation counts changes of webhooks, and the table shows their number', () => {
    expect(rules.tracksGeneration).toBe(true);
    expect(rules.specOf?.({ webhooks: [1] })).toEqual([1]);
    expect(rules.table?.cells({ metadata, webhooks: [hook] }, later)).toEqual(['a', 1, '5m10s']);
  });
});
