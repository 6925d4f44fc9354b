import { describe, expect, it } from 'vitest';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { dialects } from '../../../api/meta/dialect.ts';
import { fieldErrorText } from '../../../api/validation/field-errors.ts';
import { ClaimExpressions } from './claim-expressions.ts';
import { parseConfiguration } from './parse-configuration.ts';
import { validateConfiguration } from './validate-configuration.ts';

const [dialect] = dialects;
const group = `apiserver.config.${dialect!.api}`;
const expressions = new ClaimExpressions('1.36');

const issuer = { url: 'https://issuer.example.com', audiences: ['app'] };
const username = { claim: 'sub', prefix: '' };
const jwt = (more: object = {}) => ({ issuer, claimMappings: { username }, ...more });
const mappings = (more: object) => jwt({ claimMappings: { username, ...more } });
const text = (content: object, version = 'v1') =>
  JSON.stringify({ apiVersion: `${group}/${version}`, kind: 'AuthenticationConfiguration', ...content });

function errorsOf(content: object, gates = new FeatureGates('1.36')): string[] {
  const configuration = parseConfiguration(text(content), gates, group);
  return validateConfiguration(configuration, expressions, gates, dialect!).map(fieldErrorText);
}

describe('a file', () => {
  it.each([
    ['x', 'json: cannot unmarshal string into Go value of type struct'],
    ['{', "couldn't get version/kind; json parse error: unexpected end of JSON input"],
    ['{}', "Object 'Kind' is missing in '{}'"],
    [
      '{"apiVersion":"v1","kind":"AuthenticationConfiguration"}',
      'no kind "AuthenticationConfiguration" is registered for version "v1" in scheme',
    ],
    [text({ nope: 1 }), 'strict decoding error: unknown field "nope"'],
    [text({ jwt: [jwt({ nope: 1 })] }), 'strict decoding error: unknown field "jwt[0].nope"'],
    [
      `apiVersion: ${group}/v1\nkind: AuthenticationConfiguration\nkind: AuthenticationConfiguration\n`,
      'strict decoding error: yaml: unmarshal errors:\n  line 3: key "kind" already set in map',
    ],
  ])('%s is refused', (content, problem) => {
    expect(() => parseConfiguration(content, new FeatureGates('1.36'), group)).toThrow(problem);
  });

  it.each([
    ['1.29', 'v1alpha1', true],
    ['1.29', 'v1beta1', false],
    ['1.30', 'v1beta1', true],
    ['1.32', 'v1', false],
    ['1.33', 'v1', true],
  ])('in %s may be %s: %s', (release, version, isKnown) => {
    const read = () => parseConfiguration(text({ jwt: [] }, version), new FeatureGates(release), group);
    if (isKnown) expect(read().jwt).toEqual([]);
    else expect(read).toThrow('is registered for version');
  });
});

