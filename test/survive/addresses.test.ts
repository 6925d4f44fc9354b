import { expect, it } from 'vitest';
import { type AddressEvent, checkAddresses } from './addresses.ts';

/** `a=1` gives a the address 1, `a=` deletes it. */
const history = (text: string): AddressEvent[] =>
  text.split(' ').map((word, revision) => {
    const [name, address] = word.split('=') as [string, string];
    return { name, address: address || undefined, revision };
  });

it.each<[string, string[]]>([
  ['a=1 b=2 a= c=1', []],
  ['a=1 a=1 a=', []],
  ['a=1 b=None c=None', []],
  ['a=1 b=1', ['1 belongs to a and b at 1']],
  ['a=1 a=2 b=1 c=2', ['2 belongs to a and c at 3']],
])('%s', (text, faults) => {
  expect(checkAddresses(history(text))).toEqual(faults);
});
