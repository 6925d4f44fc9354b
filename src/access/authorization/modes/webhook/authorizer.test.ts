import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestHttpsServer } from '../../../../../test/support/unit/https-server.ts';
import { FeatureGates } from '../../../../api/gates/feature-gates.ts';
import { dialects } from '../../../../api/meta/dialect.ts';
import { Transport } from '../../../../client/transport.ts';
import { WebhookCaller } from '../../../../client/webhook.ts';
import { FlagValues } from '../../../../util/flags.ts';
import type { Attributes } from '../../authorizer.ts';
import { MatchConditions, MatchExpressions } from '../../match-conditions.ts';
import { WebhookAuthorizer } from './authorizer.ts';
import { webhook } from './index.ts';

const group = 'authorization.example';
const answer = (status: object, version = 'v1') => ({
  body: { apiVersion: `${group}/${version}`, kind: 'SubjectAccessReview', status },
});
const jane = { name: 'jane', uid: '42', groups: ['a', 'b'], extra: { scopes: ['x'] } };
const nobody = { name: 'joe', uid: '', groups: [], extra: {} };
const asked: Attributes = {
  user: jane,
  verb: 'get',
  isResourceRequest: true,
  namespace: 'ns',
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  subresource: 'scale',
  name: 'web',
  path: '/apis/apps/v1/namespaces/ns/deployments/web/scale',
};
const ofPath: Attributes = {
  ...asked,
  isResourceRequest: false,
  namespace: '',
  group: '',
  version: '',
  resource: '',
  subresource: '',
  name: '',
  user: nobody,
  path: '/metrics',
};

let server: TestHttpsServer;
let transport: Transport;
let now: number;
let reports: string[];
beforeEach(async () => {
  now = 0;
  reports = [];
  server = await TestHttpsServer.start(() => answer({ allowed: true }));
  transport = new Transport({ authority: server.authority.certificate });
});
afterEach(async () => {
  transport[Symbol.dispose]();
  await server.close();
});

function authorizer(version = 'v1'): WebhookAuthorizer {
  return new WebhookAuthorizer({
    caller: new WebhookCaller({ url: server.url, transport, userAgent: 'test', timeout: 1_000 }),
    group,
    version,
    authorizedTtl: 300_000,
    unauthorizedTtl: 30_000,
    writesNoTime: true,
    clock: { now: () => now },
    report: (message) => reports.push(message),
  });
}

