import type { FactFile, FactValue } from './facts.ts';

const primitives = new Set(['string', 'bool', 'int32', 'int64', 'double', 'bytes']);

/** Types of metadata that facts name without their package. */
const known = new Set([
  'Time',
  'MicroTime',
  'Duration',
  'Quantity',
  'IntOrString',
  'RawExtension',
  'FieldsV1',
]);

/** Finds what the facts of one group-version refer to. A name that is no type is that of a string. */
export class FactTypes {
  readonly #files: ReadonlyMap<string, FactFile>;

  constructor(files: readonly FactFile[]) {
    this.#files = new Map(files.map((file) => [file.name, file]));
  }

  /** The type as definitions write it: `[]core.v1.Container`, `map[string]meta.v1.Quantity`, `string`. */
  normal(type: string, home: string): string {
    const [, wrapping = '', name = ''] = /^((?:\[\]|map\[string\])*)(.*)$/.exec(type) ?? [];
    return wrapping + this.#normalName(name, home);
  }

  #normalName(name: string, home: string): string {
    if (primitives.has(name)) return name;
    if (known.has(name)) return `meta.v1.${name}`;
    const { plain, places } = placesOf(name, home);
    const place = places.find((each) => this.#files.get(each)?.types.has(plain));
    return place === undefined ? 'string' : `${place}.${plain}`;
  }

  /** The values that name a string type. */
  valuesOf(type: string, home: string): readonly FactValue[] {
    const { plain, places } = placesOf(type.replace(/^\[\]/, ''), home);
    return places.flatMap((each) => this.#files.get(each)?.values.get(plain) ?? []).slice();
  }
}

/**
 * Where a name may stand. The package of a qualified one may be that of the file in which it is used, not that of the
 * type: `core.v1.UserInfo` is one of authentication.
 */
function placesOf(name: string, home: string): { plain: string; places: readonly string[] } {
  const parts = name.split('.');
  const plain = parts.pop()!;
  const qualifier = parts.join('.');
  if (qualifier === '') return { plain, places: [home] };
  const others = ['core.v1', 'meta.v1', 'authentication.v1', 'coordination.v1'];
  return { plain, places: [...new Set([qualifier, ...others])] };
}
