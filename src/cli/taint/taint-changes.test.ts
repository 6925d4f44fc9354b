import { describe, expect, it } from 'vitest';
import { changeTaints, parseTaints } from './taint-changes.ts';

const current = [
  { key: 'a', value: '1', effect: 'NoSchedule' },
  { key: 'a', effect: 'NoExecute' },
];
const change = (words: string[], overwrite = false) =>
  changeTaints('n', current, parseTaints(words), overwrite);

describe('taints', () => {
  it('are added, changed and taken away', () => {
    expect(change(['b=2:NoSchedule'])).toEqual({
      taints: [{ key: 'b', value: '2', effect: 'NoSchedule' }, ...current],
      operation: 'tainted',
    });
    expect(change(['a:NoExecute-'])).toEqual({ taints: [current[0]], operation: 'untainted' });
    expect(change(['a-'])).toEqual({ taints: [], operation: 'untainted' });
    expect(change(['a=2:NoSchedule', 'a:NoExecute-'], true)).toEqual({
      taints: [{ key: 'a', value: '2', effect: 'NoSchedule' }],
      operation: 'modified',
    });
  });

  it.each([
    [['a'], 'invalid taint spec: a'],
    [['a=b:Sometimes'], 'unsupported taint effect'],
    [['x-'], 'taint "x" not found'],
    [['x:NoExecute-'], 'taint "x:NoExecute" not found'],
    [['a=2:NoSchedule'], 'node n already has a taint(s) with same effect(s) and --overwrite is false'],
    [['b:NoSchedule', 'b-'], 'can not both modify and remove'],
    [['b:NoSchedule', 'b=1:NoSchedule'], 'duplicated taints with the same key and effect'],
  ])('are refused: %j', (words, problem) => {
    expect(() => change(words)).toThrow(problem);
  });
});
