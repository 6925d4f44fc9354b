import { expect, it } from 'vitest';
import { typesAfter } from './type-monitor.ts';

const type = (resource: string, ...aliases: string[]) => ({
  ...{ group: 'a.example', resource },
  aliases: aliases.map((group) => ({ group, resource })),
});
const shown = (types: readonly { resource: string }[]): string[] => types.map(({ resource }) => resource);
const failure = new Map([['b.example/v1', new Error('down')]]);

it.each<[string, ReadonlyMap<string, Error>, string[]]>([
  ['types that are gone are gone', new Map(), ['boots', 'hats']],
  ['while a part cannot be read, none is', failure, ['boots', 'hats', 'shoes']],
])('%s', (_, failures, expected) => {
  const known = [type('boots'), type('shoes')];
  expect(shown(typesAfter(known, { failures }, [type('boots'), type('hats')]))).toEqual(expected);
});

it('a type that has become another name of a known one is not kept beside it', () => {
  const known = [{ group: 'old.example', resource: 'boots', aliases: [] }];
  expect(typesAfter(known, { failures: failure }, [type('boots', 'old.example')])).toHaveLength(1);
});
