import { describe, expect, test } from 'vitest';
import { Bench, dependencies, type Written } from '../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { admissionregistrationKinds } from './index.ts';

const rulesOf = (kind: string, release: string) =>
  admissionregistrationKinds({ ...dependencies, gates: new FeatureGates(release) }).find(
    (rules) => rules.kind === kind,
  )!;

const hook = {
  name: 'a.example.com',
  clientConfig: { url: 'https://example.com/x' },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
};
const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] };
const policySpec = {
  matchConstraints: { resourceRules: [rule] },
  validations: [{ expression: 'true' }],
};
const bases: Record<string, Written> = {
  ValidatingWebhookConfiguration: { webhooks: [hook] },
  MutatingWebhookConfiguration: { webhooks: [hook] },
  ValidatingAdmissionPolicy: { spec: policySpec },
  ValidatingAdmissionPolicyBinding: { spec: { policyName: 'p', validationActions: ['Deny'] } },
};
const benches = new Map<string, Bench<object>>();

/** The definitions of a release take long to load. */
function bench(kind: string, release = '1.36'): Bench<object> {
  const key = `${kind} ${release}`;
  const made =
    benches.get(key) ??
    new Bench<object>(rulesOf(kind, release), { metadata: { name: 'p' }, ...bases[kind] }, release);
  benches.set(key, made);
  return made;
}

const selector = { matchExpressions: [{ key: 'a', operator: 'In', values: ['a b'] }] };
const badLabel = expect.stringMatching(
  /Selector\.matchExpressions\[0\]\.values\[0\]: Invalid value: "a b": a valid label must be/,
);
const form = '; desired format: https://host[/path]';

const withHook = (change: Written): Written => ({ webhooks: [{ ...hook, ...change }] });

test.each<[string, string, string, Written, unknown[]]>([
  [
    'a value of a selector that no label can have',
    'ValidatingWebhookConfiguration',
    '1.26',
    withHook({ namespaceSelector: selector }),
    [badLabel],
  ],
  [
    'the same before',
    'ValidatingWebhookConfiguration',
    '1.25',
    withHook({ namespaceSelector: selector }),
    [],
  ],
  [
    'the same of a policy',
    'ValidatingAdmissionPolicy',
    '1.36',
    { spec: { ...policySpec, matchConstraints: { resourceRules: [rule], objectSelector: selector } } },
    [badLabel],
  ],
  [
    'a URL with spaces',
    'MutatingWebhookConfiguration',
    '1.24',
    withHook({ clientConfig: { url: 'Not_A valid!' } }),
    [
      `webhooks[0].clientConfig.url: Invalid value: "": 'https' is the only allowed URL scheme${form}`,
      `webhooks[0].clientConfig.url: Invalid value: "": host must be specified${form}`,
    ],
  ],
  [
    'the same before',
    'MutatingWebhookConfiguration',
    '1.23',
    withHook({ clientConfig: { url: 'Not_A valid!' } }),
    [`webhooks[0].clientConfig.url: Required value: url must be a valid URL: parse "Not_A valid!"${form}`],
  ],
  [
    'a URL with a sign that no URL has',
    'MutatingWebhookConfiguration',
    '1.36',
    withHook({ clientConfig: { url: 'https://a\u0001b' } }),
    [
      `webhooks[0].clientConfig.url: Required value: url must be a valid URL: parse "https://a\\x01b": net/url: invalid control character in URL${form}`,
    ],
  ],
  [
    'an empty policy for failures',
    'ValidatingAdmissionPolicy',
    '1.36',
    { spec: { ...policySpec, failurePolicy: '' } },
    ['spec.failurePolicy: Unsupported value: "": supported values: "Fail", "Ignore"'],
  ],
  [
    'an empty policy for matches',
    'ValidatingAdmissionPolicyBinding',
    '1.36',
    { spec: { policyName: 'p', validationActions: ['Deny'], matchResources: { matchPolicy: '' } } },
    ['spec.matchResources.matchPolicy: Unsupported value: "": supported values: "Equivalent", "Exact"'],
  ],
  [
    'a variable without an expression',
    'ValidatingAdmissionPolicy',
    '1.36',
    {
      spec: {
        ...policySpec,
        variables: [{ name: 'n', expression: '' }],
        validations: [{ expression: 'variables.n' }],
      },
    },
    [
      'spec.variables[0].expression: Required value: expression is not specified',
      expect.stringContaining("undefined field 'n'"),
    ],
  ],
])('%s (%s, %s)', (_, kind, release, change, errors) => {
  expect(bench(kind, release).create(change).errors).toEqual(errors);
});

test('an update may keep values of selectors that no label can have', () => {
  const change = withHook({ objectSelector: selector });
  const configurations = bench('MutatingWebhookConfiguration');
  expect(configurations.update(change, change).errors).toEqual([]);
  expect(configurations.update(change).errors).toEqual([badLabel]);
});

describe('finalizers', () => {
  test.each(
    Object.keys(bases).flatMap((kind) => [[kind, '1.24', true] as const, [kind, '1.23', false] as const]),
  )('%s of %s takes those without a domain: %s', (kind, release, expected) => {
    expect(rulesOf(kind, release).takesPlainFinalizers).toBe(expected);
  });
});

test('a binding of the oldest version denies where parameters are missing', () => {
  const { versions } = rulesOf('MutatingAdmissionPolicyBinding', '1.36');
  const oldest = Object.entries(versions ?? {}).find(([version]) => version.endsWith('/v1alpha1'))?.[1];
  const binding = { spec: { paramRef: { name: 'x' } } };
  oldest?.applyDefaults?.(binding);
  expect(binding.spec.paramRef).toEqual({ name: 'x', parameterNotFoundAction: 'Deny' });
});

test.each<[string, string[]]>([
  ['1.26', ['spec.validations: Required value']],
  [
    '1.27',
    ['validations', 'auditAnnotations'].map(
      (field) =>
        `spec.${field}: Required value: validations or auditAnnotations must contain at least one item`,
    ),
  ],
])('a policy of %s without validations is refused: %j', (release, errors) => {
  const policies = bench('ValidatingAdmissionPolicy', release);
  expect(policies.create({ spec: { ...policySpec, validations: [] } }).errors).toEqual(errors);
});

test.each<[string, string[]]>([
  ['spec.validations[0].expression', []],
  ['', ['Required value']],
  [' ', ['Required value']],
  ['spec[', ['Invalid value: "spec[": invalid JSONPath: unterminated array']],
])('the warning about %j is refused: %j', (fieldRef, errors) => {
  const status = { typeChecking: { expressionWarnings: [{ fieldRef, warning: 'w' }] } };
  expect(bench('ValidatingAdmissionPolicy').updateStatus({ status }).errors).toEqual(
    errors.map((error) => `status.typeChecking.expressionWarnings[0].fieldRef: ${error}`),
  );
});
