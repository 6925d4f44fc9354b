import { expect, it } from 'vitest';
import { environmentFor } from './environment.ts';

/** Expressions that are stored, with what one release refuses of them and the next. */

const different = (offset: number, expected: string, found: string): string =>
  `ERROR: <input>:1:${offset}: expected type '${expected}' but found '${found}'`;

it.each<[string, string, string | undefined, string | undefined]>([
  ['members of different types', "[1, 'a'].size() == 2", different(5, 'int', 'string'), 'same'],
  ['keys of different types', "{1: 1, 'a': 1}.size() == 2", different(8, 'int', 'string'), 'same'],
  ['values of different types', "{'a': 1, 'b': 'c'}.size() == 2", different(15, 'int', 'string'), 'same'],
  ['a member of any type', '[1, dyn(2)].size() == 2', undefined, different(8, 'int', 'dyn')],
  ['a value of any type', "{'a': 1, 'b': dyn(2)}.size() == 2", undefined, different(18, 'int', 'dyn')],
  ['a pattern that is none', "'a'.matches('(')", undefined, 'ERROR: <input>:1:13: invalid matches argument'],
  ['optional members', '[?optional.of(1), 1] == [1, 1]', undefined, undefined],
])('%s: %s is refused by 1.28 with %s, by 1.29 with %s', (_, text, before, since) => {
  const refusals = [28, 29].map((release) => {
    const compiled = environmentFor({ release, isStored: true }).compile(text);
    return 'problem' in compiled ? compiled.problem.issues?.split('\n')[0] : undefined;
  });
  expect(refusals).toEqual([before, since === 'same' ? before : since]);
});
