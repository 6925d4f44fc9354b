import { MapValue } from './collections.ts';
import type { CelValue } from './value.ts';

/**
 * An object whose fields are worked out when they are asked for, and once: the variables of a policy. Working one out may throw,
 * each time the field is asked for.
 */
export class LazyFields extends MapValue {
  override readonly typeName: string;
  readonly #fields: ReadonlyMap<string, () => CelValue>;
  readonly #known = new Map<string, CelValue>();

  constructor(typeName: string, fields: ReadonlyMap<string, () => CelValue>) {
    super();
    this.typeName = typeName;
    this.#fields = fields;
  }

  get size(): number {
    return this.#fields.size;
  }

  keys(): readonly CelValue[] {
    return [...this.#fields.keys()];
  }

  has(key: CelValue): boolean {
    return this.#fields.has(key as string);
  }

  get(key: CelValue): CelValue | undefined {
    const name = key as string;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const made = this.#fields.get(name)?.();
    if (made !== undefined) this.#known.set(name, made);
    return made;
  }
}
