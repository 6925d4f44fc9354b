import { describe, expect, it } from 'vitest';
import { covers, mergeTolerations } from './tolerations.ts';

const exists = (key: string, effect?: string) => ({ key, operator: 'Exists', ...(effect && { effect }) });
const equal = (key: string, value: string, effect?: string) => ({
  key,
  operator: 'Equal',
  value,
  ...(effect && { effect }),
});

describe('a toleration covers another', () => {
  it.each([
    ['that is the same', equal('a', 'b'), equal('a', 'b'), true],
    ['that has empty fields where it has none', exists('a'), { ...exists('a'), value: '', effect: '' }, true],
    ['of one value, when it is for all', exists('a'), equal('a', 'b'), true],
    ['not of all values, when it is for one', equal('a', 'b'), exists('a'), false],
    ['not of another value', equal('a', 'b'), equal('a', 'c'), false],
    ['of one effect, when it is for all', exists('a'), exists('a', 'NoSchedule'), true],
    ['not of all effects, when it is for one', exists('a', 'NoSchedule'), exists('a'), false],
    ['of any key, when it is for all', { operator: 'Exists' }, equal('a', 'b', 'NoExecute'), true],
    ['not of another key', exists('a'), exists('b'), false],
    ['of a value, without saying that it compares', { key: 'a', value: 'b' }, equal('a', 'b'), true],
    [
      'for less long',
      { ...exists('a', 'NoExecute'), tolerationSeconds: 60 },
      { ...exists('a', 'NoExecute'), tolerationSeconds: 59 },
      true,
    ],
    [
      'not for longer',
      { ...exists('a', 'NoExecute'), tolerationSeconds: 60 },
      { ...exists('a', 'NoExecute'), tolerationSeconds: 61 },
      false,
    ],
    ['not for ever', { ...exists('a', 'NoExecute'), tolerationSeconds: 60 }, exists('a', 'NoExecute'), false],
    ['not when nobody knows how it compares', { key: 'a', operator: 'Above' }, equal('a', 'b'), false],
  ])('%s', (_, wide, narrow, expected) => {
    expect(covers(wide, narrow)).toBe(expected);
  });
});

describe('merged tolerations', () => {
  it.each([
    ['are all of them', [exists('a')], [exists('b')], [exists('a'), exists('b')]],
    ['have each once', [exists('a')], [exists('a')], [exists('a')]],
    ['have no narrow one before a wide one', [equal('a', 'b')], [exists('a')], [exists('a')]],
    ['nor after one', [exists('a')], [equal('a', 'b')], [exists('a')]],
    ['are none of none', [], [], []],
  ])('%s', (_, first, second, expected) => {
    expect(mergeTolerations(first, second)).toEqual(expected);
  });
});
