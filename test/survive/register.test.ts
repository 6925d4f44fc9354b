import { expect, it } from 'vitest';
import { checkRegisters, type RegisterEvent } from './register.ts';

/** `a3<2` is a write of a at revision 3 by one that had read it at 2; `a2` creates it. */
const history = (text: string): RegisterEvent[] =>
  text.split(' ').map((word) => {
    const [, name, revision, basedOn] = /^([a-z])(\d+)(?:<(\d+))?$/.exec(word)!;
    return {
      type: basedOn === undefined ? 'ADDED' : 'MODIFIED',
      name: name!,
      id: word,
      revision: Number(revision),
      basedOn: basedOn === undefined ? undefined : Number(basedOn),
    };
  });

it.each<[string, string[]]>([
  ['a2 a3<2 a4<3', []],
  ['a2 b3 a4<2 b5<3', []],
  ['a2 a3<2 a4<2', ['a at 4 took the place of 3, and its writer had read 2']],
])('%s', (text, faults) => {
  expect(checkRegisters(history(text))).toEqual(faults);
});
