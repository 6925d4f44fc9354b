import { expect, test } from 'vitest';
import { request, userOf } from '../../../test/support/unit/policy-bench.ts';
import { PrivilegedGroupAuthorizer } from './privileged-group.ts';
import { UnionAuthorizer } from './union.ts';

const never = {
  authorize: () => ({ verdict: 'deny', reason: 'nobody' }) as const,
  rulesFor: () => ({ resourceRules: [], nonResourceRules: [], incomplete: false, errors: [] }),
};

test.each([
  ['root', ['system:masters'], 'allow'],
  ['system:masters', ['other', 'system:authenticated'], 'deny'],
  ['ann', ['System:Masters', 'system:masters ', 'system:masters,other'], 'deny'],
])('%s of %j is answered %s, before any mode', (name, groups, verdict) => {
  const authorizer = new UnionAuthorizer([
    { name: 'privileged', mode: new PrivilegedGroupAuthorizer() },
    { name: 'never', mode: never },
  ]);
  expect(authorizer.authorize(request(userOf(name, ...groups), 'delete nodes'))).toMatchObject({ verdict });
});
