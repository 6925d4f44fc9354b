import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { FlagValues } from '../../util/flags.ts';
import type { Attributes, Authorizer, RuleResolver } from './authorizer.ts';
import { authorizationFlags, createAuthorizer } from './create-authorizer.ts';

let directory: string;
let policies: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'authorizer-'));
  policies = join(directory, 'policies');
  writeFileSync(policies, '{"user":"ann","resource":"pods"}');
});
afterAll(() => rmSync(directory, { recursive: true }));

const flags = (modes: string, more: Record<string, string> = {}) =>
  new FlagValues(authorizationFlags, { 'authorization-mode': modes, ...more });
const withPolicies = (modes: string) => flags(modes, { 'authorization-policy-file': policies });

/** No mode that is made here looks at anything else. */
const gates = new FeatureGates('1.36');
const given = { dialect: dialects[0]!, gates, report: () => {} } as never;
const make = async (values: FlagValues): Promise<Authorizer & RuleResolver> =>
  (await createAuthorizer(values, given)).authorizer;

const get = (name: string, resource: string, ...groups: string[]): Attributes => ({
  user: { name, uid: '', groups: [...groups, 'system:authenticated'], extra: {} },
  verb: 'get',
  isResourceRequest: true,
  namespace: 'shop',
  group: '',
  version: 'v1',
  resource,
  subresource: '',
  name: 'x',
  path: '',
});

describe('several modes', () => {
  test('are asked in their order until one has an opinion', async () => {
    const authorizer = await make(withPolicies('ABAC,AlwaysAllow'));
    expect(await authorizer.authorize(get('ann', 'pods'))).toMatchObject({ verdict: 'allow' });
    expect(await authorizer.authorize(get('joe', 'pods'))).toMatchObject({ verdict: 'allow' });
  });

  test('that have none allow nothing, and say why', async () => {
    const authorizer = await make(withPolicies('AlwaysDeny,ABAC'));
    expect(await authorizer.authorize(get('ann', 'pods'))).toMatchObject({ verdict: 'allow' });
    expect(await authorizer.authorize(get('ann', 'secrets'))).toEqual({
      verdict: 'no-opinion',
      reason: 'Everything is forbidden.\nNo policy matched.',
    });
  });

  test('list together what one may do', async () => {
    const authorizer = await make(withPolicies('ABAC,AlwaysDeny'));
    const { resourceRules, errors, incomplete } = await authorizer.rulesFor(get('ann', 'pods').user, 'shop');
    expect(resourceRules).toEqual([
      { verbs: ['*'], apiGroups: ['*'], resources: ['pods'], resourceNames: [] },
    ]);
    expect([errors, incomplete]).toEqual([[], false]);
  });
});

test('nobody is locked out: one group may do everything, whatever the modes say', async () => {
  const authorizer = await make(flags('AlwaysDeny'));
  expect(await authorizer.authorize(get('ann', 'pods', 'system:masters'))).toMatchObject({
    verdict: 'allow',
  });
  expect(await authorizer.authorize(get('system:masters', 'pods'))).toMatchObject({ verdict: 'no-opinion' });
});

test.each([
  ['', /at least one mode/],
  ['ABAC,,Nothing', 'authorization-mode "Nothing" is not a valid mode'],
  ['abac', 'authorization-mode "abac" is not a valid mode'],
  [
    'AlwaysAllow,AlwaysAllow',
    'authorization-mode ["AlwaysAllow" "AlwaysAllow"] has mode specified more than once',
  ],
  ['Webhook', "authorization-mode Webhook's authorization config file not passed"],
  ['AlwaysDeny', 'cannot specify --authorization-policy-file without mode ABAC'],
])('modes that are none: %j', async (modes, why) => {
  await expect(make(withPolicies(modes))).rejects.toThrow(why);
});

test.each([
  [{}, "authorization-mode ABAC's authorization policy file not passed"],
  [
    { 'authorization-policy-file': '/none' },
    'invalid authorization config: open /none: no such file or directory',
  ],
])('a mode without its file: %j', async (more, why) => {
  await expect(make(flags('ABAC', more))).rejects.toThrow(why);
});

test.each([
  ['/none', 'stat /none: no such file or directory'],
  ['/', 'error loading config file "/": read /: is a directory'],
])('a webhook whose configuration is %j', async (path, why) => {
  const values = flags('Webhook', { 'authorization-webhook-config-file': path });
  await expect(make(values)).rejects.toThrow(`invalid authorization config: ${why}`);
});

test.each([
  ['ABAC,AlwaysAllow', true],
  ['ABAC,AlwaysDeny', false],
])('%s allows all: %s', async (modes, allowsAll) => {
  expect((await createAuthorizer(withPolicies(modes), given)).allowsAll).toBe(allowsAll);
});
