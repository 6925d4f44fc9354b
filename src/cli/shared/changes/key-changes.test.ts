import { describe, expect, it } from 'vitest';
import { mapPatch, parseChanges, requireUnset, splitChanges } from './key-changes.ts';

describe('changes of labels and annotations', () => {
  it('stand behind the objects', () => {
    expect(splitChanges(['deploy', 'web', 'a=b', 'c-'])).toEqual({
      objects: ['deploy', 'web'],
      changes: ['a=b', 'c-'],
    });
    expect(splitChanges(['deploy', 'web'])).toEqual({ objects: ['deploy', 'web'], changes: [] });
  });

  it('set values and take away keys', () => {
    const changes = parseChanges(['a=b=c', 'd=', 'e-'], 'annotation');
    expect(changes).toEqual({
      set: new Map([
        ['a', 'b=c'],
        ['d', ''],
      ]),
      remove: new Set(['e']),
    });
    expect(mapPatch({ a: 'x', d: '', e: '1' }, changes)).toEqual({ a: 'b=c', e: null });
    expect(mapPatch({ a: 'b=c', d: '' }, changes)).toEqual({});
  });

  it.each<[string[], 'label' | 'annotation', string]>([
    [[], 'label', 'at least one label update is required'],
    [[], 'annotation', 'at least one annotation update is required'],
    [['a=b', 'a-'], 'label', 'can not both modify and remove a label in the same command'],
    [['a=b c'], 'label', 'invalid label value: "a=b c": a valid label must be an empty string'],
    [[`a=${'x'.repeat(64)}`], 'label', 'must be no more than 63 characters'],
    [['a'], 'label', 'unknown label spec: a'],
  ])('are refused: %j of a %s', (changes, kind, problem) => {
    expect(() => parseChanges(changes, kind)).toThrow(problem);
  });

  it('overwrite only when that is wanted', () => {
    const changes = parseChanges(['a=b', 'c=d'], 'label');
    expect(() => requireUnset({ a: 'b' }, changes, 'label')).not.toThrow();
    expect(() => requireUnset({ a: 'x' }, changes, 'label')).toThrow(
      "'a' already has a value (x), and --overwrite is false",
    );
    expect(() => requireUnset({ a: 'x', c: 'y' }, changes, 'annotation')).toThrow(
      "--overwrite is false but found the following declared annotation(s): 'a' already has a value (x); 'c' already has a value (y)",
    );
  });
});