describe('the authorization webhook', () => {
  const { namespace, verb, resource, subresource, name } = asked;
  const attributes = { namespace, verb, group: 'apps', version: 'v1', resource, subresource, name };

  it.each<[string, string, Attributes, object]>([
    [
      'a resource',
      'v1',
      asked,
      {
        resourceAttributes: attributes,
        user: 'jane',
        uid: '42',
        groups: ['a', 'b'],
        extra: { scopes: ['x'] },
      },
    ],
    [
      'a resource, in the older version',
      'v1beta1',
      asked,
      {
        resourceAttributes: attributes,
        user: 'jane',
        uid: '42',
        group: ['a', 'b'],
        extra: { scopes: ['x'] },
      },
    ],
    ['a path', 'v1', ofPath, { nonResourceAttributes: { path: '/metrics', verb: 'get' }, user: 'joe' }],
  ])('is asked about %s', async (_, version, question, spec) => {
    server.answer(() => answer({ allowed: true, reason: 'because' }, version));
    expect(await authorizer(version).authorize(question)).toEqual({
      verdict: 'allow',
      reason: 'because',
    });
    expect(server.calls.map(({ body }) => body)).toEqual([
      {
        apiVersion: `${group}/${version}`,
        kind: 'SubjectAccessReview',
        metadata: { creationTimestamp: null },
        spec,
        status: { allowed: false },
      },
    ]);
  });

  const both = 'webhook subject access review returned both allow and deny response';
  it.each([
    [{ allowed: true }, { verdict: 'allow', reason: '' }],
    [
      { allowed: false, reason: 'no' },
      { verdict: 'no-opinion', reason: 'no' },
    ],
    [{}, { verdict: 'no-opinion', reason: '' }],
    [
      { denied: true, reason: 'never' },
      { verdict: 'deny', reason: 'never' },
    ],
    [
      { allowed: true, denied: true },
      { verdict: 'deny', reason: '', error: both },
    ],
  ])('that answers %j means %j', async (status, ruling) => {
    server.answer(() => answer(status));
    expect(await authorizer().authorize(asked)).toMatchObject(ruling);
  });

  it('that decides though something went wrong is believed, and what went wrong is logged', async () => {
    server.answer(() => answer({ allowed: false, evaluationError: 'broken' }));
    expect(await authorizer().authorize(asked)).toEqual({ verdict: 'no-opinion', reason: '' });
    expect(reports).toEqual(['authorization webhook: it decided, but: broken']);
  });

  it.each([
    ['allowed, for five minutes', { allowed: true }, 300_000],
    ['not allowed, for half a minute', { allowed: false }, 30_000],
    ['denied, for half a minute', { denied: true }, 30_000],
  ])('is not asked again about what it %s', async (_, status, ttl) => {
    server.answer(() => answer(status));
    const made = authorizer();
    const first = await made.authorize(asked);
    now += ttl - 1;
    expect(made.authorize(asked)).toBe(first);
    now += 1;
    await made.authorize(asked);
    expect(server.calls).toHaveLength(2);
  });

  it('is asked for each user, verb, object and path', async () => {
    const made = authorizer();
    const questions = [
      asked,
      { ...asked, user: { ...jane, groups: ['a'] } },
      { ...asked, user: { ...jane, uid: '43' } },
      { ...asked, user: { ...jane, extra: {} } },
      { ...asked, verb: 'update' },
      { ...asked, name: 'other' },
      { ...asked, namespace: 'other' },
      { ...asked, subresource: '' },
      ofPath,
      { ...ofPath, path: '/logs' },
    ];
    for (const question of [...questions, ...questions]) await made.authorize(question);
    expect(server.calls).toHaveLength(questions.length);
  });

  it('of which nothing is to be kept is asked each time', async () => {
    const made = new WebhookAuthorizer({
      caller: new WebhookCaller({ url: server.url, transport, userAgent: 'test', timeout: 1_000 }),
      group,
      version: 'v1',
      authorizedTtl: 0,
      unauthorizedTtl: 0,
      writesNoTime: true,
      // Not even by a clock that stands still, or goes back.
      clock: { now: () => now-- },
      report: () => expect.unreachable(),
    });
    for (let n = 0; n < 2; n++) await made.authorize(asked);
    expect(server.calls).toHaveLength(2);
  });

  it('that says much is logged with the beginning of it', async () => {
    server.answer(() => answer({ allowed: true, evaluationError: 'x'.repeat(2_000) }));
    await authorizer().authorize(asked);
    expect(reports[0]).toHaveLength('authorization webhook: '.length + 1_024);
  });

  it('is asked each time about what is very long', async () => {
    const made = authorizer();
    for (const [length, calls] of [
      // With the three characters of the verb.
      [9_996, 1],
      [9_997, 2],
    ] as const) {
      server.calls.length = 0;
      for (let n = 0; n < 2; n++) await made.authorize({ ...ofPath, path: 'x'.repeat(length) });
      expect(server.calls).toHaveLength(calls);
    }
  });

  it.each<[string, unknown, string]>([
    [
      'another version',
      answer({ allowed: true }, 'v1beta1').body,
      'no kind "SubjectAccessReview" is registered',
    ],
    [
      'another kind',
      { ...answer({ allowed: true }).body, kind: 'TokenReview' },
      'no kind "TokenReview" is registered',
    ],
    ['text for a boolean', answer({ allowed: 'true' }).body, 'status.allowed: must be true or false'],
    ['garbage', '<html>', 'the answer is not JSON'],
  ])('that answers %s has no opinion, with an error, and is asked again', async (_, body, problem) => {
    server.answer(() => ({ body }));
    const made = authorizer();
    for (let n = 1; n <= 2; n++) {
      const ruling = await made.authorize(asked);
      expect(ruling).toMatchObject({ verdict: 'no-opinion', error: expect.stringContaining(problem) });
      expect(server.calls).toHaveLength(n);
    }
    expect(reports[0]).toContain(problem);
  });

  it('cannot list what a user may do', () => {
    expect(authorizer().rulesFor()).toEqual({
      resourceRules: [],
      nonResourceRules: [],
      incomplete: true,
      errors: ['webhook authorizer does not support user rule resolution'],
    });
  });
});

