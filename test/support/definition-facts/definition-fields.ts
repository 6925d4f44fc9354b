import { readdirSync, readFileSync } from 'node:fs';
import protobuf from 'protobufjs';
import { type Dialect, fillPlaceholders } from '../../../src/api/meta/dialect.ts';
import { inheritFromBases } from '../../../src/api/schema/inheritance.ts';
import { isThere, type LaterValue, viewOfRelease } from '../../../src/api/schema/release-view.ts';

/** The definitions as they are written, in the view of one release: with options that are not kept in the model. */
export class WrittenDefinitions {
  readonly #dialect: Dialect;
  readonly #release: string;
  /** The values of a field with their releases, which a view does not keep. */
  readonly #values = new Map<string, readonly LaterValueWithGate[]>();
  readonly root = new protobuf.Root();

  constructor(directory: string, dialect: Dialect, release: string) {
    this.#dialect = dialect;
    this.#release = release;
    for (const file of readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort()) {
      if (!file.endsWith('.proto') || file === 'options.proto') continue;
      const text = readFileSync(`${directory}/${file}`, 'utf8');
      protobuf.parse(text, this.root, { keepCase: true });
    }
    inheritFromBases(this.root, (version) => {
      const option = optionsOf(version).get('(group_version)') as { based_on?: string[] } | undefined;
      return option?.based_on ?? [];
    });
    this.#rememberValues(this.root);
    viewOfRelease(this.root, release);
    this.root.resolveAll();
  }

  #rememberValues(namespace: protobuf.NamespaceBase): void {
    for (const nested of namespace.nestedArray) {
      if (nested instanceof protobuf.Type) {
        for (const field of nested.fieldsArray) {
          const option = optionsOf(field).get('(values)') as ValuesOption | undefined;
          if (option !== undefined) this.#values.set(`${nested.fullName}.${field.name}`, valuesOf(option));
        }
      } else if (nested instanceof protobuf.Namespace) this.#rememberValues(nested);
    }
  }

  /** The messages of a group-version, `core.v1`; undefined when it is not defined. */
  messagesOf(groupVersion: string): ReadonlyMap<string, protobuf.Type> | undefined {
    const namespace = this.root.lookup(groupVersion.split('.'));
    if (!(namespace instanceof protobuf.Namespace)) return undefined;
    const messages = namespace.nestedArray.filter((nested) => nested instanceof protobuf.Type);
    return new Map(messages.map((message) => [message.name, message]));
  }

  jsonNameOf(field: protobuf.Field): string {
    const name = optionsOf(field).get('json_name') as string | undefined;
    return this.fill(name ?? field.name);
  }

  /** The named values of a field, `Lt(A)` for one with a gate. */
  valuesOf(field: protobuf.Field): readonly string[] {
    return (this.#values.get(`${field.parent!.fullName}.${field.name}`) ?? [])
      .filter((value) => isThere(value, this.#release))
      .map(({ name, gate }) => this.fill(name) + (gate === undefined ? '' : `(${gate})`));
  }

  /** `[]core.v1.Container`, `map[string]meta.v1.Quantity`, `string`. */
  typeOf(field: protobuf.Field): string {
    const message = field.resolvedType;
    const isStrings = message?.options?.['(json)'] === 'string-list';
    const plain = isStrings ? '[]string' : (message?.fullName.slice(1) ?? field.type);
    return (field.map ? 'map[string]' : field.repeated ? '[]' : '') + plain;
  }

  fill(text: string): string {
    return fillPlaceholders(this.#dialect, text);
  }
}

interface LaterValueWithGate extends LaterValue {
  gate?: string;
}

interface ValuesOption {
  names?: readonly string[];
  later?: LaterValueWithGate | readonly LaterValueWithGate[];
}

const valuesOf = ({ names = [], later = [] }: ValuesOption): readonly LaterValueWithGate[] => [
  ...names.map((name) => ({ name })),
  ...[later].flat(),
];

export const optionsOf = (object: protobuf.ReflectionObject): ReadonlyMap<string, unknown> =>
  new Map(((object.parsedOptions ?? []) as object[]).flatMap((option) => Object.entries(option)));

/** The names of an option such as `patch`. */
export function namesOf(options: ReadonlyMap<string, unknown>, option: string): readonly string[] {
  const { names } = (options.get(`(${option})`) ?? {}) as { names?: readonly string[] };
  return names ?? [];
}
