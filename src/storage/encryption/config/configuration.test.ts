import { describe, expect, it } from 'vitest';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { fieldErrorsText } from '../../../api/validation/field-errors.ts';
import { socketPath } from './endpoint.ts';
import { parseConfiguration } from './parse-configuration.ts';
import { configurationRules } from './release-rules.ts';
import { hiddenRule, maskedRule, Rules } from './rules.ts';
import { validateConfiguration } from './validate-configuration.ts';

const group = 'apiserver.config.k8s.io';
const head = { kind: 'EncryptionConfiguration', apiVersion: `${group}/v1` };
const rulesOf = (release: string, gates = '') =>
  configurationRules(new FeatureGates(release, [gates]), 'k8s.io');
const early = rulesOf('1.24');
const parse = (content: object | string, by = early) =>
  parseConfiguration(typeof content === 'string' ? content : JSON.stringify(content), by);
const good = Buffer.alloc(32, 1).toString('base64');
const ofProviders = (...providers: object[]) => ({
  ...head,
  resources: [{ resources: ['secrets'], providers }],
});
const first = 'resources[0].providers[0]';
const kms = { name: 'vault', endpoint: 'unix:///run/kms.sock' };

describe('a configuration', () => {
  it('is read from YAML with its defaults; unknown fields are ignored', () => {
    const text = [
      'kind: EncryptionConfig',
      'apiVersion: v1',
      'more: [1]',
      'resources:',
      '- resources: [secrets]',
      '  providers:',
      '  - identity: {}',
      '  - kms: {name: vault, endpoint: unix:///run/kms.sock, other: 1}',
    ];
    expect(parse(text.join('\n'))).toEqual({
      resources: [
        {
          resources: ['secrets'],
          providers: [
            { identity: {} },
            { kms: { ...kms, apiVersion: 'v1', cachesize: undefined, timeout: 3000 } },
          ],
        },
      ],
    });
  });

  it.each<[string, object | string, string]>([
    ['no text', '', 'not an object'],
    ['a list', '[]', 'not an object'],
    ['no YAML', 'a: [', 'not valid YAML or JSON'],
    ['no kind', {}, "Object 'Kind' is missing"],
    ['another kind', { ...head, kind: 'Pod' }, `no kind "Pod" is registered for version "${group}/v1"`],
    [
      'another version',
      { ...head, apiVersion: 'v2' },
      'no kind "EncryptionConfiguration" is registered for version "v2"',
    ],
    ['a resource for a list', { ...head, resources: 'secrets' }, 'resources: expected a list'],
    [
      'a number for a resource',
      { ...head, resources: [{ resources: [1] }] },
      'resources[0].resources[0]: expected a string',
    ],
    ['text for a provider', ofProviders('aescbc' as never), `${first}: expected an object`],
    [
      'a secret that is no text',
      ofProviders({ aescbc: { keys: [{ secret: 7 }] } }),
      `${first}.aescbc.keys[0].secret: expected a string`,
    ],
    [
      'a timeout that is none',
      ofProviders({ kms: { ...kms, timeout: '3x' } }),
      `${first}.kms.timeout: time: unknown unit "x" in duration "3x"`,
    ],
    [
      'a size that is no number',
      ofProviders({ kms: { ...kms, cachesize: 'x' } }),
      `${first}.kms.cachesize: expected a whole number`,
    ],
  ])('cannot be %s', (_, content, message) => {
    expect(() => parse(content)).toThrow(expect.objectContaining({ message }));
  });

  const key = (secret: string, name = 'a') => ({ keys: [{ name, secret }] });
  const three = 'YWJj';
  it.each<[string, object, string]>([
    ['resources', { ...head }, 'resources: Required value: at least one resources is required'],
    [
      'what it is for, and how',
      { ...head, resources: [{}] },
      '[resources[0].resources: Required value: at least one resources[0].resources is required, ' +
        'resources[0].providers: Required value: at least one resources[0].providers is required]',
    ],
    [
      'a provider that is known',
      ofProviders({ rot13: {} }),
      `${first}: Invalid value: {}: provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity`,
    ],
    [
      'one provider in an entry',
      ofProviders({ identity: {}, aescbc: key(good) }),
      `${first}: Invalid value: "REDACTED": more than one provider specified in a single element, should split into different list elements`,
    ],
    [
      'keys',
      ofProviders({ aesgcm: {} }),
      `${first}.aesgcm.keys: Required value: at least one keys is required`,
    ],
    [
      'a name',
      ofProviders({ aescbc: key(good, '') }),
      `${first}.aescbc.keys[0].name: Required value: name is a mandatory field for a key`,
    ],
    [
      'a secret',
      ofProviders({ aescbc: key('') }),
      `${first}.aescbc.keys[0].secret: Required value: secret is a mandatory field for a key`,
    ],
    [
      'base64',
      ofProviders({ aescbc: key('abc') }),
      `${first}.aescbc.keys[0].secret: Invalid value: "REDACTED": secrets must be base64 encoded`,
    ],
    [
      'a size of AES',
      ofProviders({ aesgcm: key(three) }),
      `${first}.aesgcm.keys[0].secret: Invalid value: "REDACTED": secret is not of the expected length, got 3, expected one of [16 24 32]`,
    ],
    [
      'the size of secretbox',
      ofProviders({ secretbox: key(Buffer.alloc(16).toString('base64')) }),
      `${first}.secretbox.keys[0].secret: Invalid value: "REDACTED": secret is not of the expected length, got 16, expected one of [32]`,
    ],
    [
      'the name of a KMS',
      ofProviders({ kms: { ...kms, name: '' } }),
      `${first}.kms.name: Required value: name is a mandatory field for a provider`,
    ],
    [
      'a time',
      ofProviders({ kms: { ...kms, timeout: '0s' } }),
      `${first}.kms.timeout: Invalid value: "0s": timeout should be a positive value`,
    ],
    [
      'a size of the cache',
      ofProviders({ kms: { ...kms, cachesize: 0 } }),
      `${first}.kms.cachesize: Invalid value: 0: cachesize should be a positive value, or negative to disable`,
    ],
    [
      'an endpoint',
      ofProviders({ kms: { name: 'a' } }),
      `${first}.kms.endpoint: Invalid value: "": endpoint is a mandatory field for a kms`,
    ],
    [
      'a UNIX socket',
      ofProviders({ kms: { ...kms, endpoint: 'tcp://a:1' } }),
      `${first}.kms.endpoint: Invalid value: "tcp://a:1": unsupported scheme "tcp" for KMS provider, only unix is supported`,
    ],
    [
      'a version that is known',
      ofProviders({ kms: { ...kms, apiVersion: 'v3' } }),
      `${first}.kms.apiVersion: Invalid value: "v3": unsupported apiVersion v3 for KMS provider, only v1 and v2 are supported`,
    ],
    [
      'names of v2 apart',
      ofProviders({ kms: { ...kms, apiVersion: 'v2' } }, { kms: { ...kms, apiVersion: 'v2' } }),
      'resources[0].providers[1].kms.name: Invalid value: "vault": duplicate KMS provider name vault, names must be unique',
    ],
  ])('has to have %s', (_, content, message) => {
    expect(fieldErrorsText(validateConfiguration(parse(content), early))).toBe(message);
  });

  it.each([
    ['aescbc', key(Buffer.alloc(24).toString('base64'))],
    ['aesgcm', key(Buffer.alloc(16).toString('base64'))],
    ['secretbox', key(good)],
    ['identity', {}],
    ['kms', { ...kms, cachesize: -1 }],
  ])('may have %s', (name, provider) => {
    expect(validateConfiguration(parse(ofProviders({ [name]: provider })), early)).toEqual([]);
  });
});

