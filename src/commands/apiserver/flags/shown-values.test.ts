import { expect, it } from 'vitest';
import type { Flag } from '../../../util/flags.ts';
import { shownValues } from './shown-values.ts';

const flag = (type: Flag['type'], standard?: string): Flag => ({
  name: 'a',
  type,
  description: '',
  ...(standard === undefined ? {} : { default: standard }),
});

it.each<[string, Flag, string[] | undefined, string]>([
  ['a list', flag('list'), ['Node,RBAC'], '[Node,RBAC]'],
  ['a repeated list', flag('list'), ['a', 'b'], '[a,b]'],
  ['no list', flag('list'), undefined, '[]'],
  ['a time', flag('duration'), ['90s'], '1m30s'],
  ['a time by default', flag('duration', '1m'), undefined, '1m0s'],
  ['no switch', flag('boolean'), undefined, 'false'],
  ['a switch', flag('boolean'), ['true'], 'true'],
  ['a number by default', flag('count', '400'), undefined, '400'],
  ['the last of several', flag('text'), ['a', 'b'], 'b'],
  ['no text', flag('text'), undefined, ''],
])('%s', (_, described, given, shown) => {
  const texts: Record<string, string[]> = given === undefined ? {} : { a: given };
  expect(shownValues([described], texts).get('a')).toBe(shown);
});
