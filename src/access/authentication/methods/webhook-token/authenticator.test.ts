import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestHttpsServer } from '../../../../../test/support/unit/https-server.ts';
import { dialects } from '../../../../api/meta/dialect.ts';
import { Transport } from '../../../../client/transport.ts';
import { WebhookCaller } from '../../../../client/webhook.ts';
import { FlagValues } from '../../../../util/flags.ts';
import { WebhookTokenAuthenticator } from './authenticator.ts';
import { webhookToken } from './index.ts';

const minute = 60_000;
const apiVersion = 'authentication.example/v1';
const answer = (status: object) => ({ body: { apiVersion, kind: 'TokenReview', status } });
const user = { username: 'jane', uid: '42', groups: ['a', 'b'], extra: { scopes: ['x', 'y'] } };
const jane = { name: 'jane', uid: '42', groups: ['a', 'b'], extra: { scopes: ['x', 'y'] } };

let server: TestHttpsServer;
let transport: Transport;
let method: WebhookTokenAuthenticator;
let now: number;
let reports: string[];
beforeEach(async () => {
  now = 0;
  reports = [];
  server = await TestHttpsServer.start(() => answer({ authenticated: true, user }));
  transport = new Transport({ authority: server.authority.certificate });
  method = new WebhookTokenAuthenticator({
    caller: new WebhookCaller({ url: server.url, transport, userAgent: 'test', timeout: 1_000 }),
    apiVersion,
    audiences: ['api'],
    cacheTtl: 2 * minute,
    clock: { now: () => now },
    report: (message) => reports.push(message),
  });
});
afterEach(async () => {
  transport[Symbol.dispose]();
  await server.close();
});

describe('the token webhook', () => {
  it('gets a TokenReview, and what it answers is the user', async () => {
    expect(await method.authenticateToken('secret')).toEqual(jane);
    expect(server.calls.map(({ body }) => body)).toEqual([
      {
        apiVersion,
        kind: 'TokenReview',
        metadata: { creationTimestamp: null },
        spec: { token: 'secret', audiences: ['api'] },
        status: { user: {} },
      },
    ]);
  });

  it('may leave out all but the name', async () => {
    server.answer(() => answer({ authenticated: true, user: { username: 'joe' } }));
    expect(await method.authenticateToken('t')).toEqual({ name: 'joe', uid: '', groups: [], extra: {} });
  });

  it('ignores an error text beside a user', async () => {
    server.answer(() => answer({ authenticated: true, user, error: 'never mind' }));
    expect(await method.authenticateToken('t')).toEqual(jane);
    expect(reports).toEqual([]);
  });

  it.each([
    ['ours among others', ['other', 'api'], jane],
    ['none', [], jane],
    ['others alone', ['other'], undefined],
  ])('whose token is for %s', async (_, audiences, expected) => {
    server.answer(() => answer({ authenticated: true, user, audiences }));
    expect(await method.authenticateToken('t')).toEqual(expected);
  });

  it('is asked again when its decision is two minutes old, whichever it was', async () => {
    for (const [token, status] of [
      ['good', { authenticated: true, user }],
      ['bad', { authenticated: false }],
    ] as const) {
      server.calls.length = 0;
      server.answer(() => answer(status));
      await method.authenticateToken(token);
      now += 2 * minute - 1;
      await method.authenticateToken(token);
      expect(server.calls).toHaveLength(1);
      now += 1;
      await method.authenticateToken(token);
      expect(server.calls).toHaveLength(2);
    }
  });

  it('that says why it refuses is logged, and asked again', async () => {
    server.answer(() => answer({ authenticated: false, error: 'token is too old' }));
    expect(await method.authenticateToken('t')).toBeUndefined();
    expect(await method.authenticateToken('t')).toBeUndefined();
    expect(server.calls).toHaveLength(2);
    expect(reports).toEqual(Array(2).fill('token webhook: token is too old'));
  });

  it.each<[string, unknown, string]>([
    ['another version', { ...answer({}).body, apiVersion: `${apiVersion}beta1` }, 'no kind "TokenReview" is'],
    ['another kind', { ...answer({}).body, kind: 'SubjectAccessReview' }, 'no kind "SubjectAccessReview" is'],
    ['no status', { apiVersion, kind: 'TokenReview' }, 'status: must be given'],
    ['no user', answer({ authenticated: true }).body, 'status.user: must be given'],
    [
      'no name',
      answer({ authenticated: true, user: { uid: '1' } }).body,
      'status.user.username: must be given',
    ],
    [
      'a number as name',
      answer({ authenticated: true, user: { username: 1 } }).body,
      'username: must be a string',
    ],
    [
      'text for a boolean',
      answer({ authenticated: 'true', user }).body,
      'authenticated: must be true or false',
    ],
    [
      'a group that is none',
      answer({ authenticated: true, user: { ...user, groups: ['a', 1] } }).body,
      'status.user.groups: must be a list of strings',
    ],
    [
      'extra that is none',
      answer({ authenticated: true, user: { ...user, extra: { a: 'b' } } }).body,
      'status.user.extra.a: must be a list of strings',
    ],
    ['garbage', '<html>', 'the answer is not JSON'],
  ])('that answers %s is nobody, logged without the token, and asked again', async (_, body, problem) => {
    server.answer(() => ({ body }));
    expect(await method.authenticateToken('secret')).toBeUndefined();
    expect(await method.authenticateToken('secret')).toBeUndefined();
    expect(server.calls).toHaveLength(2);
    expect(reports[0]).toContain(problem);
    expect(reports.join()).not.toContain('secret');
  });

  it('that hangs is nobody', async () => {
    server.answer(() => 'hang');
    expect(await method.authenticateToken('t')).toBeUndefined();
    expect(reports[0]).toContain('context deadline exceeded');
  });
});

