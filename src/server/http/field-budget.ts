/** Header fields of a request that count for nothing. */
const freeFields = 64;

/** Header fields beyond the free ones that a connection may send at once. */
const maxBurst = 10_000;

/** … and in each second. A user with five hundred groups may be impersonated ten times a second. */
const fieldsPerSecond = 5_000;

/**
 * Bounds the header fields of the requests of one HTTP/2 connection. A field that the peer has sent before costs it one
 * byte and this process some four microseconds.
 */
export class FieldBudget {
  #spent = 0;
  #since = 0;

  /** Counts the fields of a request; false when they are too many. `now`: monotonic, in milliseconds. */
  spend(fields: number, now = performance.now()): boolean {
    if (fields <= freeFields) return true;
    const regained = ((now - this.#since) / 1_000) * fieldsPerSecond;
    this.#spent = Math.max(0, this.#spent - regained) + fields - freeFields;
    this.#since = now;
    return this.#spent <= maxBurst;
  }
}
