import { expect, test } from 'vitest';
import type { Attributes, Ruling } from '../../access/authorization/authorizer.ts';
import { parseRequestInfo } from '../../api/request/request-info.ts';
import type { RequestState } from '../request-state.ts';
import { creationCheck } from './creation-check.ts';

const user = { name: 'ann', uid: '', groups: [], extra: {} };
const info = parseRequestInfo('PUT', '/apis/apps/v1/namespaces/a/deployments/b');
const state = { user, info } as unknown as RequestState;

async function outcomeOf(ruling: Ruling): Promise<unknown> {
  const asked: Attributes[] = [];
  const check = creationCheck({
    authorize: (attributes) => {
      asked.push(attributes);
      return ruling;
    },
  });
  const outcome = await check({ state }).then(
    () => 'may',
    ({ code, message }) => [code, message],
  );
  expect(asked).toMatchObject([{ user, verb: 'create', resource: 'deployments', namespace: 'a', name: 'b' }]);
  return outcome;
}

const what =
  'deployments.apps "b" is forbidden: User "ann" cannot create resource "deployments" in API group "apps" in the namespace "a"';

test.each<[Ruling, unknown]>([
  [{ verdict: 'allow', reason: '' }, 'may'],
  [{ verdict: 'allow', reason: '', error: 'no answer' }, 'may'],
  [{ verdict: 'no-opinion', reason: '' }, [403, what]],
  [{ verdict: 'deny', reason: 'so it is' }, [403, `${what}: so it is`]],
  [{ verdict: 'no-opinion', reason: '', error: 'no answer' }, [500, 'Internal error occurred: no answer']],
])('who updates what is not there has to be one who may create it: %j', async (ruling, expected) => {
  expect(await outcomeOf(ruling)).toEqual(expected);
});
