import { type Dialect, fillPlaceholders } from '../../api/meta/dialect.ts';
import type {
  Definitions,
  FieldSchema,
  GroupVersionDefinition,
  KindDefinition,
  Schema,
  StructSchema,
} from '../../api/schema/schema.ts';
import type { DocumentRules } from './document-rules.ts';
import { type Form, type GroupVersionKind, homeName, messageName } from './names.ts';
import { Part } from './part.ts';
import { schema as schemaV2 } from './protobuf/v2.ts';
import { schema as schemaV3 } from './protobuf/v3.ts';
import { definedScalars, type Identity, type JsonSchema, ownMessageOf, SchemaWriter } from './schemas.ts';

export type GroupVersion = Pick<GroupVersionDefinition, 'group' | 'version'>;

/** One definition of the documents. */
export class Definition {
  readonly name: string;
  /** The definition as a part of a document. */
  readonly parts: Readonly<Record<Form, Part>>;
  /** The definitions that it refers to. A function: definitions refer to themselves. */
  readonly references: () => readonly Definition[];
  readonly #ofVersion: ((groupVersion: GroupVersion) => JsonSchema) | undefined;

  /** `ofVersion`: what it is in the document of one version in v3, where that is not what it is in all. */
  constructor(
    name: string,
    schema: (form: Form) => JsonSchema,
    references: () => readonly Definition[] = () => [],
    ofVersion?: (groupVersion: GroupVersion) => JsonSchema,
  ) {
    this.#ofVersion = ofVersion;
    this.name = name;
    this.parts = {
      v2: new Part(name, () => schema('v2'), schemaV2),
      v3: new Part(name, () => schema('v3'), schemaV3),
    };
    this.references = references;
  }

  /** The part of the v3 document of a version. */
  inVersion(groupVersion: GroupVersion | undefined): Part {
    const ofVersion = this.#ofVersion;
    if (ofVersion === undefined || groupVersion === undefined) return this.parts.v3;
    return new Part(this.name, () => ofVersion(groupVersion), schemaV3);
  }
}

/** Kinds that exist in every version of every group. */
const ofEveryVersion: Readonly<Record<string, { travels: boolean }>> = {
  'meta.v1.DeleteOptions': { travels: true },
  'meta.v1.WatchEvent': { travels: false },
};

/** Kinds of the core group's v1 that every group uses. */
const ofCore = ['APIGroup', 'APIGroupList', 'APIResourceList', 'APIVersions', 'Status'];

/**
 * Every definition, made when it is first referred to and kept: messages never change. A document holds
 * those that its operations reach.
 */
export class DefinitionLibrary {
  readonly #definitions: Definitions;
  readonly #dialect: Dialect;
  readonly #rules: DocumentRules;
  readonly #writer: SchemaWriter;
  readonly #identities: ReadonlyMap<string, Identity>;
  readonly #byName = new Map<string, Definition>();

  constructor(definitions: Definitions, dialect: Dialect, rules: DocumentRules) {
    this.#definitions = definitions;
    this.#dialect = dialect;
    this.#rules = rules;
    this.#writer = new SchemaWriter(dialect, rules);
    this.#identities = identities(definitions, dialect, rules);
  }

  /** The definition of a message: `meta.v1.Status`. Throws when there is none. */
  message(name: string): Definition {
    return this.#struct(this.struct(name));
  }

  /** Throws when there is none. */
  struct(name: string): StructSchema {
    const struct = this.#definitions.structs.get(name);
    if (struct === undefined) throw new Error(`no message ${name}`);
    return struct;
  }

  ofKind({ group, version, kind, schema }: KindDefinition): Definition {
    return this.#struct(schema, { kinds: [{ group, version, kind }], travels: true });
  }

  /** The definition of a kind that only subresources have, such as Scale; undefined when there is no message for it. */
  ofSubresource(kind: GroupVersionKind): Definition | undefined {
    const struct = this.#definitions.structs.get(messageName(kind));
    return struct === undefined ? undefined : this.#struct(struct, { kinds: [kind], travels: true });
  }

  /** Lists have no message: they are the same for all kinds. */
  listOf({ group, version, kind, schema }: KindDefinition): Definition {
    const field: Partial<FieldSchema> = { patchStrategies: [] };
    const fields = [
      {
        ...field,
        name: 'metadata',
        description: 'Metadata of the list.',
        schema: this.struct('meta.v1.ListMeta'),
      },
      {
        ...field,
        name: 'items',
        description: 'The objects.',
        schema: { type: 'list', element: schema },
        required: true,
      },
    ] as FieldSchema[];
    const name = `${schema.name}List`;
    const struct: StructSchema = {
      type: 'struct',
      name,
      description: `A list of ${kind} objects.`,
      fields,
      byName: new Map(fields.map((member) => [member.name, member])),
    };
    return this.#struct(struct, { kinds: [{ group, version, kind: `${kind}List` }], travels: true });
  }

