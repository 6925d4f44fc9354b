import type { Random } from './random.ts';

const leaves: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  2147483648,
  '',
  'a',
  '*',
  '\ud800',
  '\0',
  '0',
  '9'.repeat(40),
  [],
  {},
  [null],
  [[]],
  { a: null },
];

const keys: readonly string[] = [
  '',
  'a',
  '__proto__',
  'constructor',
  'toString',
  '0',
  '.',
  '\ud800',
  'a/b~c',
];

type Container = unknown[] | Record<string, unknown>;

/** A text with another value than the JSON text has; undefined when it is none. */
export function mutateTree(
  text: string,
  random: Random,
  others: readonly string[],
  words: readonly string[],
): string | undefined {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const holder = { value };
  for (let count = 1 + random.below(3); count > 0; count--) change(holder, random, others, words);
  return JSON.stringify(holder.value) ?? 'null';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function change(
  holder: { value: unknown },
  random: Random,
  others: readonly string[],
  words: readonly string[],
): void {
  const places = placesIn(holder);
  const [container, key] = random.pick(places);
  const map = container as Record<string, unknown>;
  switch (random.below(8)) {
    case 0:
      put(container, key, structuredClone(random.pick(leaves)));
      return;
    case 1:
      if (container !== (holder as object)) delete map[key];
      return;
    case 2:
      put(container, Array.isArray(container) ? key : random.pick([...keys, ...words]), map[key]);
      return;
    case 3:
      put(container, key, words.length === 0 ? '' : random.pick(words));
      return;
    case 4: {
      // A part of its own, somewhere else.
      const [from, name] = random.pick(places);
      put(container, key, structuredClone((from as Record<string, unknown>)[name]));
      return;
    }
    case 5: {
      const other = parsed(random.pick(others));
      if (typeof other !== 'object' || other === null) return;
      const [from, name] = random.pick(placesIn({ value: other }));
      put(container, key, (from as Record<string, unknown>)[name]);
      return;
    }
    case 6: {
      let nested = map[key];
      for (let depth = random.pick([1, 2, 20, 300]); depth > 0; depth--)
        nested = random.chance(0.5) ? [nested] : { a: nested };
      put(container, key, nested);
      return;
    }
    default: {
      const times = random.pick([2, 3, 50]);
      put(
        container,
        key,
        Array.from({ length: times }, () => structuredClone(map[key])),
      );
    }
  }
}

function put(container: Container, key: string, value: unknown): void {
  Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Every place of a value where a value stands; at most 2,000. */
function placesIn(root: object): [Container, string][] {
  const places: [Container, string][] = [];
  const waiting: object[] = [root];
  for (let node = waiting.pop(); node !== undefined && places.length < 2_000; node = waiting.pop()) {
    for (const [key, value] of Object.entries(node)) {
      places.push([node as Container, key]);
      if (typeof value === 'object' && value !== null) waiting.push(value);
    }
  }
  return places;
}
