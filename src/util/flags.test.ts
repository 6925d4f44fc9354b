import { expect, test } from 'vitest';
import { type Flag, FlagError, FlagValues } from './flags.ts';

const flag = (name: string, type: Flag['type'], standard?: string): Flag => ({
  name,
  type,
  value: 'value',
  description: 'for a test',
  ...(standard === undefined ? {} : { default: standard }),
});

test('the last value of a flag counts; a flag of type list or texts keeps all', () => {
  const flags = new FlagValues([flag('a', 'text'), flag('b', 'texts'), flag('c', 'list')], {
    a: ['x', 'y'],
    b: ['1,2', '3'],
    c: ['1, 2', '3'],
  });
  expect(flags.text('a')).toBe('y');
  expect(flags.texts('b')).toEqual(['1,2', '3']);
  expect(flags.list('c')).toEqual(['1', '2', '3']);
});

test('an absent flag has its default or no value', () => {
  const flags = new FlagValues([flag('a', 'duration', '2m'), flag('b', 'text'), flag('c', 'boolean')], {});
  expect(flags.duration('a')).toBe(120_000);
  expect(flags.has('b')).toBe(false);
  expect(flags.boolean('c')).toBe(false);
});

test.each([
  ['duration', 'soon'],
  ['duration', '-1s'],
  ['count', '-1'],
  ['count', '1.5'],
  ['boolean', 'perhaps'],
] as const)('a flag of type %s rejects %s', (type, text) => {
  expect(() => new FlagValues([flag('a', type)], { a: text })).toThrow(FlagError);
});
