/** The media type of objects in CBOR, and of the items of a stream. */
export const cborMediaType = 'application/cbor';
export const cborStreamType = 'application/cbor-seq';

/** Major types: the upper three bits of the first byte of an item. */
export const major = {
  positive: 0,
  negative: 1,
  bytes: 2,
  text: 3,
  array: 4,
  map: 5,
  tag: 6,
  simple: 7,
} as const;

export const simple = { false: 20, true: 21, null: 22, half: 25, single: 26, double: 27, stop: 31 } as const;

/** The tag that every document begins with: what follows is CBOR. */
export const selfDescribed = 55_799;
export const selfDescribedHead = Buffer.from([0xd9, 0xd9, 0xf7]);
