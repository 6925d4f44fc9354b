import { expect, test } from 'vitest';
import type { Attributes, Ruling } from '../../access/authorization/authorizer.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { Exchange } from '../exchange.ts';
import { accessReview, selfAccessReview } from './access-review.ts';
import { selfReview, selfRulesReview } from './self-subject-review.ts';

const ann = { name: 'ann', uid: '7', groups: ['cooks'], extra: { scopes: ['view'] } };
const exchange = { state: { user: ann } } as unknown as Exchange;
const question = (spec: object): ApiObject => ({ kind: 'K', apiVersion: 'g/v1', metadata: {}, spec });

function authorizerOf(ruling: Ruling): { asked: Attributes[]; authorize(attributes: Attributes): Ruling } {
  const asked: Attributes[] = [];
  const authorize = (attributes: Attributes): Ruling => {
    asked.push(attributes);
    return ruling;
  };
  return { asked, authorize };
}

const yes: Ruling = { verdict: 'allow', reason: '' };

test.each<[string, Ruling, object]>([
  ['yes', { verdict: 'allow', reason: 'so it is' }, { allowed: true, denied: false, reason: 'so it is' }],
  ['no', { verdict: 'deny', reason: '' }, { allowed: false, denied: true, reason: '' }],
  ['nobody knows', { verdict: 'no-opinion', reason: '' }, { allowed: false, denied: false, reason: '' }],
  [
    'nobody knows, as something went wrong',
    { verdict: 'no-opinion', reason: '', error: 'no answer' },
    { allowed: false, denied: false, reason: '', evaluationError: 'no answer' },
  ],
])('%s', async (_, ruling, status) => {
  const asked = question({ user: 'joe', nonResourceAttributes: { path: '/a' } });
  for (const review of [accessReview, selfAccessReview]) {
    expect(await review(authorizerOf(ruling))(asked, exchange)).toEqual({ ...asked, status });
  }
});

test('what is asked of the authorizer is what the question says', async () => {
  const authorizer = authorizerOf(yes);
  const resourceAttributes = { verb: 'get', group: 'apps', resource: 'deployments', subresource: 'scale' };
  const who = { user: 'joe', uid: '1', groups: ['a'], extra: { Scopes: ['x'] } };
  await accessReview(authorizer)(question({ ...who, resourceAttributes }), exchange);
  await accessReview(authorizer)(
    question({ groups: ['a'], nonResourceAttributes: { verb: 'get', path: '/a' } }),
    exchange,
  );
  await selfAccessReview(authorizer)(
    question({ resourceAttributes: { verb: 'list', version: 'v1', name: 'x', namespace: 'n' } }),
    exchange,
  );
  const nothing = {
    namespace: '',
    group: '',
    version: '',
    resource: '',
    subresource: '',
    name: '',
    path: '',
  };
  expect(authorizer.asked).toEqual([
    {
      ...nothing,
      ...resourceAttributes,
      user: { name: 'joe', uid: '1', groups: ['a'], extra: { scopes: ['x'] } },
      isResourceRequest: true,
      version: '*',
    },
    {
      ...nothing,
      user: { name: '', uid: '', groups: ['a'], extra: {} },
      isResourceRequest: false,
      verb: 'get',
      path: '/a',
    },
    {
      ...nothing,
      user: ann,
      isResourceRequest: true,
      verb: 'list',
      version: 'v1',
      name: 'x',
      namespace: 'n',
    },
  ]);
});

test.each([
  [[], ''],
  [['no list'], 'no list'],
  [['no list', 'no answer', 'no list'], '[no list, no answer]'],
])('rules are told with what is wrong with them: %j', async (errors, evaluationError) => {
  const rules = { resourceRules: [], nonResourceRules: [], incomplete: true, errors };
  const asked: unknown[] = [];
  const rulesFor = (...given: unknown[]) => {
    asked.push(given);
    return rules;
  };
  const answer = selfRulesReview({ rulesFor });
  expect(await answer(question({ namespace: 'shop' }), exchange)).toEqual({
    ...question({}),
    status: { resourceRules: [], nonResourceRules: [], incomplete: true, evaluationError },
  });
  expect(asked).toEqual([[ann, 'shop']]);
});

test('whoever asks is told who he is', async () => {
  expect(await selfReview({ now: () => 0 })(question({}), exchange)).toEqual({
    kind: 'K',
    apiVersion: 'g/v1',
    metadata: { creationTimestamp: '1970-01-01T00:00:00Z' },
    status: { userInfo: { username: 'ann', uid: '7', groups: ['cooks'], extra: { scopes: ['view'] } } },
  });
});
