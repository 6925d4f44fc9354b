/** Picks `count` of the items, the same ones for the same seed, in the order in which they stand. */
export function sample<T>(items: readonly T[], count: number, seed: number): T[] {
  const random = mulberry32(seed);
  const ranked = items.map((item, index) => ({ item, index, rank: random() }));
  const picked = ranked.sort((a, b) => a.rank - b.rank).slice(0, count);
  return picked.sort((a, b) => a.index - b.index).map(({ item }) => item);
}

/** A generator of 32 bits of state: numbers in [0, 1). */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
