/** Valid JSON objects made invalid, at random but the same for the same seed. */

/** A generator of numbers in [0, 1), after the 32-bit mix of a counter. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** What stands in places where something else was: of every type, and of sizes that nobody expects. */
const oddities: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e30,
  2 ** 53,
  '',
  'x',
  '日本',
  '\u0000',
  'x'.repeat(3_000),
  '(',
  '.*(a+)+$',
  [],
  [null],
  [[[]]],
  {},
  { '': 1 },
  { x: null },
  { kind: 1 },
  Array.from({ length: 300 }, () => 'same'),
];

interface Place {
  holder: any;
  key: string | number;
}

function placesOf(value: any, places: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return places;
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    places.push({ holder: value, key });
    placesOf(value[key], places);
  }
  return places;
}

/** A copy with one to three changes below `at`. */
export function mutated(object: any, random: () => number, at: (copy: any) => any = (copy) => copy): any {
  const copy = structuredClone(object);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  for (let count = 1 + Math.floor(random() * 3); count > 0; count--) {
    const places = placesOf(at(copy));
    if (places.length === 0) break;
    const { holder, key } = pick(places);
    const kind = random();
    if (kind < 0.6) holder[key] = structuredClone(pick(oddities));
    else if (kind < 0.75 && Array.isArray(holder)) holder.splice(Number(key), 1);
    else if (kind < 0.75) delete holder[key];
    else if (kind < 0.85 && Array.isArray(holder)) holder.push(structuredClone(holder[Number(key)]));
    else if (kind < 0.85) holder[`${key}X`] = structuredClone(holder[key]);
    else {
      const other = pick(places);
      holder[key] = structuredClone(other.holder[other.key]);
    }
  }
  return copy;
}