const now = rulesOf('1.36');

describe('a configuration of the releases that can read it again', () => {
  it.each<[string, object | string, string]>([
    [
      'a text',
      'x',
      "couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of type struct",
    ],
    ['no kind', '{}', "Object 'Kind' is missing in '{}'"],
    ['another version', { ...head, apiVersion: 'v1' }, `registered for version "v1" in scheme`],
    ['an unknown field', { ...head, nope: 1 }, 'strict decoding error: unknown field "nope"'],
    [
      'an unknown field of a provider',
      ofProviders({ identity: { x: 1 } }),
      'strict decoding error: unknown field "resources[0].providers[0].identity.x"',
    ],
  ])('cannot be %s', (_, content, message) => {
    expect(() => parse(content, now)).toThrow(message);
  });

  it('has unknown fields before they are refused', () => {
    expect(parse({ ...head, nope: 1 }, rulesOf('1.30'))).toEqual({ resources: [] });
  });

  it.each([
    ['kind', /^Object 'Kind' is missing$/],
    ['apiVersion', /^Object 'apiVersion' is missing$/],
  ])('shows no secret where the %s is missing', (field, message) => {
    const whole = ofProviders({ aescbc: { keys: [{ name: 'a', secret: good }] } });
    const rest = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field));
    expect(() => parse(rest, now)).toThrow(message);
    const short = Object.fromEntries(
      Object.entries({ ...head, a: 'secret' }).filter(([name]) => name !== field),
    );
    expect(() => parse(short, now)).toThrow(message);
  });

  const overlap =
    "using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked";
  const own =
    "'*.events.k8s.io' objects are stored using the 'events' API group in etcd. Use 'events' instead in the config file";
  const noRest = 'resources which do not have REST API/s cannot be encrypted';
  it.each<[string[], string]>([
    [['*'], "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources"],
    [['secrets', 'secrets'], 'the same resource cannot be specified multiple times'],
    [['secrets', '*.'], overlap],
    [['secrets', '*.*'], overlap],
    [['deployments.apps', '*.apps'], overlap],
    [['*.apps', '*.*'], overlap],
    [['*.events.k8s.io'], own],
    [['events.events.k8s.io'], own],
    [['ingresses.extensions'], "'extensions' group has been removed and cannot be used for encryption"],
    [['*.extensions'], "'extensions' group has been removed and cannot be used for encryption"],
    [['apiserveripinfo'], noRest],
    [['serviceipallocations'], noRest],
    [['servicenodeportallocations'], noRest],
    [['Secrets'], 'resource name should not contain capital letters'],
    [['*.Apps'], 'resource name should not contain capital letters'],
    [['pods.*'], 'encrypting the same resource across groups is not supported'],
  ])('has no resources %j', (resources, message) => {
    const configuration = parse({ ...head, resources: [{ resources, providers: [{ identity: {} }] }] }, now);
    const place = /the same|overlapping/.test(message) && !message.startsWith('encrypting') ? '' : '[0]';
    expect(fieldErrorsText(validateConfiguration(configuration, now))).toBe(
      `resources[0].resources${place}: Invalid value: ${JSON.stringify(place === '' ? resources : resources[0])}: ${message}`,
    );
    expect(validateConfiguration(configuration, rulesOf('1.26'))).toEqual([]);
  });

  it.each([['*.secrets'], [''], ['secrets.'], ['a b'], ['*.*.*'], ['*.*'], ['*.']])(
    'may have the resource %j',
    (resource) => {
      const entry = { resources: [resource], providers: [{ identity: {} }] };
      expect(validateConfiguration(parse({ ...head, resources: [entry] }, now), now)).toEqual([]);
    },
  );

  const v2 = { ...kms, apiVersion: 'v2' };
  it.each<[string, object[], string]>([
    [
      'a provider',
      [{}],
      `${first}: Invalid value: {"AESGCM":null,"AESCBC":null,"Secretbox":null,"Identity":null,"KMS":null}: ` +
        'provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity',
    ],
    [
      'no size with version v2',
      [{ kms: { ...v2, cachesize: 5 } }],
      `${first}.kms.cachesize: Invalid value: 5: cachesize is not supported in v2`,
    ],
    [
      'a size that is one',
      [{ kms: { ...kms, cachesize: 0 } }],
      `${first}.kms.cachesize: Invalid value: 0: cachesize should be a positive value, or negative to disable`,
    ],
    [
      'a version that is known',
      [{ kms: { ...kms, apiVersion: 'v9' } }],
      `${first}.kms.apiVersion: Invalid value: "v9": unsupported apiVersion apiVersion for KMS provider, only v1 and v2 are supported`,
    ],
    [
      'a name of its own',
      [{ kms }, { kms: v2 }],
      'resources[0].providers[1].kms.name: Invalid value: "vault": duplicate KMS provider name vault, names must be unique',
    ],
  ])('has to have %s', (_, providers, message) => {
    expect(fieldErrorsText(validateConfiguration(parse(ofProviders(...providers), now), now))).toBe(message);
  });

  const oldKms =
    /^KMSv1 is deprecated and will only receive security updates going forward. Use KMSv2 instead. {2}Set --feature-gates=KMSv1=true/;
  it.each<[string, string, string, RegExp | undefined]>([
    ['v1', '1.28', '', undefined],
    ['v1', '1.29', '', oldKms],
    ['v1', '1.36', '', oldKms],
    ['v1', '1.36', 'KMSv1=true', undefined],
    ['v2', '1.24', '', undefined],
    ['v2', '1.25', '', /^could not configure KMSv2 plugin "vault", KMSv2 feature is not enabled$/],
    ['v2', '1.25', 'KMSv2=true', undefined],
    ['v2', '1.27', '', undefined],
    ['v2', '1.36', '', undefined],
  ])('speaks with a KMS of version %s in %s with the gates "%s": %s', (version, release, gates, problem) => {
    const refusal = rulesOf(release, gates).refusalOfKms(version, 'vault');
    if (problem === undefined) expect(refusal).toBeUndefined();
    else expect(refusal).toMatch(problem);
  });
});

