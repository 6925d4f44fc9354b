import { typesOf } from '../api/codec/negotiation.ts';
import type { Dialect } from '../api/meta/dialect.ts';
import { apiVersionOf, type KindDefinition } from '../api/schema/schema.ts';

/** Kinds that every group-version has beside those of its resource types. */
const inEveryVersion = [
  'CreateOptions',
  'DeleteOptions',
  'GetOptions',
  'ListOptions',
  'PatchOptions',
  'UpdateOptions',
  'WatchEvent',
];

/** Kinds without a group that are no resource type's. */
const withoutGroup = ['APIGroup', 'APIGroupList', 'APIResourceList', 'APIVersions', 'Status'];
const inCore = [...withoutGroup, 'List'];

/** Kinds of the group of metadata, beside those that every group-version has. */
const inMeta = [...inEveryVersion, 'PartialObjectMetadata', 'PartialObjectMetadataList', 'Table'];

/**
 * Every registered kind, in every version, served or not. Separates 'no kind X is registered' from 'X does not match this
 * endpoint'.
 */
export class KnownKinds {
  /** The name of the type registry in messages. */
  readonly registry: string;
  /** The media types of bodies, in the order of the 415 message. */
  readonly mediaTypes: readonly string[];
  readonly #kinds = new Set<string>();

  /** `cbor`: whether bodies may be in CBOR. */
  constructor({ typeRegistry, protobuf }: Dialect, definitions: readonly KindDefinition[], cbor = false) {
    this.registry = typeRegistry;
    this.mediaTypes = typesOf({ protobuf: [protobuf], cbor });
    for (const definition of definitions) {
      const apiVersion = apiVersionOf(definition);
      for (const kind of [definition.kind, `${definition.kind}List`, ...inEveryVersion])
        this.#add(apiVersion, kind);
    }
    for (const kind of inCore) this.#add('v1', kind);
  }

  has(apiVersion: string, kind: string): boolean {
    return this.#kinds.has(`${apiVersion} ${kind}`);
  }

  /** Whether a kind is one of metadata, which are registered apart from the others. `group`: that of metadata. */
  hasMeta(apiVersion: string, kind: string, group: string): boolean {
    return apiVersion === `${group}/v1`
      ? inMeta.includes(kind)
      : apiVersion === 'v1' && withoutGroup.includes(kind);
  }

  #add(apiVersion: string, kind: string): void {
    this.#kinds.add(`${apiVersion} ${kind}`);
  }
}
