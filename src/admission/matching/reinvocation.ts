import { writeJson } from '../../api/codec/json.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { AdmissionAttributes } from '../plugin.ts';

/**
 * Which webhooks or policies are asked in the second round: those that want to, were asked in the first, and after whom something
 * changed. Worked example: of a, b and c, all willing, b changes the object: a is asked again, b and c have seen it.
 */
export class Reinvocation {
  /** That of a request: begun in the first round, and found again in the second. */
  static of(
    known: WeakMap<AdmissionAttributes, Reinvocation>,
    attributes: AdmissionAttributes,
    again: boolean,
  ): Reinvocation {
    const begun = again ? known.get(attributes) : undefined;
    begun?.resume(attributes.object);
    const reinvocation = begun ?? new Reinvocation();
    if (!again) known.set(attributes, reinvocation);
    return reinvocation;
  }

  /** They have seen all there is. */
  readonly #invoked = new Set<string>();
  readonly #due = new Set<string>();
  /** The object as they left it. */
  #left: string | undefined;

  invoked(identity: string): void {
    this.#invoked.add(identity);
  }

  changed(): void {
    for (const identity of this.#invoked) this.#due.add(identity);
    this.#invoked.clear();
  }

  isDue(identity: string): boolean {
    return this.#due.has(identity);
  }

  roundOver(object: ApiObject | undefined): void {
    if (this.#invoked.size > 0) this.#left = writeJson(object);
  }

  /** The second round begins: whatever plugins did in between is a change after all of them. */
  resume(object: ApiObject | undefined): void {
    if (this.#invoked.size > 0 && this.#left !== writeJson(object)) this.changed();
  }
}
