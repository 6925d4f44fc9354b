import { writeJson } from '../../api/codec/json.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';

/**
 * Which webhooks are asked in the second round: those that want to, were asked in the first, and after whom something
 * changed. Worked example: of a, b and c, all willing, b changes the object: a is asked again, b and c have seen it.
 */
export class Reinvocation {
  /** They have seen all there is. */
  readonly #invoked = new Set<string>();
  readonly #due = new Set<string>();
  /** The object as the webhooks left it. */
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

  /** The second round begins: whatever plugins did in between is a change after all webhooks. */
  resume(object: ApiObject | undefined): void {
    if (this.#invoked.size > 0 && this.#left !== writeJson(object)) this.changed();
  }
}