describe('on behalf of others', () => {
  it('it is asked for their audiences', async () => {
    server.answer(({ body }) => {
      const audiences = body.spec.audiences.filter((one: string) => one !== 'c');
      return answer({ authenticated: true, user, audiences });
    });
    expect(await method.reviewToken('t', ['b', 'c'])).toEqual({ user: jane, audiences: ['b'] });
    expect(await method.reviewToken('t', ['d'])).toEqual({ user: jane, audiences: ['d'] });
    expect(server.calls.map(({ body }) => body.spec.audiences)).toEqual([['b', 'c'], ['d']]);
  });

  it('a webhook that knows no audiences speaks for this API alone', async () => {
    expect(await method.reviewToken('t', ['api', 'b'])).toEqual({ user: jane, audiences: ['api'] });
    expect(await method.reviewToken('t', ['b'])).toBeUndefined();
  });

  it('its problem is told, and that it failed', async () => {
    server.answer(() => answer({ authenticated: false, error: 'too old' }));
    expect(await method.reviewToken('t', ['api'])).toEqual({ problem: 'too old' });
    server.answer(() => ({ status: 400, body: 'inner secret' }));
    expect(await method.reviewToken('t', ['api'])).toEqual({ problem: 'the token webhook did not answer' });
  });
});

describe('its flags', () => {
  const make = (given: Record<string, string>) => {
    const dependencies = { clock: { now: () => 0 }, dialect: dialects[0]!, resources: new DisposableStack() };
    return webhookToken.create(new FlagValues(webhookToken.flags, given), dependencies as never);
  };

  it('name a client configuration and a version', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'webhook-'));
    const path = join(directory, 'config');
    writeFileSync(path, '{}');
    const file = { 'authentication-token-webhook-config-file': path };
    expect(await make({})).toBeUndefined();
    await expect(make(file)).rejects.toThrow(`${path}: current-context: must be given`);
    await expect(make({ ...file, 'authentication-token-webhook-version': 'v2' })).rejects.toThrow(
      'unsupported authentication webhook version "v2", supported versions are "v1", "v1beta1"',
    );
    rmSync(directory, { recursive: true });
    await expect(make(file)).rejects.toThrow('stat /');
  });
});
