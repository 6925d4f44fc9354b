import { expect, test } from 'vitest';
import { MemoryObjects } from '../../../../test/support/unit/memory-objects.ts';
import { dialects } from '../../../api/meta/dialect.ts';
import { FlagValues } from '../../../util/flags.ts';
import { BootstrapTokenAuthenticator, bootstrapToken } from './bootstrap-token.ts';

const orch = dialects[0]!;
const now = Date.parse('2030-01-01T00:00:00Z');
const token = '07401b.f395accd246ae52d';
const good = {
  'token-id': '07401b',
  'token-secret': 'f395accd246ae52d',
  'usage-bootstrap-authentication': 'true',
};

/** User who shows the token when the Secret is like this. */
function userWith(data: Record<string, string | undefined>, change: object = {}, shown = token) {
  const objects = new MemoryObjects();
  const metadata = { namespace: 'orch-system', name: 'bootstrap-token-07401b', uid: 'u' };
  const base64 = Object.entries({ ...good, ...data }).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, Buffer.from(value).toString('base64')]],
  );
  const secret = { kind: 'Secret', apiVersion: 'v1', metadata, type: 'bootstrap.orch.io/token' };
  objects
    .lister({ resource: 'secrets' })
    .put({ ...secret, data: Object.fromEntries(base64), ...change } as any);
  return new BootstrapTokenAuthenticator(objects, orch, { now: () => now }).authenticateToken(shown);
}

test('a token is the user of its id', () => {
  expect(userWith({})).toEqual({
    name: 'system:bootstrap:07401b',
    uid: '',
    groups: ['system:bootstrappers', 'system:authenticated'],
    extra: {},
  });
});

test('more groups are those of bootstrappers, each once', () => {
  const groups = 'system:bootstrappers:worker,system:bootstrappers:a:b,system:bootstrappers:worker';
  expect(userWith({ 'auth-extra-groups': groups })?.groups).toEqual([
    'system:bootstrappers',
    'system:bootstrappers:a:b',
    'system:bootstrappers:worker',
    'system:authenticated',
  ]);
});

test.each([
  ['until it expires', { expiration: '2030-01-01T00:00:00Z' }, true],
  ['with a time of another zone', { expiration: '2030-01-01T01:00:01+01:00' }, true],
  ['no longer', { expiration: '2029-12-31T23:59:59Z' }, false],
  ['never, when the time cannot be read', { expiration: 'tomorrow' }, false],
  ['never, without being meant for it', { 'usage-bootstrap-authentication': undefined }, false],
  ['never, when that is not said as it has to be', { 'usage-bootstrap-authentication': 'True' }, false],
  ['never, with another secret', { 'token-secret': 'f395accd246ae52e' }, false],
  ['never, with a longer secret', { 'token-secret': 'f395accd246ae52d0' }, false],
  ['never, without a secret', { 'token-secret': undefined }, false],
  ['never, with another id inside', { 'token-id': '07401c' }, false],
  ['never, without an id inside', { 'token-id': undefined }, false],
  ['never, with a group of others', { 'auth-extra-groups': 'system:bootstrappers:a,system:masters' }, false],
  ['never, with a group that only begins so', { 'auth-extra-groups': 'system:bootstrappersx:a' }, false],
  ['never, with a group of no name', { 'auth-extra-groups': 'system:bootstrappers:' }, false],
  ['never, with a group of two lines', { 'auth-extra-groups': 'system:bootstrappers:a\n' }, false],
])('is good %s', (_, data, isGood) => {
  expect(userWith(data) !== undefined).toBe(isGood);
});

test.each([
  ['of another type', { type: 'Opaque' }],
  ['without data', { data: undefined }],
  [
    'that is being deleted',
    {
      metadata: {
        namespace: 'orch-system',
        name: 'bootstrap-token-07401b',
        deletionTimestamp: '2031-01-01T00:00:00Z',
      },
    },
  ],
  ['of another namespace', { metadata: { namespace: 'default', name: 'bootstrap-token-07401b' } }],
  ['of another name', { metadata: { namespace: 'orch-system', name: '07401b' } }],
])('a Secret %s holds no token', (_, change) => {
  expect(userWith({}, change)).toBeUndefined();
});

test.each([
  '07401b.F395ACCD246AE52D',
  '07401b.f395accd246ae52',
  '07401b.f395accd246ae52d\n',
  ' 07401b.f395accd246ae52d',
  '07401b:f395accd246ae52d',
  '../../.f395accd246ae52d',
  '',
])('%j is no such token', (shown) => {
  expect(userWith({}, {}, shown)).toBeUndefined();
});

test('the method is there when it is asked for', async () => {
  const given = { objects: new MemoryObjects(), dialect: orch, clock: { now: () => now } } as any;
  const create = (flags: Record<string, string>) =>
    bootstrapToken.create(new FlagValues(bootstrapToken.flags, flags), given);
  expect(await create({})).toBeUndefined();
  expect(await create({ 'enable-bootstrap-token-auth': 'true' })).toBeDefined();
});
