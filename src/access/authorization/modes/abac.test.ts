import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { dialects } from '../../../api/meta/dialect.ts';
import { FlagValues } from '../../../util/flags.ts';
import type { Attributes } from '../authorizer.ts';
import { Abac, abac } from './abac.ts';
import { parsePolicies } from './abac-policies.ts';

const dialect = dialects[0]!;
const apiVersion = `abac.authorization.${dialect.label}/v1beta1`;
const versioned = (spec: object): string => JSON.stringify({ apiVersion, kind: 'Policy', spec });

const user = (name: string, ...groups: string[]) => ({ name, uid: '', groups, extra: {} });
const ann = user('ann', 'cooks', 'system:authenticated');
const stranger = user('system:anonymous', 'system:unauthenticated');

/** `get apps deployments/scale in shop`, `post /logs`. */
function asked(who: Attributes['user'], verb: string, what: string, namespace = '', group = ''): Attributes {
  const isResourceRequest = !what.startsWith('/');
  const [resource = '', subresource = ''] = isResourceRequest ? what.split('/') : [];
  const path = isResourceRequest ? '/ignored' : what;
  const common = { user: who, verb, isResourceRequest, version: 'v1', name: 'x', path };
  return { ...common, namespace, group, resource, subresource };
}

const verdict = (line: string, attributes: Attributes): string =>
  new Abac(parsePolicies('f', line, dialect).policies).authorize(attributes).verdict;

describe('a policy', () => {
  const all = { resource: '*', namespace: '*', apiGroup: '*', nonResourcePath: '*' };
  test.each<[string, object, Attributes, boolean]>([
    ['is about a user', { user: 'ann', ...all }, asked(ann, 'create', 'pods', 'shop'), true],
    ['and nobody else', { user: 'joe', ...all }, asked(ann, 'get', 'pods', 'shop'), false],
    ['or a group', { group: 'cooks', ...all }, asked(ann, 'get', 'pods', 'shop'), true],
    ['of the one who asks', { group: 'waiters', ...all }, asked(ann, 'get', 'pods', 'shop'), false],
    ['or both', { user: 'ann', group: 'cooks', ...all }, asked(ann, 'get', 'pods'), true],
    ['together', { user: 'ann', group: 'waiters', ...all }, asked(ann, 'get', 'pods'), false],
    ['or everybody who is authenticated', { user: '*', ...all }, asked(ann, 'get', 'pods'), true],
    ['even in a certain group', { user: '*', group: 'waiters', ...all }, asked(ann, 'get', 'pods'), true],
    ['and nobody else at all', { group: '*', ...all }, asked(stranger, 'get', 'pods'), false],
    ['of nobody means nobody', all, asked(ann, 'get', 'pods'), false],
    ['to read allows to watch', { user: 'ann', readonly: true, ...all }, asked(ann, 'watch', 'pods'), true],
    ['and not to write', { user: 'ann', readonly: true, ...all }, asked(ann, 'delete', 'pods'), false],
    ['nor to post to a path', { user: 'ann', readonly: true, ...all }, asked(ann, 'post', '/logs'), false],
    ['is about a resource', { user: 'ann', resource: 'pods' }, asked(ann, 'get', 'pods'), true],
    ['and its parts', { user: 'ann', resource: 'pods' }, asked(ann, 'get', 'pods/log'), true],
    ['and no other', { user: 'ann', resource: 'pods' }, asked(ann, 'get', 'secrets'), false],
    ['of one group', { user: 'ann', resource: 'pods', apiGroup: 'x' }, asked(ann, 'get', 'pods'), false],
    [
      'the core group by default',
      { user: 'ann', resource: 'pods' },
      asked(ann, 'get', 'pods', '', 'x'),
      false,
    ],
    [
      'in one namespace',
      { user: 'ann', resource: 'pods', namespace: 'a' },
      asked(ann, 'get', 'pods', 'a'),
      true,
    ],
    ['not in all', { user: 'ann', resource: 'pods', namespace: 'a' }, asked(ann, 'list', 'pods'), false],
    ['none by default', { user: 'ann', resource: 'pods' }, asked(ann, 'get', 'pods', 'a'), false],
    ['is about a path', { user: 'ann', nonResourcePath: '/logs' }, asked(ann, 'get', '/logs'), true],
    ['not what is below', { user: 'ann', nonResourcePath: '/logs' }, asked(ann, 'get', '/logs/a'), false],
    ['unless it says so', { user: 'ann', nonResourcePath: '/logs/*' }, asked(ann, 'get', '/logs/a/b'), true],
    [
      'of paths is none of resources',
      { user: 'ann', nonResourcePath: '*' },
      asked(ann, 'get', 'pods'),
      false,
    ],
    ['nor the other way round', { user: 'ann', resource: '*' }, asked(ann, 'get', '/logs'), false],
    [
      'knows no path that is not there',
      { user: 'ann', resource: '*' },
      { ...asked(ann, 'get', '/'), path: '' },
      false,
    ],
  ])('%s', (_, spec, attributes, allowed) => {
    expect(verdict(versioned(spec), attributes)).toBe(allowed ? 'allow' : 'no-opinion');
  });

  test.each<[string, object, Attributes, boolean]>([
    ['of nobody is about everybody', {}, asked(ann, 'create', 'pods', 'a', 'x'), true],
    ['who is authenticated', {}, asked(stranger, 'get', 'pods'), false],
    ['also when it says so', { user: '*' }, asked(stranger, 'get', 'pods'), false],
    ['of nothing is about everything', { user: 'ann' }, asked(ann, 'post', '/logs'), true],
    ['of a namespace is about no path', { user: 'ann', namespace: 'a' }, asked(ann, 'get', '/logs'), false],
    [
      'of a resource is about all groups',
      { user: 'ann', resource: 'pods' },
      asked(ann, 'get', 'pods', 'a', 'x'),
      true,
    ],
    ['of a reader is about reading', { user: 'ann', readonly: true }, asked(ann, 'create', 'pods'), false],
  ])('without a version: %s', (_, policy, attributes, allowed) => {
    expect(verdict(JSON.stringify(policy), attributes)).toBe(allowed ? 'allow' : 'no-opinion');
  });
});

