import { type Change, changed } from '../support/changed.ts';

const maxDepth = 7;

/** Every place of an object as a path of `changed`, with the value there. */
function* places(value: any, path = '', depth = 0): Generator<[string, unknown]> {
  if (path !== '') yield [path, value];
  if (depth === maxDepth || typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    const step = Array.isArray(value) ? `[${key}]` : /[.[\]]/.test(key) ? `['${key}']` : `.${key}`;
    yield* places(child, path === '' ? key : path + step, depth + 1);
  }
}

const replacements: readonly unknown[] = [
  undefined,
  null,
  -1,
  'Not Valid!',
  '',
  {},
  [],
  true,
  'a'.repeat(300),
];

/** An object, spoiled at one place after the other in each of these ways. */
export function* mutations(object: object): Generator<{ what: string; object: object }> {
  for (const [path] of places(object)) {
    for (const value of replacements) {
      const change: Change = { [path]: value };
      const what = `${path} = ${value === undefined ? 'absent' : JSON.stringify(value).slice(0, 20)}`;
      yield { what, object: changed(object, change) };
    }
    yield { what: `${path} has an unknown neighbour`, object: changed(object, { [neighbour(path)]: 'x' }) };
  }
}

const neighbour = (path: string): string => path.replace(/[^.[\]']+('\])?$/, 'unknownNeighbour');
