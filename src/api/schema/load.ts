import protobuf from 'protobufjs';
import { FeatureGates } from '../gates/feature-gates.ts';
import { type Dialect, fillPlaceholders } from '../meta/dialect.ts';
import { isReleasedBy } from '../meta/release.ts';
import { definitionTree } from './definition-tree.ts';
import { FilledFields } from './filled-fields.ts';
import { inheritFromBases } from './inheritance.ts';
import { type KindOption, kindDefinition, type View } from './kind-definition.ts';
import { isThere, viewOfRelease } from './release-view.ts';
import {
  apiVersionOf,
  type Choice,
  type Definitions,
  type FieldSchema,
  type GroupVersionDefinition,
  type KindDefinition,
  type Schema,
  type StructSchema,
} from './schema.ts';
import { withTypeName } from './type-name.ts';

const scalars: Record<string, Schema> = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int32: { type: 'int32' },
  int64: { type: 'int64' },
  double: { type: 'double' },
  bytes: { type: 'bytes' },
};

/**
 * Reads the definitions of a path (see `definitionTree`) and resolves them for a dialect, as they are in a release
 * (`1.24`) with its feature gates, which are as they are by default when not given; without one, with all that any
 * release has. `known`: a later release whose group-versions are there too, for a server that is to serve
 * something ahead of its time. Throws for an invalid definition, which is a bug of the product: the server then does not
 * start.
 */
export function loadDefinitions(
  path: string,
  dialect: Dialect,
  release?: string,
  gates = release === undefined ? undefined : new FeatureGates(release),
  known = release,
): Definitions {
  const root = definitionTree(path);
  inheritFromBases(root, (version) => optionOf<GroupVersionOption>(version, 'group_version')?.based_on ?? []);
  viewOfRelease(root, gates?.implemented);
  root.resolveAll();
  return new Resolver({ dialect, release, gates }, known).resolve(root);
}

/** Place of a version in discovery before a release. */
interface EarlierVersion {
  until: string;
  version_priority: number;
}

interface GroupVersionOption {
  group: string;
  version: string;
  group_priority: number;
  version_priority: number;
  earlier?: EarlierVersion | EarlierVersion[];
  based_on?: string[];
  since?: string;
  kept_since?: string;
  until?: string;
}

class Resolver {
  readonly #view: View;
  readonly #known: string | undefined;
  readonly #structs = new Map<string, StructSchema>();
  readonly #groupVersions: GroupVersionDefinition[] = [];
  readonly #kinds: KindDefinition[] = [];
  readonly #outgoingKinds: KindDefinition[] = [];

  constructor(view: View, known: string | undefined) {
    this.#view = view;
    this.#known = known;
  }

