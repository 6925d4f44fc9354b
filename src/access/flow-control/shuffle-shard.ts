import { hash } from 'node:crypto';

/** Hands that are remembered; a flow that comes back then costs a look-up. */
const maxRemembered = 4_096;

/**
 * The queues that each flow may use. Two flows seldom have all queues of their hands in common, so one that fills its
 * own leaves other flows room.
 *
 *     new ShuffleShard(128, 6).hand('global-default', 'system:anonymous')   // [28, 42, 66, 34, 23, 24]
 */
export class ShuffleShard {
  readonly #deckSize: number;
  readonly #handSize: number;
  readonly #hands = new Map<string, readonly number[]>();

  /** `handSize` of `deckSize` queues. */
  constructor(deckSize: number, handSize: number) {
    this.#deckSize = deckSize;
    this.#handSize = handSize;
  }

  /**
   * Numbers of the queues for the requests that a FlowSchema gives the same distinguisher: distinct numbers of queues.
   */
  hand(schema: string, distinguisher: string): readonly number[] {
    const flow = `${schema}\0${distinguisher}`;
    const known = this.#hands.get(flow);
    if (known !== undefined) return known;
    const dealt = deal(flowHash(flow), this.#deckSize, this.#handSize);
    if (this.#hands.size >= maxRemembered) this.#hands.clear();
    this.#hands.set(flow, dealt);
    return dealt;
  }
}

/** The first eight bytes of the SHA-256 of the name of the FlowSchema, a zero byte and the distinguisher. */
function flowHash(flow: string): bigint {
  return hash('sha256', flow, 'buffer').readBigUInt64LE(0);
}

/** Cards off the deck, each chosen among those that are left, by one number. */
function deal(hash: bigint, deckSize: number, handSize: number): number[] {
  const remainders: number[] = [];
  let rest = hash;
  for (let left = deckSize; remainders.length < handSize; left--) {
    remainders.push(Number(rest % BigInt(left)));
    rest /= BigInt(left);
  }
  return remainders.map((remainder, at) => {
    let card = remainder;
    // The cards below it that are gone already move it up.
    for (let before = at - 1; before >= 0; before--) if (card >= remainders[before]!) card++;
    return card;
  });
}
