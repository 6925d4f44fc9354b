/** Indexes of a range, from the first to before the end. */
export interface Band {
  readonly from: number;
  readonly to: number;
}

/** Number of the first members of a range that are for those that ask for one, as long as there are others. */
export interface StaticPart {
  readonly atLeast: number;
  readonly atMost: number;
  /** The part of the whole range, between the two: 16 for a sixteenth. */
  readonly divisor: number;
}

/** A range of that many members or fewer has no static part. */
const smallest = 16;

/** The number of members that the static part of a range of `total` members has. */
export function staticSize(total: number, { atLeast, atMost, divisor }: StaticPart): number {
  if (total <= smallest) return 0;
  return Math.min(Math.max(atLeast, Math.floor(total / divisor)), atMost);
}

/**
 * The bands out of which a member is picked for one that asks for none, one after the other: those that others may ask
 * for come last. `first`: the first index that may be picked at all.
 *
 *     size 254, static 16, first 1   →   16…253, then 1…15
 */
export function pickedBands(size: number, { static: reserved, first }: PickedParts): Band[] {
  const border = Math.max(first, Math.min(reserved, size));
  return [
    { from: border, to: size },
    { from: first, to: border },
  ].filter(({ from, to }) => from < to);
}

export interface PickedParts {
  /** Size of the static part. */
  static: number;
  first: number;
}