  /** A definition beside those of API definitions; `path` is its name without the domain. */
  special(path: string, schema: JsonSchema, v2 = schema): Definition {
    const schemaIn = (form: Form): JsonSchema => (form === 'v2' ? v2 : schema);
    return this.#kept(homeName(this.#dialect, path), (name) => new Definition(name, schemaIn));
  }

  #struct(struct: StructSchema, identity = this.#identities.get(struct.name)): Definition {
    return this.#kept(
      this.#writer.definitionNameOf(struct)!,
      (name) =>
        new Definition(
          name,
          (form) => this.#writer.struct(struct, form, identity),
          () => struct.fields.flatMap(({ schema }) => this.#referenced(schema)),
          this.#ofVersion(struct),
        ),
    );
  }

  /** Kinds that every version has, as the document of one of them names them: its own, and that of the core group. */
  #ofVersion(struct: StructSchema): ((groupVersion: GroupVersion) => JsonSchema) | undefined {
    const everywhere = this.#rules.namesOwnKinds ? ofEveryVersion[struct.name] : undefined;
    if (everywhere === undefined) return undefined;
    const kind = lastWord(struct.name);
    return ({ group, version }) => {
      const own = group === '' ? [] : [{ group, version, kind }];
      const kinds = [{ group: '', version: 'v1', kind }, ...own];
      return this.#writer.struct(struct, 'v3', { kinds, travels: everywhere.travels });
    };
  }

  #referenced(schema: Schema): Definition[] {
    if (schema.type === 'list') return this.#referenced(schema.element);
    if (schema.type === 'map') return this.#referenced(schema.value);
    if (schema.type === 'struct') return [this.#struct(schema)];
    const message = ownMessageOf(schema);
    if (message !== undefined) {
      const { description } = message;
      return [
        this.#kept(
          this.#writer.definitionNameOf(schema)!,
          (name) => new Definition(name, () => ({ description })),
        ),
      ];
    }
    const scalar = definedScalars[schema.type];
    if (scalar === undefined) return [];
    const { path, description, v2, v3 = v2 } = scalar;
    const forms = { v2, v3 };
    return [
      this.#kept(
        homeName(this.#dialect, path),
        (name) => new Definition(name, (form) => ({ description, ...forms[form] })),
      ),
    ];
  }

  #kept(name: string, make: (name: string) => Definition): Definition {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const made = make(name);
    this.#byName.set(name, made);
    return made;
  }
}

function identities(
  { kinds, groupVersions }: Definitions,
  dialect: Dialect,
  { namesOwnKinds }: DocumentRules,
): Map<string, Identity> {
  const known = new Map<string, Identity>();
  for (const { group, version, kind, schema } of kinds) {
    known.set(schema.name, { kinds: [{ group, version, kind }], travels: true });
  }
  for (const kind of ofCore) {
    known.set(`meta.v1.${kind}`, { kinds: [{ group: '', version: 'v1', kind }], travels: true });
  }
  const versions = namesOwnKinds ? withReviews(groupVersions, dialect) : groupVersions;
  for (const [name, { travels }] of Object.entries(ofEveryVersion)) {
    const kind = lastWord(name);
    known.set(name, {
      kinds: versions.map(({ group, version }) => ({ group, version, kind })),
      travels,
    });
  }
  return known;
}

/** Versions of what the server asks others about, which nobody can request. */
const reviews: readonly GroupVersion[] = [
  { group: 'admission.{api}', version: 'v1' },
  { group: 'admission.{api}', version: 'v1beta1' },
  { group: 'imagepolicy.{api}', version: 'v1alpha1' },
];

const withReviews = (groupVersions: readonly GroupVersion[], dialect: Dialect): GroupVersion[] =>
  [
    ...groupVersions,
    ...reviews.map(({ group, version }) => ({ group: fillPlaceholders(dialect, group), version })),
  ].sort((a, b) => compareTexts(a.group, b.group) || compareTexts(a.version, b.version));

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const lastWord = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** These definitions and all that they refer to. */
export function closureOf(roots: Iterable<Definition>): Set<Definition> {
  const reached = new Set<Definition>();
  const open = [...roots];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...next.references());
  }
  return reached;
}