describe('a webhook of the configuration file', () => {
  const configured = (more: Partial<ConstructorParameters<typeof WebhookAuthorizer>[0]>) =>
    new WebhookAuthorizer({
      caller: new WebhookCaller({ url: server.url, transport, userAgent: 'test', timeout: 1_000 }),
      group,
      version: 'v1',
      authorizedTtl: 300_000,
      unauthorizedTtl: 0,
      writesNoTime: false,
      clock: { now: () => now },
      report: () => {},
      ...more,
    });
  const conditions = (...texts: string[]) =>
    new MatchConditions(texts, new MatchExpressions(new FeatureGates('1.36')));

  it('is asked where its conditions hold, and told of selectors', async () => {
    const fieldSelector = [{ key: 'spec.nodeName', operator: 'In', values: ['n1'] }];
    const made = configured({ conditions: conditions("request.user == 'jane'") });
    expect(await made.authorize({ ...asked, fieldSelector })).toMatchObject({ verdict: 'allow' });
    expect(server.calls).toHaveLength(1);
    const { metadata, spec } = server.calls[0]!.body as Record<string, { resourceAttributes: object }>;
    expect(metadata).toEqual({});
    expect(spec!.resourceAttributes).toMatchObject({ fieldSelector: { requirements: fieldSelector } });
  });

  it('has no opinion where one does not', async () => {
    const made = configured({ conditions: conditions('false', "request.extra['x'][0] == 'x'") });
    expect(await made.authorize(asked)).toEqual({ verdict: 'no-opinion', reason: '' });
    expect(server.calls).toHaveLength(0);
  });

  it.each([
    [true, 'deny'],
    [false, 'no-opinion'],
  ])(
    'decides by its failure policy where they cannot be worked out, or it does not answer: %s',
    async (deniesOnError, verdict) => {
      const made = configured({ deniesOnError, conditions: conditions("request.extra['x'][0] == 'x'") });
      expect(await made.authorize(asked)).toMatchObject({
        verdict,
        error: expect.stringContaining('no such key'),
      });
      server.answer(() => ({ status: 400, body: {} }));
      expect(await configured({ deniesOnError }).authorize(asked)).toMatchObject({ verdict });
    },
  );
});

describe('its flags', () => {
  const make = (given: Record<string, string>) => {
    const dependencies = {
      clock: { now: () => 0 },
      dialect: dialects[0]!,
      gates: new FeatureGates('1.36'),
      resources: new DisposableStack(),
    };
    return webhook.create(new FlagValues(webhook.flags, given), dependencies as never);
  };

  it.each([
    [
      { 'authorization-webhook-config-file': '/none', 'authorization-webhook-version': 'v2' },
      'unsupported webhook authorizer version "v2", supported versions are "v1", "v1beta1"',
    ],
    [{ 'authorization-webhook-config-file': '/none' }, 'stat /none: no such file or directory'],
  ])('%j are refused', async (given, problem) => {
    await expect(make(given as Record<string, string>)).rejects.toThrow(problem);
  });
});
