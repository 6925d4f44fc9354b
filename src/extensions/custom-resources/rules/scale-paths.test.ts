import { describe, expect, it } from 'vitest';
import { AccessorError, integerAt, setIntegerAt, textAt } from './scale-paths.ts';

describe('a value at a path', () => {
  it.each<[object, string, unknown]>([
    [{ spec: { replicas: 3 } }, '.spec.replicas', 3],
    [{ spec: { replicas: 0 } }, '.spec.replicas', 0],
    [{ replicas: 3 }, 'replicas', 3],
    [{ spec: {} }, '.spec.replicas', undefined],
    [{}, '.spec.replicas', undefined],
    // Names that all objects have by nature are none.
    [{}, '.constructor.name', undefined],
  ])('of %j at %s is %j', (object, path, expected) => {
    expect(integerAt(object, path)).toBe(expected);
  });

  it.each<[object, string]>([
    [{ a: { b: 'x' } }, '.a.b accessor error: x is of the type string, expected int64'],
    [{ a: { b: 1.5 } }, '.a.b accessor error: 1.5 is of the type float64, expected int64'],
    [{ a: { b: true } }, '.a.b accessor error: true is of the type bool, expected int64'],
    [{ a: { b: null } }, '.a.b accessor error: <nil> is of the type <nil>, expected int64'],
    [
      { a: { b: {} } },
      '.a.b accessor error: map[string]interface {}{} is of the type map[string]interface {}, expected int64',
    ],
    [{ a: { b: [] } }, '.a.b accessor error: []interface {}{} is of the type []interface {}, expected int64'],
    [{ a: 1 }, '.a.b accessor error: 1 is of the type int64, expected map[string]interface {}'],
    [
      { a: [] },
      '.a.b accessor error: []interface {}{} is of the type []interface {}, expected map[string]interface {}',
    ],
  ])('of %j is none, and that is an error', (object, message) => {
    expect(() => integerAt(object, '.a.b')).toThrow(new AccessorError(message));
  });

  it('may be an integer that a double does not hold', () => {
    expect(integerAt({ a: 2n ** 60n }, '.a')).toBe(2 ** 60);
  });

  it('may be a text', () => {
    expect(textAt({ status: { selector: 'a=b' } }, '.status.selector')).toBe('a=b');
    expect(textAt({ status: {} }, '.status.selector')).toBeUndefined();
    expect(() => textAt({ a: 1 }, '.a')).toThrow(
      '.a accessor error: 1 is of the type int64, expected string',
    );
    expect(() => textAt({ a: 1n }, '.a')).toThrow('is of the type int64, expected string');
  });
});

describe('a number that is set', () => {
  it.each<[object, object]>([
    [{ spec: { replicas: 1, x: 2 } }, { spec: { replicas: 9, x: 2 } }],
    [{ spec: {} }, { spec: { replicas: 9 } }],
    [{}, { spec: { replicas: 9 } }],
  ])('of %j gives %j', (object, expected) => {
    setIntegerAt(object, '.spec.replicas', 9);
    expect(object).toEqual(expected);
  });

  it('changes nothing that others share', () => {
    const spec = { replicas: 1 };
    const object = { spec };
    setIntegerAt(object, '.spec.replicas', 9);
    expect(spec).toEqual({ replicas: 1 });
    expect(object.spec).toEqual({ replicas: 9 });
  });

  it('needs objects on its way', () => {
    expect(() => setIntegerAt({ spec: 1 }, '.spec.replicas', 9)).toThrow(
      '.spec.replicas accessor error: 1 is of the type int64, expected map[string]interface {}',
    );
  });
});