test('says what it misses', () => {
  expect(new Abac([]).authorize(asked(ann, 'get', 'pods'))).toEqual({
    verdict: 'no-opinion',
    reason: 'No policy matched.',
  });
});

test('lists what a user may do in a namespace', () => {
  const lines = [
    versioned({ user: 'ann', readonly: true, resource: 'pods', namespace: 'shop' }),
    versioned({ group: 'cooks', resource: '*', apiGroup: 'apps', namespace: '*', nonResourcePath: '/logs*' }),
    versioned({ user: 'ann', resource: 'secrets', namespace: 'other' }),
    versioned({ user: 'joe', resource: '*', namespace: '*' }),
  ];
  const { policies } = parsePolicies('f', lines.join('\n'), dialect);
  expect(new Abac(policies).rulesFor(ann, 'shop')).toEqual({
    resourceRules: [
      { verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['pods'], resourceNames: [] },
      { verbs: ['*'], apiGroups: ['apps'], resources: ['*'], resourceNames: [] },
    ],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['/logs*'] }],
    incomplete: false,
    errors: [],
  });
});

test('explains a decision with the policy, as far as it says something', () => {
  const line = versioned({ user: 'ann', readonly: true, resource: 'pods' });
  const mode = new Abac(parsePolicies('f', line, dialect).policies);
  const allow = { verdict: 'allow', reason: '' };
  expect(mode.explain(asked(ann, 'get', 'pods'))).toEqual({
    ruling: allow,
    steps: [
      {
        authorizer: 'ABAC',
        ruling: allow,
        grounds: { policy: { user: 'ann', readonly: true, resource: 'pods' } },
      },
    ],
  });
  const { ruling, steps } = mode.explain(asked(ann, 'create', 'pods'));
  expect([ruling.verdict, steps[0]!.grounds]).toEqual(['no-opinion', {}]);
});

test('lists no rules about resources of a policy about paths, nor the other way round', () => {
  const lines = [
    versioned({ user: 'ann', namespace: '*', nonResourcePath: '/a' }),
    versioned({ user: 'ann', namespace: '*', resource: 'pods' }),
  ];
  const { resourceRules, nonResourceRules } = new Abac(
    parsePolicies('f', lines.join('\n'), dialect).policies,
  ).rulesFor(ann, 'shop');
  expect([resourceRules.length, nonResourceRules.length]).toEqual([1, 1]);
});

