import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import protobuf from 'protobufjs';
import { type Dialect, fillPlaceholders } from '../meta/dialect.ts';
import { inheritFromBases } from './inheritance.ts';
import { isThere, type LaterValue, viewOfRelease } from './release-view.ts';
import {
  allVerbs,
  apiVersionOf,
  type Choice,
  type Definitions,
  type FieldSchema,
  type GroupVersionDefinition,
  type KindDefinition,
  type Schema,
  type StructSchema,
} from './schema.ts';

const scalars: Record<string, Schema> = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int32: { type: 'int32' },
  int64: { type: 'int64' },
  double: { type: 'double' },
  bytes: { type: 'bytes' },
};

/**
 * Reads the definitions below a directory (`<group>/<version>/*.proto`) and resolves them for a dialect, as they are in
 * a release (`1.24`); without one, with all that any release has. Throws for an invalid definition, which is a bug of
 * the product: the server then does not start.
 */
export function loadDefinitions(directory: string, dialect: Dialect, release?: string): Definitions {
  const root = new protobuf.Root();
  for (const file of protoFiles(directory)) {
    protobuf.parse(readFileSync(file, 'utf8'), root, { keepCase: true, alternateCommentMode: true });
  }
  inheritFromBases(root, (version) => optionOf<GroupVersionOption>(version, 'group_version')?.based_on ?? []);
  viewOfRelease(root, release);
  root.resolveAll();
  return new Resolver(dialect, release).resolve(root);
}

function protoFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.proto') && name !== 'options.proto')
    .sort()
    .map((name) => join(directory, name));
}

interface GroupVersionOption {
  group: string;
  version: string;
  group_priority: number;
  version_priority: number;
  based_on?: string[];
  since?: string;
}

interface KindOption {
  plural: string;
  short_names?: string[];
  categories?: string[];
  scope: 'NAMESPACED' | 'CLUSTER';
  verbs?: string[];
  subresources?: string[];
  storage?: boolean;
  introduced?: string;
  deprecated?: string;
  removed?: string;
  replacement?: string;
  stored_as?: string;
  virtual?: boolean;
  confidential?: boolean;
  limits_itself?: boolean;
  gate?: string;
  later_subresources?: LaterValue[];
}

class Resolver {
  readonly #dialect: Dialect;
  readonly #release: string | undefined;
  readonly #structs = new Map<string, StructSchema>();
  readonly #groupVersions: GroupVersionDefinition[] = [];
  readonly #kinds: KindDefinition[] = [];

  constructor(dialect: Dialect, release: string | undefined) {
    this.#dialect = dialect;
    this.#release = release;
  }

