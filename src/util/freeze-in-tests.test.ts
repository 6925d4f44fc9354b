import { expect, test } from 'vitest';
import { freezeInTests } from './freeze-in-tests.ts';

const tree = () => ({ spec: { containers: [{ name: 'a' }] }, count: 1 });

test.each<[string, (given: any) => void]>([
  ['a field', (given) => (given.count = 2)],
  ['a field below it', (given) => (given.spec.containers[0].name = 'b')],
  ['a field that is not there', (given) => (given.spec.extra = true)],
  ['a field that goes', (given) => delete given.spec.containers],
  ['an item', (given) => given.spec.containers.push({})],
])('changing %s of frozen data throws in tests', (_, change) => {
  const given = freezeInTests(tree());
  expect(() => change(given)).toThrow(TypeError);
  expect(given).toEqual(tree());
});