describe('a file', () => {
  test('may have comments, blank lines and line ends of any kind', () => {
    const text = `\ufeff# who\r\n\r\n  # indented\n${versioned({ user: 'ann' })}\r\n\n{"user":"joe"}`;
    const { policies, hasOldOnes } = parsePolicies('f', text, dialect);
    expect(policies.map((policy) => policy.user)).toEqual(['ann', 'joe']);
    expect(hasOldOnes).toBe(true);
  });

  test.each([
    ['without old rules', [versioned({ user: 'ann' })], false],
    ['with an old one first', ['{"user":"joe"}', versioned({ user: 'ann' })], true],
    ['with nothing', [], false],
  ])('%s is known as such', (_, lines, expected) => {
    expect(parsePolicies('f', lines.join('\n'), dialect).hasOldOnes).toBe(expected);
  });

  test.each([
    ['a path as long as any', 8_192, undefined],
    ['a path that is longer', 8_193, /must have at most 8192 characters/],
  ])('may have %s, or not', (_, length, why) => {
    const parse = () =>
      parsePolicies('f', versioned({ user: 'ann', nonResourcePath: 'x'.repeat(length) }), dialect);
    if (why === undefined) expect(parse().policies).toHaveLength(1);
    else expect(parse).toThrow(why);
  });

  test.each([
    [1_000, ''],
    [1_001, '...'],
  ])('is repeated in an error up to %i characters', (length, end) => {
    const line = 'x'.repeat(length);
    expect(() => parsePolicies('f', line, dialect)).toThrow(`line 1: ${'x'.repeat(1_000)}${end}: `);
  });

  test.each([
    ['{', /JSON/],
    ['[]', /a policy is an object/],
    ['null', /a policy is an object/],
    ['"ann"', /a policy is an object/],
    [`{"apiVersion":"${apiVersion}","kind":"Policy","spec":[]}`, /spec is an object/],
    [versioned({ user: 1 }), /user must be a string/],
    [versioned({ user: null }), /user must be a string/],
    [versioned({ user: 'ann', readonly: 'true' }), /readonly must be a boolean/],
    [versioned({ user: 'ann', namespce: 'a' }), /unknown field "namespce"/],
    ['{"user":"ann","namespce":"a"}', /unknown field "namespce"/],
    ['{"user":"ann","__proto__":{"group":"x"}}', /unknown field "__proto__"/],
    ['{"user":"ann","kind":"pods"}', /no kind "pods" of version undefined/],
    [`{"apiVersion":"v2","kind":"Policy","spec":{"user":"ann"}}`, /no kind "Policy" of version "v2"/],
    [`{"apiVersion":"${apiVersion}","kind":"Policy","user":"ann"}`, /unknown field "user"/],
  ])('with %s is refused', (line, why) => {
    const parse = () => parsePolicies('/etc/policies', `# first\n${line}\n`, dialect);
    expect(parse).toThrow(why);
    expect(parse).toThrow(`error reading policy file /etc/policies, line 2: ${line}: `);
  });
});

test('a path that is longer than any is refused, and not repeated', () => {
  const parse = () =>
    parsePolicies('f', versioned({ user: 'ann', nonResourcePath: `/api/${'*'.repeat(60_000)}` }), dialect);
  expect(parse).toThrow(
    /^error reading policy file f, line 1: .{1003}: nonResourcePath must have at most 8192 characters$/,
  );
});

describe('the mode', () => {
  const given = (report: (message: string) => void) => ({ dialect, report }) as any;
  const flags = (values: Record<string, string>) => new FlagValues(abac.flags, values);

  test('needs its file', async () => {
    const missing = flags({ 'authorization-policy-file': '/nowhere/policies' });
    await expect(
      abac.create(
        missing,
        given(() => {}),
      ),
    ).rejects.toThrow(/ENOENT.*\/nowhere\/policies/);
  });

  test('follows it, and warns of old rules', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'abac-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const file = join(directory, 'policies');
    writeFileSync(file, '{"user":"ann"}');
    const told: string[] = [];
    const mode = await abac.create(
      flags({ 'authorization-policy-file': file }),
      given((message) => told.push(message)),
    );
    expect(await mode.authorize(asked(ann, 'get', 'pods'))).toMatchObject({ verdict: 'allow' });
    expect(told).toEqual([expect.stringContaining(file)]);
    writeFileSync(file, versioned({ user: 'ann' }));
    await abac.create(
      flags({ 'authorization-policy-file': file }),
      given(() => expect.unreachable()),
    );
  });
});