  resolve(root: protobuf.Root): Definitions {
    for (const groupNamespace of root.nestedArray) {
      for (const versionNamespace of (groupNamespace as protobuf.Namespace).nestedArray) {
        this.#groupVersion(versionNamespace as protobuf.Namespace);
      }
    }
    return { groupVersions: this.#groupVersions, kinds: this.#kinds, structs: this.#structs };
  }

  #groupVersion(namespace: protobuf.Namespace): void {
    const option = optionOf<GroupVersionOption>(namespace, 'group_version');
    if (option === undefined) throw new Error(`${namespace.fullName} has no option (group_version)`);
    if (!isThere({ since: option.since }, this.#release)) return;
    const groupVersion = {
      group: fillPlaceholders(this.#dialect, option.group),
      version: option.version,
      groupPriority: option.group_priority,
      versionPriority: option.version_priority,
    };
    this.#groupVersions.push(groupVersion);
    for (const message of namespace.nestedArray) {
      if (!(message instanceof protobuf.Type)) continue;
      const schema = this.#message(message);
      const kind = optionOf<KindOption>(message, 'kind');
      if (kind !== undefined && schema.type === 'struct') {
        const definition = this.#kind(message.name, kind, groupVersion, schema);
        schema.typeMeta = { kind: definition.kind, apiVersion: apiVersionOf(definition) };
        this.#kinds.push(definition);
      }
    }
  }

  #kind(
    kind: string,
    option: KindOption,
    { group, version }: GroupVersionDefinition,
    schema: StructSchema,
  ): KindDefinition {
    return {
      group,
      version,
      kind,
      plural: option.plural,
      singular: kind.toLowerCase(),
      shortNames: option.short_names ?? [],
      categories: option.categories ?? [],
      namespaced: option.scope === 'NAMESPACED',
      verbs: option.verbs ?? allVerbs,
      subresources: [
        ...(option.subresources ?? []),
        ...[option.later_subresources ?? []]
          .flat()
          .filter((later) => isThere(later, this.#release))
          .map(({ name }) => name),
      ],
      gate: option.gate,
      storage: (option.storage ?? option.stored_as === undefined) && !option.virtual,
      virtual: option.virtual ?? false,
      confidential: option.confidential ?? false,
      limitsItself: option.limits_itself ?? false,
      storedAs:
        option.stored_as === undefined
          ? { group, kind }
          : groupKind(fillPlaceholders(this.#dialect, option.stored_as)),
      lifecycle: {
        introduced: option.introduced,
        deprecated: option.deprecated,
        removed: option.removed,
        replacement:
          option.replacement === undefined ? undefined : fillPlaceholders(this.#dialect, option.replacement),
      },
      schema,
    };
  }

  #message(message: protobuf.Type): Schema {
    const json = message.options?.['(json)'] as string | undefined;
    if (json === 'string-list') return { type: 'list', element: scalars['string']! };
    const name = message.fullName.slice(1);
    const raw = { type: 'raw', message: { name, description: this.#text(message.comment) } } as const;
    if (json === 'choice') return { ...raw, choice: this.#choice(message) };
    if (json === 'raw') return raw;
    if (json !== undefined) return { type: json } as Schema;
    const known = this.#structs.get(name);
    if (known !== undefined) return known;
    // Registered before its fields are resolved, as a message may contain itself.
    const fields: FieldSchema[] = [];
    const byName = new Map<string, FieldSchema>();
    const struct: StructSchema = {
      type: 'struct',
      name,
      description: this.#text(message.comment),
      fields,
      byName,
    };
    if (message.options?.['(atomic)'] === true) struct.atomic = true;
    this.#structs.set(name, struct);
    for (const field of message.fieldsArray) fields.push(...this.#field(field));
    for (const field of fields) byName.set(field.name, field);
    return struct;
  }

  #choice(message: protobuf.Type): Choice {
    const choice: Choice = {};
    for (const field of message.fieldsArray) {
      const number = field.id;
      const schema = this.#fieldSchema(field);
      if (schema.type === 'list') choice.list = { number, element: schema.element };
      else if (schema.type === 'struct') choice.object = { number, schema };
      else choice.boolean = { number };
    }
    return choice;
  }

  #field(field: protobuf.Field): FieldSchema[] {
    const options = field.options ?? {};
    const schema = this.#fieldSchema(field);
    if (options['(inline)'] === true) {
      return (schema as StructSchema).fields.map((inner) => ({
        ...inner,
        inlinedFrom: [field.id, ...inner.inlinedFrom],
      }));
    }
    const required = options['(required)'] === true;
    const mergeKey: string | undefined = options['(merge_key)'];
    const patchStrategies = namesOf(field, 'patch') ?? [];
    const listType = options['(list)'] ?? (mergeKey && patchStrategies.length > 0 ? 'map' : 'atomic');
    const keysByDefault = listType === 'map' && mergeKey ? [mergeKey] : [];
    return [
      {
        name: fillPlaceholders(this.#dialect, options['json_name'] ?? field.name),
        number: field.id,
        inlinedFrom: [],
        schema,
        description: this.#text(field.comment),
        nullable: options['proto3_optional'] === true,
        required,
        always: required || options['(always)'] === true,
        values: (namesOf(field, 'values') ?? []).map((value) => fillPlaceholders(this.#dialect, value)),
        default: options['(default)'] === undefined ? undefined : JSON.parse(options['(default)']),
        listType,
        listKeys: namesOf(field, 'list_keys') ?? keysByDefault,
        mapType: options['(map)'] ?? 'granular',
        mergeKey,
        patchStrategies,
        gates: namesOf(field, 'gate') ?? [],
        isDropped: options['(drop)'] === true,
      },
    ];
  }

  #fieldSchema(field: protobuf.Field): Schema {
    const element = scalars[field.type] ?? this.#message(field.resolvedType as protobuf.Type);
    if (field.map) return { type: 'map', value: element };
    return field.repeated ? { type: 'list', element } : element;
  }

  #text(comment: string | null): string {
    return fillPlaceholders(this.#dialect, (comment ?? '').replaceAll('\n', ' '));
  }
}

/** Parses `Ingress.networking.example.com`, or `Event` for the core group. */
function groupKind(text: string): { group: string; kind: string } {
  const [kind = '', ...group] = text.split('.');
  return { group: group.join('.'), kind };
}

function optionOf<T>(object: protobuf.ReflectionObject, name: string): T | undefined {
  const parsed = object.parsedOptions as Record<string, T>[] | undefined;
  return parsed?.find((option) => `(${name})` in option)?.[`(${name})`];
}

function namesOf(field: protobuf.Field, name: string): readonly string[] | undefined {
  const option = optionOf<{ names?: unknown }>(field, name);
  if (option === undefined) return undefined;
  if (!Array.isArray(option.names))
    throw new Error(`${field.fullName}: (${name}) has to be { names: [...] }`);
  return option.names;
}
