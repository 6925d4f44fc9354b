/** Values that may be on their way at a time; of more, the events are decrypted. */
const most = 1000;

interface Written {
  bytes: Buffer;
  value: Buffer;
  form: string;
}

/**
 * The latest writes, encrypted and as plain text: when one comes back as an event, it need not be
 * decrypted.
 */
export class RecentWrites {
  readonly #byKey = new Map<string, Written>();

  add(key: string, written: Written): void {
    this.#byKey.delete(key);
    this.#byKey.set(key, written);
    if (this.#byKey.size > most) this.#byKey.delete(this.#byKey.keys().next().value!);
  }

  forget(key: string): void {
    this.#byKey.delete(key);
  }

  /** Undefined where these bytes are not those that were written last. */
  take(key: string, bytes: Buffer): Written | undefined {
    const written = this.#byKey.get(key);
    if (written === undefined) return undefined;
    this.#byKey.delete(key);
    return written.bytes.equals(bytes) ? written : undefined;
  }
}
