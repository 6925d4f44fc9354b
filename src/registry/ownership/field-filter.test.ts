import { expect, it } from 'vitest';
import { mainFilter } from './field-filter.ts';

it.each<[string, string[], string[], string[]]>([
  ['all of a kind without a status', [], [], ['spec', 'status']],
  ['all but the status', ['status'], [], ['spec']],
  ['no section that the kind keeps', ['status'], ['spec'], []],
])('a write to the main resource owns %s', (_, subresources, unowned, expected) => {
  const filter = mainFilter({ subresources }, unowned);
  expect(['spec', 'status'].filter((field) => filter(field))).toEqual(expected);
  expect(filter('metadata')).toBe(true);
});
