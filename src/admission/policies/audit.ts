/** Bytes of a value in the audit log. */
const maxLength = 10 * 1024;

/** The values that one policy has for the audit log, from all of its bindings and parameters. */
export class AuditAnnotations {
  readonly #values = new Map<string, Set<string>>();

  add(key: string, value: string): void {
    const values = this.#values.get(key);
    if (values === undefined) this.#values.set(key, new Set([cut(value)]));
    else values.add(cut(value));
  }

  /** `limit/replicas`, with distinct values one after the other. */
  publish(policy: string, annotate: (key: string, value: string) => void): void {
    for (const [key, values] of this.#values) annotate(`${policy}/${key}`, [...values].join(', '));
  }
}

const cut = (value: string): string =>
  Buffer.byteLength(value) <= maxLength ? value : Buffer.from(value).subarray(0, maxLength).toString();

/** A failure for the audit log, as a list of one. */
export const validationFailure = (
  policy: string,
  binding: string,
  message: string,
  expressionIndex: number,
  validationActions: readonly string[],
): string => JSON.stringify([{ message, policy, binding, expressionIndex, validationActions }]);