  resolve(root: protobuf.Root): Definitions {
    for (const groupNamespace of root.nestedArray) {
      for (const versionNamespace of (groupNamespace as protobuf.Namespace).nestedArray) {
        this.#groupVersion(versionNamespace as protobuf.Namespace);
      }
    }
    const filledIn = FilledFields.finder(this.#structs.values(), this.#view.gates);
    const filledFirstIn = FilledFields.firstFinder(this.#structs.values());
    for (const kind of this.#kinds) {
      kind.filled = filledIn(kind.schema);
      kind.filledFirst = filledFirstIn(kind.schema);
    }
    return {
      groupVersions: this.#groupVersions,
      kinds: this.#kinds,
      outgoingKinds: this.#outgoingKinds,
      structs: this.#structs,
      filledIn,
    };
  }

  #groupVersion(namespace: protobuf.Namespace): void {
    const option = optionOf<GroupVersionOption>(namespace, 'group_version');
    if (option === undefined) throw new Error(`${namespace.fullName} has no option (group_version)`);
    const isKnown = isThere({ since: option.since }, this.#known);
    if (!isKnown && !this.#keepsObjectsIn(option)) return;
    const groupVersion = {
      group: fillPlaceholders(this.#view.dialect, option.group),
      version: option.version,
      groupPriority: option.group_priority,
      versionPriority: this.#versionPriority(option),
    };
    const messages = namespace.nestedArray.filter((nested) => nested instanceof protobuf.Type);
    const before = this.#kinds.length;
    for (const message of messages) this.#kind(message, groupVersion);
    const isLeft = !isThere({ until: option.until }, this.#view.release);
    if (isKnown && !isLeft && this.#kinds.length > before) this.#groupVersions.push(groupVersion);
  }

  /** The place in the release: of several earlier ones the one that was given up next counts. */
  #versionPriority({ earlier = [], version_priority: declared }: GroupVersionOption): number {
    const { release } = this.#view;
    const [before] = [earlier]
      .flat()
      .filter(({ until }) => release !== undefined && isThere({ until }, release))
      .sort((a, b) => (isReleasedBy(a.until, b.until) ? -1 : 1));
    return before?.version_priority ?? declared;
  }

  /** Whether objects of earlier versions have the form of this one in memory, in a release that does not serve it. */
  #keepsObjectsIn({ kept_since: since }: GroupVersionOption): boolean {
    return since !== undefined && isThere({ since }, this.#view.release);
  }

  /** Adds the kind that a message is: none for a part of others, or in a release that has not got it. */
  #kind(message: protobuf.Type, groupVersion: GroupVersionDefinition): void {
    const schema = this.#message(message);
    const option = optionOf<KindOption>(message, 'kind');
    if (option === undefined || schema.type !== 'struct') return;
    if (!isThere({ until: option.until }, this.#view.release)) return;
    const kind = kindDefinition(this.#view, message.name, option, groupVersion, schema);
    schema.typeMeta = { kind: kind.kind, apiVersion: apiVersionOf(kind) };
    (option.outgoing ? this.#outgoingKinds : this.#kinds).push(kind);
  }

  #message(message: protobuf.Type): Schema {
    const json = message.options?.['(json)'] as string | undefined;
    const name = message.fullName.slice(1);
    if (json === 'string-list') {
      const list = { type: 'list', element: scalars['string']! } as const;
      return this.#namesTypes ? { ...list, typeName: typeTextOf(name) } : list;
    }
    const raw = {
      type: 'raw',
      message: { name, description: this.#text(message.comment) },
      ...(this.#namesTypes ? { typeName: typeTextOf(name) } : {}),
    } as const;
    if (json === 'choice') return { ...raw, choice: this.#choice(message) };
    if (json === 'raw') return raw;
    if (json === 'quantity' && this.#namesTypes) return { type: json, typeName: 'resource.Quantity' };
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
    if (this.#isAtomic(message)) struct.atomic = true;
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
      const { name, fields } = schema as StructSchema;
      const isNamed =
        this.#view.release !== undefined && isReleasedBy(firstWithInlinedNames, this.#view.release);
      return fields.map((inner) => ({
        ...inner,
        inlinedFrom: [field.id, ...inner.inlinedFrom],
        ...(isNamed
          ? { inlinedAs: [name.slice(name.lastIndexOf('.') + 1), ...(inner.inlinedAs ?? [])] }
          : {}),
      }));
    }
    const required = options['(required)'] === true;
    const mergeKey: string | undefined = options['(merge_key)'];
    const patchStrategies = namesOf(field, 'patch') ?? [];
    const listType = options['(list)'] ?? (mergeKey && patchStrategies.length > 0 ? 'map' : 'atomic');
    const keysByDefault = listType === 'map' && mergeKey ? [mergeKey] : [];
    return [
      {
        name: fillPlaceholders(this.#view.dialect, options['json_name'] ?? field.name),
        number: field.id,
        inlinedFrom: [],
        schema,
        description: this.#text(field.comment),
        nullable: options['proto3_optional'] === true,
        required: required || options['(needed)'] === true,
        always: required || options['(always)'] === true,
        values: (namesOf(field, 'values') ?? []).map((value) => fillPlaceholders(this.#view.dialect, value)),
        default: jsonOf(options['(default)']),
        filled: jsonOf(this.#named(options['(filled)'])),
        filledInside: jsonOf(options['(filled_inside)']) as object | undefined,
        isUnfilled: options['(unfilled)'] === true,
        filledFirst: jsonOf(options['(filled_first)']),
        listType,
        isListTypeDeclared: options['(list)'] !== undefined,
        isEnum: options['(enum)'] === true,
        listKeys: namesOf(field, 'list_keys') ?? keysByDefault,
        mapType: options['(map)'] ?? 'granular',
        isMapTypeDeclared: options['(map)'] !== undefined,
        mergeKey,
        patchStrategies,
        gates: namesOf(field, 'gate') ?? [],
        isDropped: options['(drop)'] === true,
        isDroppedWhenUsed: options['(drop_used)'] === true,
        droppedTo: jsonOf(options['(dropped_to)']),
        undropped: namesOf(field, 'undropped'),
      },
    ];
  }

  #named(text: string | undefined): string | undefined {
    return text === undefined ? undefined : fillPlaceholders(this.#view.dialect, text);
  }

  #isAtomic({ options }: protobuf.Type): boolean {
    const life = { since: options?.['(atomic_since)'], until: options?.['(atomic_until)'] };
    return options?.['(atomic)'] === true && isThere(life, this.#view.release);
  }

  #fieldSchema(field: protobuf.Field): Schema {
    const element = scalars[field.type] ?? this.#message(field.resolvedType as protobuf.Type);
    const schema: Schema = field.map
      ? { type: 'map', value: element }
      : field.repeated
        ? { type: 'list', element }
        : element;
    const typeName: string | undefined = field.options?.['(type_name)'];
    if (typeName === undefined || !this.#namesTypes) return schema;
    return withTypeName(schema, typeName, field.parent!.parent!.name);
  }

  /** Whether messages of the release call types by their own names. */
  get #namesTypes(): boolean {
    const { release } = this.#view;
    return release !== undefined && isReleasedBy(firstWithTypeNames, release);
  }

  #text(comment: string | null): string {
    return fillPlaceholders(this.#view.dialect, (comment ?? '').replaceAll('\n', ' '));
  }
}

const jsonOf = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));

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

/** From this release on messages about a value name the inlined messages around its field. */
const firstWithInlinedNames = '1.33';

/** `v1.ExtraValue` of `authentication.v1.ExtraValue`. */
const typeTextOf = (name: string): string => name.slice(name.indexOf('.') + 1);

/** From this release on messages about a value that is not of its type call the type by its own name. */
const firstWithTypeNames = '1.24';
