import { expect, test } from 'vitest';
import { tryExpression } from './try-expression.ts';
import { tryPolicy } from './try-policy.ts';

const objects = {
  object: { metadata: { name: 'web' }, spec: { replicas: 7 } },
  old: undefined,
  params: undefined,
  namespace: undefined,
};

test.each<[string, string, object]>([
  ['a value', 'object.spec.replicas <= 5', { value: 'false', cost: 4, notes: [] }],
  ['what does not compile', 'object.', { notes: [expect.stringContaining('compilation failed: ERROR')] }],
  ['an error', 'object.spec.nope', { notes: [expect.stringContaining('no such key: nope')] }],
  ['a value without a form as JSON', "quantity('1')", { value: expect.stringMatching(/^\(.*Quantity\)$/) }],
])('%s is told with its cost', async (_, expression, expected) => {
  expect(await tryExpression(expression, objects, '1.36')).toMatchObject(expected);
});

test('all expressions of a policy are tried, with the message that a failure has', async () => {
  const policy = {
    apiVersion: 'v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'p' },
    spec: {
      matchConditions: [{ name: 'c', expression: "request.operation == 'CREATE'" }],
      variables: [{ name: 'max', expression: '5' }],
      validations: [
        {
          expression: 'object.spec.replicas <= variables.max',
          message: 'no',
          messageExpression: "'at most 5'",
        },
      ],
    },
  };
  const trials = await tryPolicy(policy, objects, '1.36');
  expect(trials.map(({ place, value, notes }) => [place, value, notes])).toEqual([
    ['matchConditions[c]', 'true', []],
    ['variables.max', '5', []],
    ['validations[0]', 'false', ['message: no']],
    ['validations[0].messageExpression', '"at most 5"', []],
  ]);
});

test('a mutation is shown as what it gives', async () => {
  const policy = {
    apiVersion: 'v1',
    kind: 'MutatingAdmissionPolicy',
    metadata: { name: 'p' },
    spec: {
      reinvocationPolicy: 'Never',
      mutations: [
        {
          patchType: 'JSONPatch',
          jsonPatch: { expression: "[JSONPatch{op: 'add', path: '/spec/paused', value: true}]" },
        },
      ],
    },
  };
  const [trial] = await tryPolicy(policy, objects, '1.36');
  expect(trial?.value).toBe('[{"op":"add","path":"/spec/paused","value":true}]');
});