describe('a configuration', () => {
  it.each<[object, string[]]>([
    [{ jwt: [jwt()] }, []],
    [{ jwt: Array.from({ length: 65 }, () => jwt()) }, ['jwt: Too many: 65: must have at most 64 items']],
    [
      { jwt: [{}] },
      [
        'jwt[0].issuer.url: Required value',
        'jwt[0].issuer.audiences: Required value: at least one jwt[0].issuer.audiences is required',
        'jwt[0].claimMappings.username: Required value: claim or expression is required',
      ],
    ],
    [
      { jwt: [jwt({ issuer: { ...issuer, url: '://' } })] },
      ['jwt[0].issuer.url: Invalid value: "://": parse "://": missing protocol scheme'],
    ],
    [
      { jwt: [jwt({ issuer: { ...issuer, discoveryURL: 'https://u@x?q#f' } })] },
      ['a username or password', 'a query', 'a fragment'].map(
        (what) =>
          `jwt[0].issuer.discoveryURL: Invalid value: "https://u@x?q#f": URL must not contain ${what}`,
      ),
    ],
    [
      { jwt: [jwt({ issuer: { ...issuer, discoveryURL: `${issuer.url}/` } })] },
      [
        `jwt[0].issuer.discoveryURL: Invalid value: "${issuer.url}/": discoveryURL must be different from URL`,
      ],
    ],
    [
      { jwt: [jwt({ issuer: { ...issuer, audiences: ['a', 'a'] } })] },
      [
        'jwt[0].issuer.audiences[1]: Duplicate value: "a"',
        'jwt[0].issuer.audienceMatchPolicy: Invalid value: "": audienceMatchPolicy must be MatchAny for multiple audiences',
      ],
    ],
    [
      { jwt: [jwt({ issuer: { ...issuer, certificateAuthority: 'x' } })] },
      [
        'jwt[0].issuer.certificateAuthority: Invalid value: "<omitted>": data does not contain any valid RSA or ECDSA certificates',
      ],
    ],
    [{ jwt: [jwt(), jwt()] }, [`jwt[1].issuer.url: Duplicate value: "${issuer.url}"`]],
    [
      { jwt: [jwt({ claimValidationRules: [{ expression: 'claims.a' }] })] },
      ['jwt[0].claimValidationRules[0].expression: Invalid value: "claims.a": must evaluate to bool'],
    ],
    [
      { jwt: [jwt({ claimValidationRules: [{ claim: 'a' }, { claim: 'a', message: 'm' }] })] },
      [
        'jwt[0].claimValidationRules[1].message: Invalid value: "m": may not be specified when claim is set',
        'jwt[0].claimValidationRules[1].claim: Duplicate value: "a"',
      ],
    ],
    [
      { jwt: [jwt({ userValidationRules: [{ expression: 'true' }, { expression: 'true' }, {}] })] },
      [
        'jwt[0].userValidationRules[1].expression: Duplicate value: "true"',
        'jwt[0].userValidationRules[2].expression: Required value',
      ],
    ],
    [
      { jwt: [mappings({ groups: { claim: 'g' }, uid: { claim: 'a', expression: 'claims.a' } })] },
      [
        'jwt[0].claimMappings.groups.prefix: Required value: prefix is required when claim is set. It can be set to an empty string to disable prefixing',
        `jwt[0].claimMappings.uid: Invalid value: "": claim and expression can't both be set`,
      ],
    ],
    [
      { jwt: [mappings({ extra: [{}, { key: 'example.com/A', valueExpression: 'claims.a' }] })] },
      [
        'jwt[0].claimMappings.extra[0].key: Required value',
        'jwt[0].claimMappings.extra[0].valueExpression: Required value',
        'jwt[0].claimMappings.extra[1].key: Invalid value: "example.com/A": must be lowercase',
      ],
    ],
    [{ jwt: [jwt({ claimMappings: { username: { expression: 'claims' } } })] }, []],
    [
      {
        anonymous: { conditions: [{ path: '/x' }] },
      },
      [
        'anonymous.conditions: Invalid value: [{"Path":"/x"}]: enabled should be set to true when conditions are defined',
      ],
    ],
  ])('%j', (content, errors) => {
    expect(errorsOf(content)).toEqual(errors);
  });

  it.each([
    ['claims.email', false],
    ["claims.?email.orValue('x')", false],
    ["claims.email_verified ? claims.email : ''", true],
    ['claims.sub', true],
  ])('whose user is %s may be used: %s', (expression, isAllowed) => {
    const errors = errorsOf({ jwt: [jwt({ claimMappings: { username: { expression } } })] });
    expect(errors.length).toBe(isAllowed ? 0 : 1);
    if (!isAllowed) expect(errors[0]).toContain('claims.email_verified must be used in');
  });

  it('has paths of anonymous requests from 1.31 on, behind a gate', () => {
    const content = { anonymous: { enabled: true, conditions: [{ path: '/livez' }] } };
    const read = (gates: FeatureGates) => {
      const configuration = parseConfiguration(text(content, 'v1alpha1'), gates, group);
      return validateConfiguration(configuration, expressions, gates, dialect!).map(fieldErrorText);
    };
    expect(() => read(new FeatureGates('1.30'))).toThrow('unknown field "anonymous"');
    expect(read(new FeatureGates('1.31'))).toEqual([
      'anonymous: Forbidden: anonymous is not supported when AnonymousAuthConfigurableEndpoints feature gate is disabled',
    ]);
    expect(read(new FeatureGates('1.32'))).toEqual([]);
  });

  it('may not set keys of the product from 1.32 on', () => {
    const key = `x.${dialect!.api}/a`;
    const configuration = parseConfiguration(
      text({ jwt: [mappings({ extra: [{ key, valueExpression: 'claims.a' }] })] }, 'v1alpha1'),
      new FeatureGates('1.31'),
      group,
    );
    const errors = (release: string) =>
      validateConfiguration(configuration, expressions, new FeatureGates(release), dialect!);
    expect(errors('1.31')).toEqual([]);
    expect(errors('1.32').map(fieldErrorText).join()).toContain('and their subdomains are reserved for');
  });
});
