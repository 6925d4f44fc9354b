import { describe, expect, test } from 'vitest';
import { parseGoal, type WaitedObject } from './goal.ts';

const withConditions = (...conditions: object[]): WaitedObject => ({
  metadata: { name: 'a', generation: 2 },
  status: { conditions },
});
const ready = (status: string, more: object = {}) => withConditions({ type: 'Ready', status, ...more });

describe('a condition', () => {
  test.each([
    ['condition=Ready', ready('True'), true],
    ['condition=ready', ready('true'), true],
    ['condition=Ready', ready('False'), false],
    ['condition=Ready=False', ready('False'), true],
    ['condition=Ready=Unknown', ready('Unknown'), true],
    ['condition=Available', ready('True'), false],
    ['condition=Ready', { metadata: {} }, false],
    ['condition=Ready', { metadata: {}, status: { conditions: 'none' } }, false],
    ['condition=Ready', undefined, false],
    // It tells of an older state of the object.
    ['condition=Ready', ready('True', { observedGeneration: 1 }), false],
    ['condition=Ready', ready('True', { observedGeneration: 2 }), true],
  ])('%s of %j: %s', (text, object, isMet) => {
    const goal = parseGoal(text);
    expect(goal.form).toBe('state');
    expect(goal.isMet(object)).toBe(isMet);
  });
});

describe('a field', () => {
  const object = { metadata: { name: 'a' }, status: { phase: 'Running', ready: 3, list: [1, 2] } };

  test.each([
    ['jsonpath={.status.phase}=Running', true],
    ["jsonpath='{.status.phase}'=Running", true],
    ['jsonpath={.status.phase}="Running"', true],
    ['jsonpath={.status.phase}=Pending', false],
    ['jsonpath={.status.ready}=3', true],
    ['jsonpath={.status.phase}', true],
    ['jsonpath={.status.none}', false],
    ['jsonpath={.status.none}=1', false],
  ])('%s: %s', (text, isMet) => {
    expect(parseGoal(text).isMet(object as WaitedObject)).toBe(isMet);
    expect(parseGoal(text).isMet(undefined)).toBe(false);
  });

  test('with several values has none to compare', () => {
    const goal = parseGoal('jsonpath={.status.list[*]}=1');
    expect(() => goal.isMet(object as WaitedObject)).toThrow('jsonpath leads to a nested object or list');
  });
});

test.each([
  ['delete', 'delete', false],
  ['Create', 'create', true],
])('%s', (text, form, isMetWhenThere) => {
  const goal = parseGoal(text);
  expect(goal.form).toBe(form);
  expect(goal.isMet({ metadata: {} })).toBe(isMetWhenThere);
  expect(goal.isMet(undefined)).toBe(!isMetWhenThere);
});

test.each([
  ['ready', 'unrecognized condition: "ready"'],
  ['jsonpath=.status', 'jsonpath wait format must be'],
])('%s is no goal', (text, message) => {
  expect(() => parseGoal(text)).toThrow(message);
});
