import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { dialects } from '../../../api/meta/dialect.ts';
import { fieldErrorText } from '../../../api/validation/field-errors.ts';
import { FlagValues } from '../../../util/flags.ts';
import { authorizationFlags, checkAuthorization, createAuthorizer } from '../create-authorizer.ts';
import { MatchExpressions } from '../match-conditions.ts';
import { parseConfiguration } from './parse-configuration.ts';
import { validateConfiguration } from './validate-configuration.ts';

const [dialect] = dialects;
const group = `apiserver.config.${dialect!.api}`;
const newest = new FeatureGates('1.36');

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'authorization-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const text = (content: object, version = 'v1') =>
  JSON.stringify({ apiVersion: `${group}/${version}`, kind: 'AuthorizationConfiguration', ...content });
const rbac = { type: 'RBAC', name: 'rbac' };
const hook = (more: object = {}) => ({
  type: 'Webhook',
  name: 'w',
  webhook: {
    timeout: '3s',
    subjectAccessReviewVersion: 'v1',
    matchConditionSubjectAccessReviewVersion: 'v1',
    failurePolicy: 'Deny',
    connectionInfo: { type: 'InClusterConfig' },
    ...more,
  },
});

function errorsOf(...authorizers: object[]): string[] {
  const configuration = parseConfiguration(text({ authorizers }), newest, group);
  return validateConfiguration(configuration, new MatchExpressions(newest)).map(fieldErrorText);
}

describe('a configuration', () => {
  it.each<[object[], string[]]>([
    [[rbac, hook()], []],
    [[], ['authorizers: Required value: at least one authorization mode must be defined']],
    [[{}], ['authorizers[0].type: Required value']],
    [[{ type: 'RBAC' }], ['authorizers[0].name: Required value']],
    [[rbac, { type: 'RBAC', name: 'two' }], ['authorizers[1].type: Duplicate value: "RBAC"']],
    [[rbac, { type: 'Node', name: 'rbac' }], ['authorizers[1].name: Duplicate value: "rbac"']],
    [
      [{ ...rbac, webhook: {} }],
      ['authorizers[0].webhook: Invalid value: "non-null": may only be specified when type=Webhook'],
    ],
    [
      [{ type: 'Webhook', name: 'w' }],
      ['authorizers[0].webhook: Required value: required when type=Webhook'],
    ],
    [
      [{ type: 'Webhook', name: 'w', webhook: {} }],
      ['timeout', 'subjectAccessReviewVersion', 'failurePolicy', 'connectionInfo.type'].map(
        (field) => `authorizers[0].${field}: Required value`,
      ),
    ],
    [
      [hook({ timeout: '31s', subjectAccessReviewVersion: 'v2', failurePolicy: 'Ignore' })],
      [
        'authorizers[0].timeout: Invalid value: "31s": must be > 0s and <= 30s',
        'authorizers[0].subjectAccessReviewVersion: Unsupported value: "v2": supported values: "v1", "v1beta1"',
        'authorizers[0].failurePolicy: Unsupported value: "Ignore": supported values: "NoOpinion", "Deny"',
      ],
    ],
    [
      [hook({ connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: 'x' } })],
      ['authorizers[0].connectionInfo.kubeConfigFile: Invalid value: "x": must be an absolute path'],
    ],
    [
      [hook({ connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: '/none' } })],
      [
        'authorizers[0].connectionInfo.kubeConfigFile: Invalid value: "/none": error loading file: stat /none: no such file or directory',
      ],
    ],
    [
      [
        hook({
          matchConditions: [
            { expression: '' },
            { expression: "'a'" },
            { expression: 'true' },
            { expression: 'true' },
          ],
        }),
      ],
      [
        'authorizers[0].matchConditions[0].expression: Required value',
        `authorizers[0].matchConditions[1].expression: Invalid value: "'a'": must evaluate to bool`,
        'authorizers[0].matchConditions[3].expression: Duplicate value: "true"',
      ],
    ],
  ])('%j', (authorizers, errors) => {
    expect(errorsOf(...authorizers)).toEqual(errors);
  });

  it.each([
    ['1.29', 'v1alpha1', true],
    ['1.29', 'v1beta1', false],
    ['1.30', 'v1beta1', true],
    ['1.31', 'v1', false],
    ['1.32', 'v1', true],
  ])('in %s may be %s: %s', (release, version, isKnown) => {
    const read = () => parseConfiguration(text({}, version), new FeatureGates(release), group);
    if (isKnown) expect(read().authorizers).toEqual([]);
    else expect(read).toThrow('is registered for version');
  });

  it('may say what is cached from 1.33 on, as by the newest release', () => {
    const content = text({ authorizers: [hook({ cacheAuthorizedRequests: false })] }, 'v1beta1');
    expect(() => parseConfiguration(content, new FeatureGates('1.32'), group)).toThrow(
      'unknown field "authorizers[0].webhook.cacheAuthorizedRequests"',
    );
    const [authorizer] = parseConfiguration(content, new FeatureGates('1.33'), group).authorizers;
    expect(authorizer!.webhook).toMatchObject({ cachesAuthorized: false, cachesUnauthorized: true });
  });
});

describe('the flag', () => {
  const flagsWith = (content: string, more: Record<string, string>): FlagValues => {
    const path = join(directory, 'authorization.json');
    writeFileSync(path, content);
    return new FlagValues(authorizationFlags, { 'authorization-config': path, ...more });
  };
  const create = (content: string, more: Record<string, string> = {}, gates = newest) => {
    const flags = flagsWith(content, more);
    const resources = new DisposableStack();
    const given = { dialect: dialect!, gates, resources, report: () => {} } as never;
    return createAuthorizer(flags, given).finally(() => resources.dispose());
  };

  it('takes the place of the modes', async () => {
    const { allowsAll } = await create(text({ authorizers: [{ type: 'AlwaysAllow', name: 'all' }] }));
    expect(allowsAll).toBe(true);
  });

  it.each<[string, Record<string, string>, string]>([
    ['', {}, 'authorizers: Required value: at least one authorization mode must be defined'],
    ['{', {}, "failed to load AuthorizationConfiguration from file: couldn't get version/kind"],
    [
      text({ authorizers: [rbac] }),
      { 'authorization-mode': 'RBAC' },
      '--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined',
    ],
    [
      text({ authorizers: [{ type: 'ABAC', name: 'abac' }] }),
      {},
      'invalid authorization config: open : no such file or directory',
    ],
  ])('%s with %j is refused', async (content, more, problem) => {
    await expect(create(content, more)).rejects.toThrow(problem);
    // Before anything is made, and the store is asked.
    const early = checkAuthorization(flagsWith(content, more), { gates: newest, dialect: dialect! });
    await expect(early).rejects.toThrow(problem);
  });

  it('needs the gate in the first releases', async () => {
    await expect(create('', {}, new FeatureGates('1.29'))).rejects.toThrow(
      '--authorization-config cannot be used without enabling StructuredAuthorizationConfiguration feature flag',
    );
  });
});
