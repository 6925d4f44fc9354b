import { MapValue } from './collections.ts';
import type { CelValue } from './value.ts';

/** An object of a type with a name, whose fields are kept in some form. */
export abstract class NamedFields<T> extends MapValue {
  override readonly typeName: string;
  protected readonly fields: ReadonlyMap<string, T>;

  constructor(typeName: string, fields: ReadonlyMap<string, T>) {
    super();
    this.typeName = typeName;
    this.fields = fields;
  }

  get size(): number {
    return this.fields.size;
  }

  keys(): readonly CelValue[] {
    return [...this.fields.keys()];
  }

  has(key: CelValue): boolean {
    return this.fields.has(key as string);
  }
}
