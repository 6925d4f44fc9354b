import { describe, expect, it } from 'vitest';
import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import { containerOf } from './container.ts';

const pod = (spec: object | undefined): CoreV1Pod =>
  ({ metadata: { name: 'web' }, spec }) as unknown as CoreV1Pod;
const named = (...names: string[]) => names.map((name) => ({ name }));
const two = pod({ containers: named('a', 'b'), initContainers: named('i'), ephemeralContainers: named('e') });

describe('the container that is meant', () => {
  it.each(['a', 'b', 'i', 'e'])('is %s when that is named', (name) => {
    expect(containerOf(two, name)).toBe(name);
  });

  it('is the only one when none is named, whatever containers of other sorts there are', () => {
    expect(containerOf(pod({ containers: named('a'), initContainers: named('i') }), '')).toBe('a');
  });

  it.each<[string, CoreV1Pod, string, string]>([
    ['is not there', two, 'c', 'container c is not valid for pod web'],
    [
      'may be one of several',
      two,
      '',
      'a container name must be specified for pod web, choose one of: [i a b e]',
    ],
    ['may be none', pod({ containers: [] }), '', 'a container name must be specified for pod web'],
    ['may be none of nothing', pod(undefined), '', 'a container name must be specified for pod web'],
  ])('is not known when it %s', (_, of, name, message) => {
    expect(() => containerOf(of, name)).toThrow(expect.objectContaining({ code: 400, message }));
  });
});
