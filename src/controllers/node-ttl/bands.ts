interface Band {
  /** Nodes. */
  readonly least: number;
  readonly most: number;
  readonly seconds: number;
}

/** They overlap, so that a cluster whose size wavers does not change all its nodes again and again. */
const bands: readonly Band[] = [
  { least: 0, most: 100, seconds: 0 },
  { least: 90, most: 500, seconds: 15 },
  { least: 450, most: 1_000, seconds: 30 },
  { least: 900, most: 2_000, seconds: 60 },
  { least: 1_800, most: 10_000, seconds: 300 },
  { least: 9_000, most: Number.POSITIVE_INFINITY, seconds: 600 },
];

/** The size of the cluster, as coarsely as the time to live goes by it. */
export class ClusterSize {
  #nodes = 0;
  #band = 0;

  get seconds(): number {
    return bands[this.#band]!.seconds;
  }

  add(): void {
    this.#nodes++;
    if (this.#nodes > bands[this.#band]!.most) this.#band++;
  }

  remove(): void {
    this.#nodes--;
    if (this.#nodes < bands[this.#band]!.least) this.#band--;
  }
}
