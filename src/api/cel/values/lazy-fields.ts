import { NamedFields } from './named-fields.ts';
import type { CelValue } from './value.ts';

/**
 * An object whose fields are worked out when they are asked for, and once: the variables of a policy. Working one out may throw,
 * each time the field is asked for.
 */
export class LazyFields extends NamedFields<() => CelValue> {
  readonly #known = new Map<string, CelValue>();

  get(key: CelValue): CelValue | undefined {
    const name = key as string;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const made = this.fields.get(name)?.();
    if (made !== undefined) this.#known.set(name, made);
    return made;
  }
}
