import type { KindObjects, ServedVersion, Versions } from '../../admission/descriptor.ts';
import type { AdmissionAttributes } from '../../admission/plugin.ts';
import { copyJson } from '../../api/codec/copy-json.ts';
import { Normalizer } from '../../api/codec/normalizer.ts';
import type { Lister, Objects } from '../../api/meta/lister.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { KindDefinition, StructSchema } from '../../api/schema/schema.ts';
import { VersionCodec } from '../../registry/conversion/version-codec.ts';
import type { StoredResource } from '../../registry/resource.ts';
import { type Resources, resourceKey } from '../../registry/resources.ts';

const typed = ['kind', 'apiVersion'];

export type CustomVersions = Pick<Versions, 'of' | 'ofKind' | 'revision'>;

/** The stored objects behind the served versions of a kind. */
export class ServedVersions implements Versions {
  readonly #byResource = new Map<string, readonly ServedVersion[]>();
  readonly #byKind = new Map<string, KindObjects>();
  readonly #structs: ReadonlyMap<string, StructSchema>;
  #custom: CustomVersions | undefined;

  constructor(
    kinds: readonly KindDefinition[],
    resources: Pick<Resources, 'of'>,
    structs: ReadonlyMap<string, StructSchema>,
    objects: Objects,
  ) {
    this.#structs = structs;
    const byStore = Map.groupBy(kinds, (kind) => resources.of(kind));
    for (const [resource, alike] of byStore) {
      if (resource === undefined) continue;
      const versions = alike.map((definition) => servedVersion(definition, resource));
      for (const [index, definition] of alike.entries()) {
        this.#byResource.set(resourceKey(definition), versions);
        this.#byKind.set(textOf(definition), new BuiltInObjects(definition, versions[index]!, objects));
      }
    }
  }

  /** Custom resources, which come and go. */
  set custom(custom: CustomVersions) {
    this.#custom = custom;
  }

  get revision(): number {
    return this.#custom?.revision ?? 0;
  }

  of(group: string, resource: string): readonly ServedVersion[] {
    return (
      this.#byResource.get(resourceKey({ group, plural: resource })) ??
      this.#custom?.of(group, resource) ??
      []
    );
  }

  ofKind(kind: AdmissionAttributes['kind']): KindObjects | undefined {
    return this.#byKind.get(textOf(kind)) ?? this.#custom?.ofKind(kind);
  }

  shape({ group, version, kind }: AdmissionAttributes['kind'], value: Record<string, unknown>): ApiObject {
    const folder = group === '' ? 'core' : group.split('.')[0];
    const schema = this.#structs.get(`${folder}.${version}.${kind}`);
    return schema === undefined ? (value as ApiObject) : shaped(value, schema);
  }
}

const textOf = ({ group, version, kind }: AdmissionAttributes['kind']): string =>
  `${group}/${version} ${kind}`;

/** The objects of a built-in kind, from the cache of the version that is stored. */
class BuiltInObjects implements KindObjects {
  readonly resource: string;
  readonly isNamespaced: boolean;
  readonly #version: ServedVersion;
  readonly #lister: () => Lister;
  readonly #converted = new WeakMap<ApiObject, ApiObject>();

  constructor({ group, plural, namespaced }: KindDefinition, version: ServedVersion, objects: Objects) {
    this.resource = plural;
    this.isNamespaced = namespaced;
    this.#version = version;
    this.#lister = () => objects.lister({ group, resource: plural });
  }

  async ready(): Promise<void> {}

  get(namespace: string, name: string): ApiObject | undefined {
    const found = this.#lister().get(namespace, name);
    return found && this.#inVersion(found);
  }

  list(namespace: string): readonly ApiObject[] {
    const lister = this.#lister();
    lister.checkKnown(namespace);
    return lister.list(namespace).map((object) => this.#inVersion(object));
  }

  #inVersion(object: ApiObject): ApiObject {
    let known = this.#converted.get(object);
    if (known === undefined) this.#converted.set(object, (known = this.#version.fromStored(object)));
    return known;
  }
}

function servedVersion(definition: KindDefinition, resource: StoredResource): ServedVersion {
  const { group, version, plural, kind, schema } = definition;
  const codec = new VersionCodec(definition, resource);
  return {
    group,
    version,
    resource: plural,
    kind,
    schema,
    isStored: codec.isStored,
    // Other versions are made of what they are given.
    fromStored: (stored) => (codec.isStored ? shaped(stored, schema) : codec.fromStored(copyJson(stored))),
    shape: (value) => shaped(value, schema),
    toStored: (object) => codec.toStored(object),
  };
}

const shaped = (value: Record<string, unknown>, schema: StructSchema): ApiObject =>
  new Normalizer().normalize(value, schema, typed) as ApiObject;