describe('rules', () => {
  const rules = new Rules<string>();
  for (const [pattern, provider] of [
    ['secrets', 'a'],
    ['*.apps', 'b'],
    ['deployments.apps', 'c'],
    ['secrets', 'd'],
    ['*.', 'e'],
  ] as const)
    rules.add(pattern, [provider]);

  it.each<[string, string[] | undefined]>([
    ['secrets', ['a', 'd']],
    ['deployments.apps', ['c']],
    ['daemonsets.apps', ['b']],
    ['configmaps', ['e']],
    ['ingresses.networking.k8s.io', undefined],
    ['tabs.more.apps', undefined],
  ])('for %s are %j', (resource, providers) => {
    expect(rules.providersOf(resource)).toEqual(providers);
  });

  it('for everything count last', () => {
    rules.add('*.*', ['f']);
    expect(rules.providersOf('ingresses.networking.k8s.io')).toEqual(['f']);
    expect(rules.providersOf('daemonsets.apps')).toEqual(['b']);
  });

  const entries = (...patterns: string[]) => ({
    resources: patterns.map((pattern) => ({ resources: [pattern], providers: [{ identity: {} }] })),
  });
  it.each<[string[], string | undefined]>([
    [['*.apps', 'deployments.apps'], undefined],
    [['secrets', 'secrets'], undefined],
    [['secrets', '*.', '*.apps', '*.*'], undefined],
    [['*.', 'secrets'], 'resource "secrets" is masked by earlier rule "*."'],
    [['*.apps', 'deployments.apps', '*.*'], 'resource "deployments.apps" is masked by earlier rule "*.apps"'],
    [['*.*', '*.apps'], 'resource "*.apps" is masked by earlier rule "*.*"'],
    [['secrets', 'secrets', '*.*'], 'resource "secrets" is masked by earlier rule "secrets"'],
  ])('in the order %j: %s', (patterns, message) => {
    expect(maskedRule(entries(...patterns))).toBe(message);
  });

  it.each<[string[], string | undefined]>([
    [['secrets', 'secrets', '*.*'], undefined],
    [['deployments.apps', '*.apps', '*.*'], undefined],
    [['*.', 'secrets'], 'resource "secrets" is masked by earlier rule "*."'],
    [['*.apps', 'deployments.apps'], 'resource "deployments.apps" is masked by earlier rule "*.apps"'],
    [['*.*', 'secrets'], 'resource "secrets" is masked by earlier rule "*.*"'],
    [['*.*', '*.apps'], 'resource "*.apps" is masked by earlier rule "*.*"'],
  ])('since 1.27, in the order %j: %s', (patterns, message) => {
    expect(hiddenRule(entries(...patterns))).toBe(message);
  });
});

it.each([
  ['unix:///run/kms.sock', '/run/kms.sock'],
  ['unix:///@kms', '\0kms'],
])('the endpoint %s is the socket %j', (endpoint, path) => {
  expect(socketPath(endpoint)).toBe(path);
});
